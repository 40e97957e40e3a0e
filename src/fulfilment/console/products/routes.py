"""HTTP routes of products."""

import msgspec

from fulfilment.catalog import routes as catalog
from fulfilment.console.layout import forms, page_layout
from fulfilment.console.products import creating, variants, view
from fulfilment.console.products.view import ProductListQuery
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.operations.command import EncodedResponse

route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"


class ProductQuery(msgspec.Struct):
    """Result of the last action."""

    done: str | None = None


@route.get("/products", right="catalog.read", media_type=HTML)
async def show_products(page: ConsolePage, query: ProductListQuery) -> Document:
    """List of products, newest first, fifty a page, with a search of names and SKUs."""
    layout = await page_layout.load_layout(page)
    try:
        values = await view.build_context(page, layout, query)
    except ApiError as error:
        # The query is refused: the page shows the list without it, and the form as it was sent.
        values = await view.build_context(page, layout, ProductListQuery())
        values |= {
            "error_message": layout.translate_error(error),
            "query": query,
            "is_filtered": True,
            "fields": view.FILTER_FIELDS,
        }
    return layout.render("products/list.html", nav_item="products", title=layout.gettext("Products"), **values)


@route.get("/products/new", right="catalog.change", media_type=HTML)
async def show_new_product(page: ConsolePage) -> Document:
    """The form of a new product."""
    return await creating.render_page(page, await page_layout.load_layout(page), await forms.load_submitted(page))


@route.post("/products/new", right="catalog.change", media_type=HTML)
async def create_product(page: ConsolePage, form: Form) -> EncodedResponse:
    """Create a product with its first variant, price and stock."""
    return await creating.create_product(page, await page_layout.load_layout(page), form)


@route.get("/products/{id}", right="catalog.read", media_type=HTML)
async def show_product(page: ConsolePage, id: str, query: ProductQuery) -> Document:
    """Page of a product with its variants and stock."""
    return await view.render_page(
        page, await page_layout.load_layout(page), id, done=query.done, sent=await forms.load_submitted(page)
    )


@route.post("/products/{id}", right="catalog.change", media_type=HTML)
async def update_product(page: ConsolePage, id: str, form: Form) -> EncodedResponse:
    """Change the name, SKU, weight and description of a product."""
    layout = await page_layout.load_layout(page)
    try:
        await page.mutate(
            catalog.update_product, view.parse_product_update(layout, form), key=form.idempotency_key, id=id
        )
    except ApiError as error:
        return await layout.redirect_to_form(form, error)
    return layout.redirect(f"/products/{id}?done=saved")


@route.get("/products/{id}/archive", right="catalog.change", media_type=HTML)
async def confirm_product_archiving(page: ConsolePage, id: str) -> Document:
    """Question before a product is archived."""
    layout = await page_layout.load_layout(page)
    product = await view.load_product(page, id)
    return layout.render(
        "products/archive.html",
        nav_item="products",
        title=layout.gettext("Archive %(name)s", name=product["name"]),
        sent=await forms.load_submitted(page),
        product=product,
    )


@route.post("/products/{id}/archive", right="catalog.change", media_type=HTML)
async def archive_product(page: ConsolePage, id: str, form: Form) -> EncodedResponse:
    """Archive a product; nothing of it is lost."""
    layout = await page_layout.load_layout(page)
    try:
        await page.mutate(catalog.archive_product, key=form.idempotency_key, id=id)
    except ApiError as error:
        return await layout.redirect_to_form(form, error)
    return layout.redirect(f"/products/{id}?done=archived")


@route.post("/products/{id}/restore", right="catalog.change", media_type=HTML)
async def restore_product(page: ConsolePage, id: str, form: Form) -> EncodedResponse:
    """Restore an archived product."""
    layout = await page_layout.load_layout(page)
    try:
        await page.mutate(catalog.update_product, {"archived": False}, key=form.idempotency_key, id=id)
    except ApiError as error:
        return await layout.redirect_to_form(form, error, path=view.build_path(id))
    return layout.redirect(f"/products/{id}?done=restored")


@route.get("/products/{id}/variants/new", right="catalog.change", media_type=HTML)
async def show_new_variant(page: ConsolePage, id: str) -> Document:
    """The form of a new variant."""
    return await variants.render_page(
        page, await page_layout.load_layout(page), id, None, await forms.load_submitted(page)
    )


@route.post("/products/{id}/variants/new", right="catalog.change", media_type=HTML)
async def create_variant(page: ConsolePage, id: str, form: Form) -> EncodedResponse:
    """Add a variant."""
    return await variants.create_variant(page, await page_layout.load_layout(page), id, form)


@route.get("/products/{id}/variants/{variant_id}", right="catalog.change", media_type=HTML)
async def show_variant(page: ConsolePage, id: str, variant_id: str) -> Document:
    """The form of a variant."""
    return await variants.render_page(
        page, await page_layout.load_layout(page), id, variant_id, await forms.load_submitted(page)
    )


@route.post("/products/{id}/variants/{variant_id}", right="catalog.change", media_type=HTML)
async def update_variant(page: ConsolePage, id: str, variant_id: str, form: Form) -> EncodedResponse:
    """Change the name, SKU, prices, weight and threshold of a variant."""
    return await variants.update_variant(
        page, await page_layout.load_layout(page), id, variant_id, form, None, "variant-saved"
    )


@route.post("/products/{id}/variants/{variant_id}/default", right="catalog.change", media_type=HTML)
async def set_default_variant(page: ConsolePage, id: str, variant_id: str, form: Form) -> EncodedResponse:
    """Make a variant the default, for requests that name only the product."""
    layout = await page_layout.load_layout(page)
    return await variants.update_variant(page, layout, id, variant_id, form, {"isDefault": True}, "variant-default")


@route.get("/products/{id}/variants/{variant_id}/archive", right="catalog.change", media_type=HTML)
async def confirm_variant_archiving(page: ConsolePage, id: str, variant_id: str) -> Document:
    """Question before a variant is archived."""
    return await variants.render_archive_confirmation(
        page, await page_layout.load_layout(page), id, variant_id, await forms.load_submitted(page)
    )


@route.post("/products/{id}/variants/{variant_id}/archive", right="catalog.change", media_type=HTML)
async def archive_variant(page: ConsolePage, id: str, variant_id: str, form: Form) -> EncodedResponse:
    """Archive a variant; its stock stays."""
    return await variants.archive_variant(page, await page_layout.load_layout(page), id, variant_id, form)


@route.post("/products/{id}/variants/{variant_id}/restore", right="catalog.change", media_type=HTML)
async def restore_variant(page: ConsolePage, id: str, variant_id: str, form: Form) -> EncodedResponse:
    """Restore an archived variant."""
    layout = await page_layout.load_layout(page)
    return await variants.update_variant(page, layout, id, variant_id, form, {"archived": False}, "variant-restored")
