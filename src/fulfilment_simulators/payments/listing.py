"""Lists in Stripe's format: newest first, with pagination by id and filters."""

from typing import Any

from fulfilment_simulators.payments.errors import MissingObject
from fulfilment_simulators.payments.parameters import ListParameters, TimeFilter
from fulfilment_simulators.payments.store import StripeObject, Transaction

_FILTERS = ("customer", "payment_intent", "charge", "email", "type")


def list_page(tx: Transaction, kind: str, url: str, parameters: ListParameters) -> dict[str, Any]:
    """One page. Raises MissingObject where the id of the cursor does not exist."""
    rows = [thing for thing in tx.all(kind) if _matches(thing, parameters)]
    if parameters.starting_after:
        rows = rows[_index_of(rows, kind, parameters.starting_after, "starting_after") + 1 :]
    elif parameters.ending_before:
        end = _index_of(rows, kind, parameters.ending_before, "ending_before")
        rows = rows[max(0, end - parameters.limit) : end]
    return {"object": "list", "data": rows[: parameters.limit], "has_more": len(rows) > parameters.limit, "url": url}


def _index_of(rows: list[StripeObject], kind: str, id: str, param: str) -> int:
    for place, thing in enumerate(rows):
        if thing["id"] == id:
            return place
    raise MissingObject(kind, id, param)


def _matches(thing: StripeObject, parameters: ListParameters) -> bool:
    if any(getattr(parameters, name) not in (None, thing.get(name)) for name in _FILTERS):
        return False
    if parameters.types and thing.get("type") not in parameters.types:
        return False
    if parameters.subscription and parameters.subscription not in (
        thing.get("subscription"),
        _subscription_of_invoice(thing),
    ):
        return False
    return _has_status(thing, parameters.status) and _was_created(thing["created"], parameters.created)


def _subscription_of_invoice(invoice: StripeObject) -> str | None:
    details = (invoice.get("parent") or {}).get("subscription_details") or {}
    return details.get("subscription")


def _has_status(thing: StripeObject, status: str | None) -> bool:
    """True where the status matches; cancelled subscriptions are listed only on request."""
    if thing["object"] == "subscription" and status in (None, "ended"):
        return (thing["status"] in ("canceled", "incomplete_expired")) is (status == "ended")
    return status in (None, "all", thing.get("status"))


def _was_created(at: int, time_filter: TimeFilter | int | None) -> bool:
    if time_filter is None or isinstance(time_filter, int):
        return time_filter in (None, at)
    bounds = (
        time_filter.gt is None or at > time_filter.gt,
        time_filter.gte is None or at >= time_filter.gte,
        time_filter.lt is None or at < time_filter.lt,
        time_filter.lte is None or at <= time_filter.lte,
    )
    return all(bounds)
