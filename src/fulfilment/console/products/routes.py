"""The HTTP edge of the screen of products."""

import msgspec

from fulfilment.catalog import routes as catalog
from fulfilment.console.frame import forms, frame
from fulfilment.console.frame.frame import Frame
from fulfilment.console.products import creating, entry, variants, view
from fulfilment.console.products.view import ListQuery
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.http.route import Routes

route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"


class ProductQuery(msgspec.Struct):
    """What was just done."""

    done: str | None = None


@route.get("/products", right="catalog.read", media_type=HTML)
async def show_products(page: Page, query: ListQuery) -> Document:
    """The products, newest first, fifty a page; found by words of their names and SKUs."""
    shown = await frame.of(page)
    try:
        values = await view.compose(page, shown, query)
    except ApiError as refusal:
        # What was asked for makes no sense; the list without it is there all the same, and the form as it was sent.
        values = await view.compose(page, shown, ListQuery())
        values |= {"told": shown.told(refusal), "query": query, "is_filtered": True, "fields": view.FILTERS}
    return shown.put("products/list.html", place="products", title=shown.say("Products"), **values)


@route.get("/products/new", right="catalog.change", media_type=HTML)
async def begin_product(page: Page) -> Document:
    """The form of a new product."""
    return await creating.put(page, await frame.of(page))


@route.post("/products/new", right="catalog.change", media_type=HTML)
async def create_product(page: Page, form: Form) -> Document | Answered:
    """Create a product with its first variant, price and stock."""
    return await creating.create(page, await frame.of(page), form)


@route.get("/products/{id}", right="catalog.read", media_type=HTML)
async def show_product(page: Page, id: str, query: ProductQuery) -> Document:
    """One product with its variants and where they lie."""
    return await view.put(page, await frame.of(page), id, done=query.done)


@route.post("/products/{id}", right="catalog.change", media_type=HTML)
async def change_product(page: Page, id: str, form: Form) -> Document | Answered:
    """Change what people call it, its number, weight and description."""
    shown = await frame.of(page)
    try:
        await page.tell(catalog.update_product, entry.product_change(shown, form), key=form.key, id=id)
    except ApiError as refusal:
        return await view.put(page, shown, id, form=form, refusal=refusal)
    return shown.go(f"/products/{id}?done=saved")


@route.get("/products/{id}/archive", right="catalog.change", media_type=HTML)
async def ask_to_archive(page: Page, id: str) -> Document:
    """Say what follows before a product is archived."""
    return await _archiving(page, await frame.of(page), id)


@route.post("/products/{id}/archive", right="catalog.change", media_type=HTML)
async def archive_product(page: Page, id: str, form: Form) -> Document | Answered:
    """Put a product out of use; nothing of it is lost."""
    shown = await frame.of(page)
    try:
        await page.tell(catalog.archive_product, key=form.key, id=id)
    except ApiError as refusal:
        return await _archiving(page, shown, id, form, refusal)
    return shown.go(f"/products/{id}?done=archived")


@route.post("/products/{id}/restore", right="catalog.change", media_type=HTML)
async def restore_product(page: Page, id: str, form: Form) -> Document | Answered:
    """Bring an archived product back into use."""
    shown = await frame.of(page)
    try:
        await page.tell(catalog.update_product, {"archived": False}, key=form.key, id=id)
    except ApiError as refusal:
        return await view.put(page, shown, id, form=form, refusal=refusal)
    return shown.go(f"/products/{id}?done=restored")


@route.get("/products/{id}/variants/new", right="catalog.change", media_type=HTML)
async def begin_variant(page: Page, id: str) -> Document:
    """The form of a new variant."""
    return await variants.put(page, await frame.of(page), id, None)


@route.post("/products/{id}/variants/new", right="catalog.change", media_type=HTML)
async def add_variant(page: Page, id: str, form: Form) -> Document | Answered:
    """Add a variant."""
    return await variants.add(page, await frame.of(page), id, form)


@route.get("/products/{id}/variants/{variant_id}", right="catalog.change", media_type=HTML)
async def show_variant(page: Page, id: str, variant_id: str) -> Document:
    """The form of a variant."""
    return await variants.put(page, await frame.of(page), id, variant_id)


@route.post("/products/{id}/variants/{variant_id}", right="catalog.change", media_type=HTML)
async def change_variant(page: Page, id: str, variant_id: str, form: Form) -> Document | Answered:
    """Change a variant's name, number, prices, weight and threshold."""
    return await variants.change(page, await frame.of(page), id, variant_id, form, None, "variant-saved")


@route.post("/products/{id}/variants/{variant_id}/default", right="catalog.change", media_type=HTML)
async def promote_variant(page: Page, id: str, variant_id: str, form: Form) -> Document | Answered:
    """Have a variant be the one that is meant where only the product is named."""
    shown = await frame.of(page)
    return await variants.change(page, shown, id, variant_id, form, {"isDefault": True}, "variant-default")


@route.get("/products/{id}/variants/{variant_id}/archive", right="catalog.change", media_type=HTML)
async def ask_to_archive_variant(page: Page, id: str, variant_id: str) -> Document:
    """Say what follows before a variant is archived."""
    return await variants.put_archiving(page, await frame.of(page), id, variant_id)


@route.post("/products/{id}/variants/{variant_id}/archive", right="catalog.change", media_type=HTML)
async def archive_variant(page: Page, id: str, variant_id: str, form: Form) -> Document | Answered:
    """Put a variant out of use; its stock stays."""
    return await variants.archive(page, await frame.of(page), id, variant_id, form)


@route.post("/products/{id}/variants/{variant_id}/restore", right="catalog.change", media_type=HTML)
async def restore_variant(page: Page, id: str, variant_id: str, form: Form) -> Document | Answered:
    """Bring an archived variant back into use."""
    shown = await frame.of(page)
    return await variants.change(page, shown, id, variant_id, form, {"archived": False}, "variant-restored")


async def _archiving(
    page: Page, shown: Frame, id: str, form: Form | None = None, refusal: ApiError | None = None
) -> Document:
    product = await view.find(page, id)
    return shown.put(
        "products/archive.html",
        place="products",
        title=shown.say("Archive %(name)s", name=product["name"]),
        told=None if refusal is None else shown.told(refusal),
        product=product,
        key_value=None if form is None or refusal is None else forms.next_key(form, refusal),
    )
