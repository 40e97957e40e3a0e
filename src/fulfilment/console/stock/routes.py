"""HTTP routes of stock: the list, a level, and the first count of a product."""

from urllib.parse import urlencode

import msgspec

from fulfilment.catalog.routes import get_product
from fulfilment.console.layout import forms, page_layout
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.stock import level, levels, moving
from fulfilment.console.stock.level import LevelKey
from fulfilment.console.stock.levels import StockListQuery
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError, NotFound
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.stock.routes import list_warehouses


async def render_page(page: ConsolePage, layout: PageLayout, product_id: str) -> Document:
    """The choice of a variant and a warehouse. Raises NotFound."""
    product = (await page.get(get_product, id=product_id)).data["product"]
    if product["type"] != "physical":
        raise NotFound
    warehouses = (await page.get(list_warehouses)).data["warehouses"]
    return layout.render(
        "stock/first.html",
        nav_item="stock",
        title=layout.gettext("Count %(name)s", name=product["name"]),
        product=product,
        variants=[
            (one["id"], levels.display_variant_name(one["name"]) or product["name"])
            for one in product["variants"]
            if not one["archived"]
        ],
        warehouses=[(one["id"], one["name"]) for one in warehouses],
    )


route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"
PRODUCT_PARAMETER = "product"


class FirstQuery(msgspec.Struct):
    """Which product is counted for the first time, and what was chosen of it."""

    product: str = ""
    variant: str | None = None
    warehouse: str | None = None


class LevelQuery(msgspec.Struct):
    """Result of the last action, page of movements, and product of a level that is not there yet."""

    done: str | None = None
    cursor: str | None = None
    product: str | None = None


@route.get("/stock", right="stock.read", media_type=HTML)
async def show_stock(page: ConsolePage, query: StockListQuery) -> Document:
    """List of levels, the latest change first, fifty a page."""
    layout = await page_layout.load_layout(page)
    try:
        values = await levels.build_context(page, layout, query)
    except ApiError as error:
        # The query is refused: the page shows the list without it, and the form as it was sent.
        values = await levels.build_context(page, layout, StockListQuery())
        values |= {
            "error_message": layout.translate_error(error),
            "query": query,
            "is_filtered": True,
            "fields": levels.FILTER_FIELDS,
        }
    return layout.render("stock/list.html", nav_item="stock", title=layout.gettext("Stock"), **values)


@route.get("/stock/first", right="stock.change", media_type=HTML)
async def show_first_count(page: ConsolePage, query: FirstQuery) -> Document | EncodedResponse:
    """Choose where a product is counted for the first time, then lead to the level."""
    layout = await page_layout.load_layout(page)
    if query.variant and query.warehouse:
        path = levels.build_path(query.variant, query.warehouse)
        return layout.redirect(f"{path}?{urlencode({PRODUCT_PARAMETER: query.product})}")
    return await render_page(page, layout, query.product)


@route.get("/stock/{variant_id}/{warehouse_id}", right="stock.read", media_type=HTML)
async def show_level(page: ConsolePage, variant_id: str, warehouse_id: str, query: LevelQuery) -> Document:
    """One level with its movements."""
    level_key = LevelKey(variant_id, warehouse_id, query.product)
    sent = await forms.load_submitted(page)
    return await level.render_page(
        page, await page_layout.load_layout(page), level_key, done=query.done, cursor=query.cursor, sent=sent
    )


@route.post("/stock/{variant_id}/{warehouse_id}/adjust", right="stock.change", media_type=HTML)
async def adjust_level(page: ConsolePage, variant_id: str, warehouse_id: str, form: Form) -> EncodedResponse:
    """Adjust a level."""
    return await moving.adjust_stock(
        page, await page_layout.load_layout(page), LevelKey(variant_id, warehouse_id), form
    )


@route.post("/stock/{variant_id}/{warehouse_id}/count", right="stock.change", media_type=HTML)
async def count_level(
    page: ConsolePage, variant_id: str, warehouse_id: str, form: Form, request: Request
) -> EncodedResponse:
    """Count a level; the first count creates it."""
    level_key = LevelKey(variant_id, warehouse_id, _product(request))
    return await moving.count_stock(page, await page_layout.load_layout(page), level_key, form)


@route.post("/stock/{variant_id}/{warehouse_id}/transfer", right="stock.change", media_type=HTML)
async def transfer_pieces(page: ConsolePage, variant_id: str, warehouse_id: str, form: Form) -> EncodedResponse:
    """Transfer pieces to another warehouse."""
    return await moving.transfer_stock(
        page, await page_layout.load_layout(page), LevelKey(variant_id, warehouse_id), form
    )


@route.post("/stock/{variant_id}/{warehouse_id}/threshold", right="catalog.change", media_type=HTML)
async def set_level_threshold(
    page: ConsolePage, variant_id: str, warehouse_id: str, form: Form, request: Request
) -> EncodedResponse:
    """Set the threshold of low stock."""
    level_key = LevelKey(variant_id, warehouse_id, _product(request))
    return await moving.set_threshold(page, await page_layout.load_layout(page), level_key, form)


def _product(request: Request) -> str | None:
    return request.query_values().get(PRODUCT_PARAMETER)
