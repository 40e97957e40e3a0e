"""The pages of a product's variants: a new one, and one with its acts."""

from typing import Any

from fulfilment.catalog import routes as catalog
from fulfilment.console.frame import forms
from fulfilment.console.frame.frame import Frame
from fulfilment.console.products import entry, view
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page


async def put(
    page: Page,
    shown: Frame,
    id: str,
    variant_id: str | None,
    *,
    form: Form | None = None,
    refusal: ApiError | None = None,
) -> Document:
    """One variant, or an empty form for a new one. Raises NotFound."""
    product = await view.find(page, id)
    variant = None if variant_id is None else view.variant_of(product, variant_id)
    if form is not None and "name" in form:
        typed = entry.typed(form, entry.VARIANT)
    else:
        typed = entry.typed(None, entry.VARIANT) if variant is None else entry.of_variant(shown, variant)
    return shown.put(
        "products/variant.html",
        place="products",
        title=shown.say("New variant") if variant is None else variant["name"],
        fields=entry.VARIANT_FIELDS,
        product=product,
        variant=variant,
        typed=typed,
        **_told(shown, form, refusal),
    )


async def put_archiving(
    page: Page, shown: Frame, id: str, variant_id: str, form: Form | None = None, refusal: ApiError | None = None
) -> Document:
    """What follows, before a variant is archived. Raises NotFound."""
    product = await view.find(page, id)
    variant = view.variant_of(product, variant_id)
    return shown.put(
        "products/archive_variant.html",
        place="products",
        title=shown.say("Archive %(name)s", name=variant["name"]),
        product=product,
        variant=variant,
        **_told(shown, form, refusal),
    )


async def add(page: Page, shown: Frame, id: str, form: Form) -> Document | Answered:
    """Add a variant to the product."""
    try:
        await page.tell(catalog.create_variant, entry.variant_change(shown, form), key=form.key, id=id)
    except ApiError as refusal:
        return await put(page, shown, id, None, form=form, refusal=refusal)
    return shown.go(f"/products/{id}?done=variant-added")


async def change(
    page: Page, shown: Frame, id: str, variant_id: str, form: Form, said: dict[str, Any] | None, done: str
) -> Document | Answered:
    """Change what is `said` of a variant; None: what its form says."""
    try:
        said = entry.variant_change(shown, form) if said is None else said
        await page.tell(catalog.update_variant, said, key=form.key, id=id, variant_id=variant_id)
    except ApiError as refusal:
        return await put(page, shown, id, variant_id, form=form, refusal=refusal)
    return shown.go(f"/products/{id}?done={done}")


async def archive(page: Page, shown: Frame, id: str, variant_id: str, form: Form) -> Document | Answered:
    """Put a variant out of use."""
    try:
        await page.tell(catalog.archive_variant, key=form.key, id=id, variant_id=variant_id)
    except ApiError as refusal:
        return await put_archiving(page, shown, id, variant_id, form, refusal)
    return shown.go(f"/products/{id}?done=variant-archived")


def _told(shown: Frame, form: Form | None, refusal: ApiError | None) -> dict[str, Any]:
    if form is None or refusal is None:
        return {"told": None, "key_value": None}
    return {"told": shown.told(refusal), "key_value": forms.next_key(form, refusal)}
