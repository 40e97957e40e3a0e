"""The list of shipments: its tabs with their counts, its filters and its rows."""

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

import msgspec

from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.api.internal_client import ApiResponse, ConsolePage
from fulfilment.infra.i18n import N_
from fulfilment.shipments import courier_names
from fulfilment.shipments import routes as shipments
from fulfilment.shipments.listing import search
from fulfilment.shipments.listing.work_queues import OPEN_STATUSES


class Tab(msgspec.Struct, frozen=True):
    """Tab. `params` is its query; `count_field` is the field of its count in the answer of the queues.

    A tab with a `parent` stands in the row below its parent.
    """

    name: str
    title: str
    params: Mapping[str, str]
    count_field: str | None = None
    is_default: bool = True
    parent: str | None = None


TABS = (
    Tab("all", N_("All"), {}),
    Tab("to_book", N_("To book"), {"status": "pending"}),
    Tab("to_print", N_("To print"), {"queue": "to_print"}, "toPrint"),
    Tab("under_way", N_("Under way"), {"queue": "under_way"}),
    Tab("delivered", N_("Delivered"), {"status": "delivered"}),
    Tab("returned", N_("Returned"), {"status": "returned"}),
    Tab("cancelled", N_("Cancelled"), {"status": "cancelled"}),
    # Tabs that the first page links to; they show while they are current.
    Tab(
        "uncollected",
        N_("Not collected, no news for 24 hours"),
        {"queue": "uncollected"},
        "uncollected",
        is_default=False,
    ),
    Tab("silent", N_("No news for 48 hours"), {"queue": "silent"}, "silent", is_default=False),
    Tab("unclear", N_("Booking unclear"), {"queue": "unclear"}, "unclear", is_default=False),
    Tab("came_back", N_("Returned, to check"), {"queue": "returned"}, "returned", is_default=False),
    Tab("confirmed", N_("Booked"), {"status": "confirmed"}, parent="under_way"),
    Tab("allocated", N_("Driver found"), {"status": "allocated"}, parent="under_way"),
    Tab("picking_up", N_("Driver on the way"), {"status": "picking_up"}, parent="under_way"),
    Tab("picked_up", N_("Picked up"), {"status": "picked_up"}, parent="under_way"),
    Tab("in_transit", N_("In transit"), {"status": "in_transit"}, parent="under_way"),
    Tab("dropping_off", N_("Out for delivery"), {"status": "dropping_off"}, parent="under_way"),
)


def find_tab(status: str | None, queue: str | None) -> Tab | None:
    """Tab of an address; None without a match."""
    params = {name: value for name, value in (("status", status), ("queue", queue)) if value}
    return next((tab for tab in TABS if tab.params == params), None)


def list_visible(current: Tab | None) -> list[Tab]:
    """Row of tabs: the usual tabs and the current tab."""
    return [tab for tab in TABS if tab.parent is None and (tab.is_default or tab is current)]


def list_children(current: Tab | None) -> list[Tab]:
    """Row below the tabs: the statuses of the current tab, if it has several."""
    parent = None if current is None else current.parent or current.name
    return [tab for tab in TABS if parent is not None and tab.parent == parent]


def count_in_tab(tab: Tab, queues: Mapping[str, Any]) -> tuple[int, bool]:
    """Count of a tab, and whether there are more than that."""
    by_status = queues["byStatus"]
    if tab.name == "all":
        return sum(by_status.values()), False
    if tab.name == "under_way":
        return sum(by_status.get(status, 0) for status in OPEN_STATUSES), False
    if "status" in tab.params:
        return by_status.get(tab.params["status"], 0), False
    counter = queues[tab.count_field or ""]
    return counter["count"], counter["isMore"]


PAGE_ROWS = 50
MAX_SELECTED = 500
# Some scanners put the kind of bar code before a code (AIM): `]C1` for Code 128.
_SYMBOLOGY = re.compile(r"^\][A-Za-z][0-9A-Za-z]")
# The whole list is ticked, and not single rows.
ALL_TICKED = "all"
# The API's names of filters that may be wrong, by the page's fields.
FILTER_FIELDS = {"q": "f-q", "courierCode": "f-courier", "from": "f-from", "to": "f-to", "printed": "f-printed"}


class ShipmentListQuery(msgspec.Struct, rename="camel", kw_only=True, omit_defaults=True):
    """The query of the list: the tab, the filters, the page and the ticks. Days are those of the workspace's zone."""

    status: str | None = None
    queue: str | None = None
    courier_code: str | None = None
    printed: str | None = None
    q: str | None = None
    from_: str | None = msgspec.field(default=None, name="from")
    to: str | None = None
    cursor: str | None = None
    ticked: str | None = None


async def fetch_page(page: ConsolePage, layout: PageLayout, query: ShipmentListQuery) -> ApiResponse:
    """The rows that an address asks for, as the API lists them. Raises Validation."""
    filters = build_filters(layout, query)
    return await page.get(shipments.list_shipments, filters | {"limit": PAGE_ROWS, "cursor": query.cursor})


def strip_symbology(text: str) -> str:
    """The typed or scanned text without the scanner's prefix for the kind of bar code."""
    return _SYMBOLOGY.sub("", text.strip())


async def is_exact_match(page: ConsolePage, text: str, row: dict[str, Any]) -> bool:
    """True where the text names the parcel whole. A former waybill is looked up."""
    if search.is_exact_match(text, row):
        return True
    former_shipments = await page.get(shipments.list_shipments, {"waybillId": text, "limit": 1})
    return [each["id"] for each in former_shipments.data] == [row["id"]]


async def build_context(
    page: ConsolePage, layout: PageLayout, query: ShipmentListQuery, found: ApiResponse | None = None
) -> dict[str, Any]:
    """The rows of the page, the tabs with their counts, and the links on. Raises Validation.

    `found` are the rows where they have been looked up already.
    """
    response = found or await fetch_page(page, layout, query)
    queues = (await page.get(shipments.get_shipment_queues)).data
    here = find_tab(query.status, query.queue)
    params = list_params(query)
    filters = {name: value for name, value in params.items() if name not in ("status", "queue")}

    def link_tabs(row: list[Tab]) -> list[tuple[Tab, tuple[int, bool], str]]:
        return [(tab, count_in_tab(tab, queues), build_link(layout, filters | dict(tab.params))) for tab in row]

    return {
        "rows": response.data,
        "couriers": _list_couriers(query, response.data),
        "query": query,
        "here": here,
        "tabs": link_tabs(list_visible(here)),
        "parts": link_tabs(list_children(here)),
        "list_params": list_params(query, with_cursor=True),
        "is_filtered": bool(filters),
        "cleared": build_link(layout, {} if here is None else dict(here.params)),
        "csv": build_link(layout, params, "/shipments.csv"),
        "older": build_link(layout, params | {"cursor": response.meta["cursor"]}) if response.meta["hasMore"] else None,
        "newest": build_link(layout, params) if query.cursor else None,
        "news": None if filters or query.cursor else _build_news_link(layout, here, response.data, queues),
        "most_at_once": MAX_SELECTED,
        "ticked": frozenset((query.ticked or "").split(",")),
        "is_all_ticked": query.ticked == ALL_TICKED,
        # True where the list is not that of the form above it.
        "is_other_list": False,
    }


def _list_couriers(query: ShipmentListQuery, rows: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """The couriers to choose from by name: those with a name of their own, those of the page and the chosen one."""
    codes = {*courier_names.list_codes(), *(row["courierCode"] for row in rows)}
    if query.courier_code:
        codes.add(courier_names.find_code(query.courier_code))
    named = [(code, courier_names.get_courier_name(code)) for code in codes]
    return sorted(named, key=lambda courier: courier[1].casefold())


def _build_news_link(
    layout: PageLayout, here: Tab | None, rows: list[dict[str, Any]], queues: dict[str, Any]
) -> str | None:
    """Address that tells of new parcels; None on a tab that is no queue of work."""
    if here is None or here.name not in ("all", "to_book", "to_print"):
        return None
    if here.name == "to_print":
        # A parcel enters this tab when it is booked, so its id may be older than the shown ids.
        return build_link(layout, {"had": str(queues["toPrint"]["count"])}, "/shipments.new")
    return build_link(layout, {"after": rows[0]["id"] if rows else "", **here.params}, "/shipments.new")


def build_filters(layout: PageLayout, query: ShipmentListQuery) -> dict[str, str]:
    """The API's filters of an address: days become the moments at which they begin and end. Raises Validation."""
    filters = list_params(query)
    if query.q and (text := strip_symbology(query.q)):
        filters["q"] = text
    if query.courier_code:
        filters["courierCode"] = courier_names.find_code(query.courier_code)
    if query.from_:
        filters["from"] = layout.formatter.start_of(_parse_day(layout, query.from_, "from")).isoformat()
    if query.to:
        filters["to"] = layout.formatter.start_of(_parse_day(layout, query.to, "to") + timedelta(days=1)).isoformat()
    return filters


def list_params(query: ShipmentListQuery, *, with_cursor: bool = False) -> dict[str, str]:
    """The tab and the filters of an address, with the page where that is wanted, and never with the ticks."""
    excluded = ("ticked",) if with_cursor else ("ticked", "cursor")
    return {name: value for name, value in msgspec.to_builtins(query).items() if value and name not in excluded}


def build_link(layout: PageLayout, params: dict[str, str], path: str = "/shipments") -> str:
    """The address of the list, or of another of its screens, with these filters."""
    return f"{layout.address}{path}" + (f"?{urlencode(params)}" if params else "")


def _parse_day(layout: PageLayout, text: str, field: str) -> date:
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        raise Validation(layout.gettext("Enter a date such as 2026-11-23."), field=field) from None
    if not date(2000, 1, 1) <= day <= date(2200, 1, 1):
        raise Validation(layout.gettext("Choose a day between 2000 and 2200."), field=field)
    return day
