"""What stands in the list of parcels."""

from typing import Any
from urllib.parse import urlencode

import msgspec

from fulfilment.console.frame.frame import Frame
from fulfilment.console.wording import codes
from fulfilment.http.page import Page
from fulfilment.shipments import routes as shipments

PAGE_ROWS = 50


class ListQuery(msgspec.Struct, rename="camel", kw_only=True, omit_defaults=True):
    """What the address of the list says: the tab, the filters, the page, and what was just done."""

    status: str | None = None
    courier_code: str | None = None
    q: str | None = None
    from_: str | None = msgspec.field(default=None, name="from")
    to: str | None = None
    cursor: str | None = None
    done: str | None = None


async def compose(page: Page, shown: Frame, query: ListQuery) -> dict[str, Any]:
    """The rows of the page, the tabs with their counts, and the links on."""
    asked = {"status": query.status, "courierCode": query.courier_code, "limit": PAGE_ROWS, "cursor": query.cursor}
    answer = await page.ask(shipments.list_shipments, asked)
    kept = msgspec.to_builtins(query)
    kept.pop("cursor", None)
    kept.pop("done", None)
    return {
        "rows": answer.data,
        "query": query,
        "older": _link(shown, kept | {"cursor": answer.meta["cursor"]}) if answer.meta.get("hasMore") else None,
        "newest": _link(shown, kept) if query.cursor else None,
        "tabs": [
            (value, word, _link(shown, kept | {"status": value})) for value, (word, _, _) in codes.STATUSES.items()
        ],
    }


def _link(shown: Frame, values: dict[str, Any]) -> str:
    said = urlencode({name: value for name, value in values.items() if value})
    return f"{shown.address}/shipments" + (f"?{said}" if said else "")
