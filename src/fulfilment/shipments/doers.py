"""Who drafted, booked, cancelled or replaced a shipment, kept in the audit log where it was a person (decision 124).

An API key sends one parcel like thousands of others, and the log of requests has it; among them the one that somebody
booked by hand would not be found.
"""

from typing import Any, Literal

from fulfilment.db.tx import Actor, Tx

Act = Literal["created", "booked", "cancelled", "replaced"]


def note(tx: Tx, act: Act, shipment_id: str, by: Actor | None = None, **after: Any) -> None:
    """Keep that a person did this; `by` is who, where it is not who acts in `tx`. `after` is what came of it."""
    doer = by or tx.actor
    if doer.actor_id and doer.actor_id != tx.account_id:
        tx.audit(f"shipment.{act}", "Shipment", shipment_id, after=after, actor=doer)
