"""What stands on the page of the credit."""

from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

import msgspec

from fulfilment.console.credit.topping_up import CHOICES
from fulfilment.console.frame.frame import Frame
from fulfilment.credits import routes as credits
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError, Validation
from fulfilment.http.page import Page
from fulfilment.translations import N_

PAGE_ROWS = 50
KINDS = {
    "topup": N_("Top-up"),
    "shipment_charge": N_("Booking"),
    "shipment_refund": N_("Refund of a booking"),
    "manual_adjustment": N_("Correction"),
}
_DONE = {"not_paid": N_("Nothing was paid. You left the payment page before paying.")}
_FIELDS = {"from": "from", "to": "to", "kind": "kind"}
# Days that every zone can tell, whichever side of UTC it is on.
_FIRST, _LAST = date(2000, 1, 1), date(9000, 1, 1)


class CreditQuery(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What the address says: the filters, the page, and what has just come of a payment."""

    kind: str | None = None
    from_: str | None = msgspec.field(default=None, name="from")
    to: str | None = None
    cursor: str | None = None
    done: str | None = None
    paid: str | None = None


async def put(page: Page, shown: Frame, query: CreditQuery) -> Document:
    """The balance, the transactions of the filter, and whether a payment of just now is credited."""
    period, refusal = period_of(shown, query)
    rows, meta = [], {}
    try:
        asked = period | {"kind": query.kind, "limit": PAGE_ROWS, "cursor": query.cursor}
        answer = await page.ask(credits.list_credit_transactions, asked)
        rows, meta = answer.data["transactions"], answer.meta
    except ApiError as problem:
        if problem.field not in _FIELDS:
            raise
        refusal = problem
    kept = {"kind": query.kind, "from": query.from_, "to": query.to}
    return shown.put(
        "credit/credit.html",
        place="credit",
        title=shown.say("Credit"),
        told=None if refusal is None else shown.told(refusal),
        fields=_FIELDS,
        done=shown.say(_DONE[query.done]) if query.done in _DONE else None,
        balance=(await page.ask(credits.get_shipping_credits)).data,
        rows=rows,
        query=query,
        texts=[name for name, text in (("from", query.from_), ("to", query.to)) if text and not _is_plain_day(text)],
        kinds=KINDS,
        choices=CHOICES,
        is_filtered=any(kept.values()),
        paid=_paid(query, rows),
        export=_link(shown, "/credit/statement", kept),
        older=_link(shown, "/credit", kept | {"cursor": meta["cursor"]}) if meta.get("hasMore") else None,
        newest=_link(shown, "/credit", kept) if query.cursor else None,
    )


def period_of(shown: Frame, query: CreditQuery) -> tuple[dict[str, str], Validation | None]:
    """The moments between the filter's days, both days included; a day that is none is left out, and told of."""
    period, problem = {}, None
    for name, text, more in (("from", query.from_, 0), ("to", query.to, 1)):
        try:
            day = date.fromisoformat(text) if text else None
        except ValueError:
            day = _LAST
        if day is not None and not _FIRST <= day < _LAST:
            problem = Validation(shown.say("This is no day. Days look like 2026-11-23."), field=name)
        elif day is not None:
            period[name] = shown.show.start_of(day + timedelta(days=more)).isoformat()
    return period, problem


def _is_plain_day(text: str) -> bool:
    """Whether a browser's field of a day can show it; what it cannot, it leaves out."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _paid(query: CreditQuery, rows: list[dict[str, Any]]) -> dict[str, Any] | None:
    """What has become of the payment that somebody comes back from: its top-up names the page it was paid on."""
    if not query.paid:
        return None
    found = [row for row in rows if row["kind"] == "topup" and (row["memo"] or "").endswith(f"({query.paid})")]
    return {"amount": found[0]["amount"] if found else None, "session": query.paid}


def _link(shown: Frame, path: str, values: dict[str, str | None]) -> str:
    said = urlencode({name: value for name, value in values.items() if value})
    return f"{shown.address}{path}" + (f"?{said}" if said else "")
