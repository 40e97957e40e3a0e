"""HTTP routes of the list of parcels: the list, its CSV file, the search box, and news."""

from typing import Any

import msgspec

from fulfilment.console.layout import forms, page_layout
from fulfilment.console.shipments import view
from fulfilment.console.shipments.view import ShipmentListQuery
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.i18n import CSV_SEPARATORS
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.shipments import routes as shipments

route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"
_NEWS_LIMIT = 10


class FindQuery(msgspec.Struct):
    """Text of the search box."""

    q: str = ""


class NewsQuery(msgspec.Struct):
    """Newest row of a page and its tab. A tab that parcels enter later than they are drafted has the count of its rows
    instead.
    """

    after: str = ""
    status: str | None = None
    had: int | None = None


@route.get("/shipments", right="shipments.read", media_type=HTML)
async def show_shipments(page: ConsolePage, query: ShipmentListQuery) -> Document:
    """List of the parcels of a tab, filtered, fifty a page."""
    layout = await page_layout.load_layout(page)
    try:
        values = await view.build_context(page, layout, query)
    except ApiError as error:
        # The query is refused: the page shows the list without it, and the form as it was sent.
        values = await view.build_context(page, layout, ShipmentListQuery())
        values |= {
            "error_message": layout.translate_error(error),
            "query": query,
            "is_filtered": True,
            "fields": view.FILTER_FIELDS,
        }
        values["is_other_list"] = True
    if sent := await forms.load_submitted(page):
        # A form of the list was refused: its ticks are as they were.
        selection = {"ticked": frozenset(sent.form.all("id")), "is_all_ticked": sent.form.has("all")}
        values = {"sent": sent} | values | selection
    return layout.render("shipments/list.html", nav_item="shipments", title=layout.gettext("Shipments"), **values)


@route.get("/shipments.csv", right="shipments.read", media_type="text/csv", cancel_on_disconnect=True)
async def download_shipments(page: ConsolePage, query: ShipmentListQuery) -> Document:
    """CSV file of the same parcels."""
    layout = await page_layout.load_layout(page)
    form = {"separator": CSV_SEPARATORS[layout.language]}
    return await page.download(shipments.export_shipments, view.build_filters(layout, query) | form)


@route.get("/shipments.new", right="shipments.read", media_type=HTML)
async def show_news(page: ConsolePage, query: NewsQuery) -> Document | EncodedResponse:
    """Line with the number of parcels that came after the page was made; empty where there are none."""
    if query.had is None:
        response = await page.get(shipments.list_shipments, {"limit": _NEWS_LIMIT, "status": query.status})
        count = sum(row["id"] > query.after for row in response.data)
    else:
        count = (await page.get(shipments.get_shipment_queues)).data["toPrint"]["count"] - query.had
    if count <= 0:
        return EncodedResponse(204, b"", {})
    layout = await page_layout.load_layout(page)
    return layout.render_partial("shipments/news.html", count=count, is_more=count >= _NEWS_LIMIT)


@route.get("/search", right="shipments.read", media_type=HTML)
async def find_shipments(page: ConsolePage, query: FindQuery) -> Document | EncodedResponse:
    """Redirect to the only parcel with the whole text, or list all matches."""
    layout = await page_layout.load_layout(page)
    text = view.strip_symbology(query.q)[:200]
    if not text:
        return layout.redirect("/shipments")
    search = ShipmentListQuery(q=text)
    found = await view.fetch_page(page, layout, search)
    if len(found.data) == 1 and not found.meta["hasMore"] and await view.is_exact_match(page, text, found.data[0]):
        return layout.redirect(f"/shipments/{found.data[0]['id']}")
    values: dict[str, Any] = await view.build_context(page, layout, search, found)
    return layout.render(
        "shipments/list.html", nav_item="shipments", title=layout.gettext("Shipments"), found_by=text, **values
    )
