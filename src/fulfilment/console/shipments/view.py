"""What stands in the list of parcels."""

from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

import msgspec

from fulfilment.console.frame.frame import Frame
from fulfilment.console.shipments import tabs
from fulfilment.http.errors import Validation
from fulfilment.http.page import Answer, Page
from fulfilment.shipments import routes as shipments

PAGE_ROWS = 50
MOST_AT_ONCE = 500
# The API's names of filters that may be wrong, by the page's fields.
FILTERS = {"q": "f-q", "courierCode": "f-courier", "from": "f-from", "to": "f-to", "printed": "f-printed"}


class ListQuery(msgspec.Struct, rename="camel", kw_only=True, omit_defaults=True):
    """What the address of the list says: the tab, the filters, the page. Days are those of the workspace's zone."""

    status: str | None = None
    queue: str | None = None
    courier_code: str | None = None
    printed: str | None = None
    q: str | None = None
    from_: str | None = msgspec.field(default=None, name="from")
    to: str | None = None
    cursor: str | None = None


async def look(page: Page, shown: Frame, query: ListQuery) -> Answer:
    """The rows that an address asks for, as the API lists them. Raises Validation."""
    filters = filters_of(shown, query)
    return await page.ask(shipments.list_shipments, filters | {"limit": PAGE_ROWS, "cursor": query.cursor})


async def compose(page: Page, shown: Frame, query: ListQuery, found: Answer | None = None) -> dict[str, Any]:
    """The rows of the page, the tabs with their counts, and the links on. Raises Validation.

    `found` are the rows where they have been looked up already.
    """
    answer = found or await look(page, shown, query)
    queues = (await page.ask(shipments.get_shipment_queues)).data
    here = tabs.of(query.status, query.queue)
    said = kept(query)
    others = {name: value for name, value in said.items() if name not in ("status", "queue")}

    def linked(row: list[tabs.Tab]) -> list[tuple[tabs.Tab, tuple[int, bool], str]]:
        return [(tab, tabs.count_of(tab, queues), link(shown, others | dict(tab.values))) for tab in row]

    return {
        "rows": answer.data,
        "query": query,
        "here": here,
        "tabs": linked(tabs.shown(here)),
        "parts": linked(tabs.parts(here)),
        "stood_in": kept(query, with_cursor=True),
        "is_filtered": bool(others),
        "cleared": link(shown, {} if here is None else dict(here.values)),
        "csv": link(shown, said, "/shipments.csv"),
        "older": link(shown, said | {"cursor": answer.meta["cursor"]}) if answer.meta["hasMore"] else None,
        "newest": link(shown, said) if query.cursor else None,
        "news": None if others or query.cursor else _news(shown, here, answer.data, queues),
        "most_at_once": MOST_AT_ONCE,
        "ticked": frozenset(),
        "is_all_ticked": False,
        # Whether it is not what the form above it says.
        "is_other_list": False,
    }


def _news(shown: Frame, here: tabs.Tab | None, rows: list[dict[str, Any]], queues: dict[str, Any]) -> str | None:
    """Where to ask what has come since; None on a tab that nobody waits at for work."""
    if here is None or here.name not in ("all", "to_book", "to_print"):
        return None
    if here.name == "to_print":
        # A parcel comes here when it is booked, so that its id may be older than those that are here.
        return link(shown, {"had": str(queues["toPrint"]["count"])}, "/shipments.new")
    return link(shown, {"after": rows[0]["id"] if rows else "", **here.values}, "/shipments.new")


def filters_of(shown: Frame, query: ListQuery) -> dict[str, str]:
    """The API's filters of an address: days become the moments at which they begin and end. Raises Validation."""
    filters = kept(query)
    if query.from_:
        filters["from"] = shown.show.start_of(_day(shown, query.from_, "from")).isoformat()
    if query.to:
        filters["to"] = shown.show.start_of(_day(shown, query.to, "to") + timedelta(days=1)).isoformat()
    return filters


def kept(query: ListQuery, *, with_cursor: bool = False) -> dict[str, str]:
    """What an address says, but for the page, which is asked for apart."""
    said = msgspec.to_builtins(query)
    return {name: value for name, value in said.items() if value and (with_cursor or name != "cursor")}


def link(shown: Frame, values: dict[str, str], path: str = "/shipments") -> str:
    """The address of the list, or of another of its screens, with these filters."""
    return f"{shown.address}{path}" + (f"?{urlencode(values)}" if values else "")


def _day(shown: Frame, text: str, field: str) -> date:
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        raise Validation(shown.say("This is no day. Days look like 2026-11-23."), field=field) from None
    if not date(2000, 1, 1) <= day <= date(2200, 1, 1):
        raise Validation(shown.say("Choose a day between 2000 and 2200."), field=field)
    return day
