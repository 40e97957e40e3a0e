"""Pages of variants: the form of a new variant, and a variant with its actions."""

from typing import Any
from urllib.parse import quote

from fulfilment.catalog import routes as catalog
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.products import view
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.operations.command import EncodedResponse


async def render_page(
    page: ConsolePage,
    layout: PageLayout,
    id: str,
    variant_id: str | None,
    sent: SubmittedForm | None = None,
) -> Document:
    """One variant, or an empty form for a new one. Raises NotFound."""
    product = await view.load_product(page, id)
    variant = None if variant_id is None else view.find_variant(product, variant_id)
    if sent is not None and "name" in sent.form:
        typed = view.read_fields(sent.form, view.VARIANT_NAMES)
    else:
        typed = view.read_fields(None, view.VARIANT_NAMES) if variant is None else view.variant_fields(layout, variant)
    return layout.render(
        "products/variant.html",
        nav_item="products",
        title=layout.gettext("New variant") if variant is None else variant["name"],
        fields=view.VARIANT_FIELDS,
        product=product,
        variant=variant,
        typed=typed,
        sent=sent,
    )


async def render_archive_confirmation(
    page: ConsolePage, layout: PageLayout, id: str, variant_id: str, sent: SubmittedForm | None = None
) -> Document:
    """Question before a variant is archived, with the consequences. Raises NotFound."""
    product = await view.load_product(page, id)
    variant = view.find_variant(product, variant_id)
    return layout.render(
        "products/archive_variant.html",
        nav_item="products",
        title=layout.gettext("Archive %(name)s", name=variant["name"]),
        product=product,
        variant=variant,
        sent=sent,
    )


async def create_variant(page: ConsolePage, layout: PageLayout, id: str, form: Form) -> EncodedResponse:
    """Add a variant to the product."""
    try:
        await page.mutate(
            catalog.create_variant, view.parse_variant_update(layout, form), key=form.idempotency_key, id=id
        )
    except ApiError as error:
        return await layout.redirect_to_form(form, error)
    return layout.redirect(f"/products/{id}?done=variant-added")


async def update_variant(
    page: ConsolePage, layout: PageLayout, id: str, variant_id: str, form: Form, body: dict[str, Any] | None, done: str
) -> EncodedResponse:
    """Apply `body` to a variant; None: the changes of its form."""
    try:
        body = view.parse_variant_update(layout, form) if body is None else body
        await page.mutate(catalog.update_variant, body, key=form.idempotency_key, id=id, variant_id=variant_id)
    except ApiError as error:
        return await layout.redirect_to_form(
            form, error, path=f"{view.build_path(id)}/variants/{quote(variant_id, safe='')}"
        )
    return layout.redirect(f"/products/{id}?done={done}")


async def archive_variant(
    page: ConsolePage, layout: PageLayout, id: str, variant_id: str, form: Form
) -> EncodedResponse:
    """Archive a variant."""
    try:
        await page.mutate(catalog.archive_variant, key=form.idempotency_key, id=id, variant_id=variant_id)
    except ApiError as error:
        return await layout.redirect_to_form(form, error)
    return layout.redirect(f"/products/{id}?done=variant-archived")
