"""Lists in Stripe's form: newest first, after an id or before one, with what the caller narrows them by."""

from typing import Any

from fulfilment.payments.simulator.memory import Deed, Stored
from fulfilment.payments.simulator.parameters import Listing, Moment
from fulfilment.payments.simulator.refusals import Missing

_FILTERS = ("customer", "payment_intent", "charge", "email", "type")


def page(deed: Deed, kind: str, url: str, asked: Listing) -> dict[str, Any]:
    """One page. Raises Missing where the id it begins after is not there."""
    rows = [thing for thing in deed.all(kind) if _is_wanted(thing, asked)]
    if asked.starting_after:
        rows = rows[_place(rows, kind, asked.starting_after, "starting_after") + 1 :]
    elif asked.ending_before:
        end = _place(rows, kind, asked.ending_before, "ending_before")
        rows = rows[max(0, end - asked.limit) : end]
    return {"object": "list", "data": rows[: asked.limit], "has_more": len(rows) > asked.limit, "url": url}


def _place(rows: list[Stored], kind: str, id: str, param: str) -> int:
    for place, thing in enumerate(rows):
        if thing["id"] == id:
            return place
    raise Missing(kind, id, param)


def _is_wanted(thing: Stored, asked: Listing) -> bool:
    if any(getattr(asked, name) not in (None, thing.get(name)) for name in _FILTERS):
        return False
    if asked.types and thing.get("type") not in asked.types:
        return False
    if asked.subscription and asked.subscription not in (thing.get("subscription"), _billed(thing)):
        return False
    return _has_status(thing, asked.status) and _was_created(thing["created"], asked.created)


def _billed(invoice: Stored) -> str | None:
    details = (invoice.get("parent") or {}).get("subscription_details") or {}
    return details.get("subscription")


def _has_status(thing: Stored, wanted: str | None) -> bool:
    """Canceled subscriptions are listed to those alone who ask for them."""
    if thing["object"] == "subscription" and wanted in (None, "ended"):
        return (thing["status"] in ("canceled", "incomplete_expired")) is (wanted == "ended")
    return wanted in (None, "all", thing.get("status"))


def _was_created(at: int, wanted: Moment | int | None) -> bool:
    if wanted is None or isinstance(wanted, int):
        return wanted in (None, at)
    bounds = (
        wanted.gt is None or at > wanted.gt,
        wanted.gte is None or at >= wanted.gte,
        wanted.lt is None or at < wanted.lt,
        wanted.lte is None or at <= wanted.lte,
    )
    return all(bounds)
