"""Audit entries of people's actions on shipments: drafting, booking, cancelling and replacing (decision 34).

An API key sends one parcel like thousands of others, and the log of requests has it; among them the one that somebody
booked by hand would not be found.
"""

from typing import Any, Literal

from fulfilment.infra.database.transaction import Actor, Tx

PersonAction = Literal["created", "booked", "cancelled", "replaced"]


def record_person_action(
    tx: Tx, action: PersonAction, shipment_id: str, on_behalf_of: Actor | None = None, **after: Any
) -> None:
    """Keep that a person did this; `on_behalf_of` is who, where it is not who acts in `tx`. `after` is what came of
    it."""
    actor = on_behalf_of or tx.actor
    if actor.actor_id and actor.actor_id != tx.account_id:
        tx.audit(f"shipment.{action}", "Shipment", shipment_id, after=after, actor=actor)
