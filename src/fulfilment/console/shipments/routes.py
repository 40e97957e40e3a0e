"""The HTTP edge of the list of parcels: the list, its file, finding, and what is new."""

import re
from typing import Any

import msgspec

from fulfilment.console.frame import frame
from fulfilment.console.shipments import view
from fulfilment.console.shipments.view import ListQuery
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.http.route import Routes
from fulfilment.shipments import routes as shipments

route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"
_FEW = 10
# Some scanners say before a code which kind of bar code it was in (AIM): `]C1` for Code 128.
_SYMBOLOGY = re.compile(r"^\][A-Za-z][0-9A-Za-z]")


class FindQuery(msgspec.Struct):
    """What was typed into the box that finds."""

    q: str = ""


class NewsQuery(msgspec.Struct):
    """The newest row that a page shows, of which tab; of one that parcels come to later than they are drafted, how many
    there were.
    """

    after: str = ""
    status: str | None = None
    had: int | None = None


@route.get("/shipments", right="shipments.read", media_type=HTML)
async def show_shipments(page: Page, query: ListQuery) -> Document:
    """The parcels of a tab, filtered, fifty a page."""
    shown = await frame.of(page)
    try:
        values = await view.compose(page, shown, query)
    except ApiError as refusal:
        # What was asked for makes no sense; the list without it is there all the same, and the form as it was sent.
        values = await view.compose(page, shown, ListQuery())
        values |= {"told": shown.told(refusal), "query": query, "is_filtered": True, "fields": view.FILTERS}
        values["is_other_list"] = True
    return shown.put("shipments/list.html", place="shipments", title=shown.say("Shipments"), **values)


@route.get("/shipments.csv", right="shipments.read", media_type="text/csv", ends_with_caller=True)
async def download_shipments(page: Page, query: ListQuery) -> Document:
    """The same parcels as a file."""
    shown = await frame.of(page)
    return await page.fetch(shipments.export_shipments, view.filters_of(shown, query))


@route.get("/shipments.new", right="shipments.read", media_type=HTML)
async def tell_news(page: Page, query: NewsQuery) -> Document | Answered:
    """Whether there are parcels that came after a page was made: a line that says how many, or nothing."""
    if query.had is None:
        answer = await page.ask(shipments.list_shipments, {"limit": _FEW, "status": query.status})
        count = sum(row["id"] > query.after for row in answer.data)
    else:
        count = (await page.ask(shipments.get_shipment_queues)).data["toPrint"]["count"] - query.had
    if count <= 0:
        return Answered(204, b"", {})
    shown = await frame.of(page)
    return shown.piece("shipments/news.html", count=count, is_more=count >= _FEW)


@route.get("/search", right="shipments.read", media_type=HTML)
async def find_shipments(page: Page, query: FindQuery) -> Document | Answered:
    """Open the one parcel that is meant, or list those that may be."""
    shown = await frame.of(page)
    text = _SYMBOLOGY.sub("", query.q.strip())[:200]
    if not text:
        return shown.go("/shipments")
    search = ListQuery(q=text)
    found = await view.look(page, shown, search)
    if len(found.data) == 1 and not found.meta["hasMore"]:
        return shown.go(f"/shipments/{found.data[0]['id']}")
    values: dict[str, Any] = await view.compose(page, shown, search, found)
    return shown.put("shipments/list.html", place="shipments", title=shown.say("Shipments"), found_by=text, **values)
