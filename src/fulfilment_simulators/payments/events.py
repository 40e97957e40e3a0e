"""Events about objects, in the API version that the service uses."""

from typing import Any

from fulfilment_simulators.payments import ids, wire
from fulfilment_simulators.payments.store import StripeObject, Transaction

API_VERSION = "2026-10-28.endive"


def emit_event(tx: Transaction, type: str, stripe_object: StripeObject, **previous: Any) -> StripeObject:
    """Store an event with the object's current state; `previous` are former values of updated fields."""
    data: dict[str, Any] = {"object": wire.to_public(stripe_object)}
    if previous:
        data["previous_attributes"] = previous
    return tx.save(
        {
            "id": ids.new("evt"),
            "object": "event",
            "api_version": API_VERSION,
            "created": tx.now,
            "data": data,
            "livemode": False,
            "pending_webhooks": int(tx.has_receiver),
            "request": tx.request_info,
            "type": type,
        }
    )
