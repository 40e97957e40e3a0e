"""Events: what is told of an object, in the version of the API that the service speaks."""

from typing import Any

from fulfilment.payments.simulator import ids, wire
from fulfilment.payments.simulator.memory import Deed, Stored

API_VERSION = "2026-10-28.endive"


def tell(deed: Deed, type: str, thing: Stored, **previous: Any) -> Stored:
    """Keep an event about the object as it is now; `previous` are the values that it had, where it was updated."""
    data: dict[str, Any] = {"object": wire.shown(thing)}
    if previous:
        data["previous_attributes"] = previous
    return deed.put(
        {
            "id": ids.new("evt"),
            "object": "event",
            "api_version": API_VERSION,
            "created": deed.now,
            "data": data,
            "livemode": False,
            "pending_webhooks": int(deed.has_receiver),
            "request": deed.asked,
            "type": type,
        }
    )
