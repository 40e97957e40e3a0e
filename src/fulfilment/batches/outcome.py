"""What becomes of a row: whether its shipment qualifies, and how a refusal is told."""

from collections.abc import Mapping
from typing import Any

import msgspec

from fulfilment.batches.records import Kind, RowStatus
from fulfilment.http.errors import ApiError
from fulfilment.shipments.cancellation import ENDED
from fulfilment.shipments.refusals import AlreadyConfirmed, InvalidState, NotReady

_OK = 200
# As many characters of a reason as the row keeps; the courier may say anything.
_MOST_CHARACTERS = 1_000


class Outcome(msgspec.Struct, frozen=True):
    """How a row ended, or how far it is."""

    status: RowStatus
    code: str | None = None
    message: str | None = None
    http_status: int | None = None


DONE = Outcome("done", http_status=_OK)
WAITING = Outcome("waiting")
RUNNING = Outcome("running")


def refused(status: RowStatus, problem: ApiError) -> Outcome:
    """The row as the request for its shipment alone would have been answered."""
    return Outcome(status, problem.code, str(problem)[:_MOST_CHARACTERS], problem.status)


def judge(kind: Kind, shipment: Mapping[str, Any]) -> ApiError | None:
    """Why nothing is to be done with a shipment; None where it qualifies."""
    status = shipment["status"]
    if kind == "cancel":
        return InvalidState(f"A {status} shipment cannot be cancelled.") if status in ENDED else None
    if kind == "book":
        if status == "cancelled" or shipment["replaced_by"] is not None:
            return InvalidState("A cancelled or replaced shipment cannot be booked.")
        return None if status == "pending" else AlreadyConfirmed()
    if status == "cancelled":
        return InvalidState("A cancelled shipment needs no label.")
    return NotReady("There is no waybill yet: book the courier first.") if shipment["waybill_id"] is None else None
