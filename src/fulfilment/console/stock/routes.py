"""The HTTP edge of the screen of stock."""

from urllib.parse import urlencode

import msgspec

from fulfilment.console.frame import frame
from fulfilment.console.stock import first, level, levels, moving
from fulfilment.console.stock.level import Place
from fulfilment.console.stock.levels import ListQuery
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.http.request import Request
from fulfilment.http.route import Routes

route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"
PRODUCT = "product"


class FirstQuery(msgspec.Struct):
    """Which product is counted for the first time, and what was chosen of it."""

    product: str = ""
    variant: str | None = None
    warehouse: str | None = None


class LevelQuery(msgspec.Struct):
    """What was just done, the page of movements, and the product of a level that is not there yet."""

    done: str | None = None
    cursor: str | None = None
    product: str | None = None


@route.get("/stock", right="stock.read", media_type=HTML)
async def show_stock(page: Page, query: ListQuery) -> Document:
    """The levels, what moved last first, fifty a page."""
    shown = await frame.of(page)
    try:
        values = await levels.compose(page, shown, query)
    except ApiError as refusal:
        # What was asked for makes no sense; the list without it is there all the same, and the form as it was sent.
        values = await levels.compose(page, shown, ListQuery())
        values |= {"told": shown.told(refusal), "query": query, "is_filtered": True, "fields": levels.FILTERS}
    return shown.put("stock/list.html", place="stock", title=shown.say("Stock"), **values)


@route.get("/stock/first", right="stock.change", media_type=HTML)
async def begin_level(page: Page, query: FirstQuery) -> Document | Answered:
    """Choose where a product is counted for the first time, then lead to the level."""
    shown = await frame.of(page)
    if query.variant and query.warehouse:
        there = levels.path_of(query.variant, query.warehouse)
        return shown.go(f"{there}?{urlencode({PRODUCT: query.product})}")
    return await first.put(page, shown, query.product)


@route.get("/stock/{variant_id}/{warehouse_id}", right="stock.read", media_type=HTML)
async def show_level(page: Page, variant_id: str, warehouse_id: str, query: LevelQuery) -> Document:
    """One level with its movements."""
    place = Place(variant_id, warehouse_id, query.product)
    return await level.put(page, await frame.of(page), place, done=query.done, cursor=query.cursor)


@route.post("/stock/{variant_id}/{warehouse_id}/adjust", right="stock.change", media_type=HTML)
async def adjust_level(page: Page, variant_id: str, warehouse_id: str, form: Form) -> Document | Answered:
    """Move a level by so many."""
    return await moving.adjust(page, await frame.of(page), Place(variant_id, warehouse_id), form)


@route.post("/stock/{variant_id}/{warehouse_id}/count", right="stock.change", media_type=HTML)
async def count_level(
    page: Page, variant_id: str, warehouse_id: str, form: Form, request: Request
) -> Document | Answered:
    """Bring a level to what was counted; the first count begins it."""
    place = Place(variant_id, warehouse_id, _product(request))
    return await moving.count(page, await frame.of(page), place, form)


@route.post("/stock/{variant_id}/{warehouse_id}/transfer", right="stock.change", media_type=HTML)
async def transfer_pieces(page: Page, variant_id: str, warehouse_id: str, form: Form) -> Document | Answered:
    """Send pieces to another warehouse."""
    return await moving.transfer(page, await frame.of(page), Place(variant_id, warehouse_id), form)


@route.post("/stock/{variant_id}/{warehouse_id}/threshold", right="catalog.change", media_type=HTML)
async def watch_level(
    page: Page, variant_id: str, warehouse_id: str, form: Form, request: Request
) -> Document | Answered:
    """Say below how many pieces the variant is low."""
    place = Place(variant_id, warehouse_id, _product(request))
    return await moving.watch(page, await frame.of(page), place, form)


def _product(request: Request) -> str | None:
    return request.query_values().get(PRODUCT)
