"""Outcome of a batch's row: whether its shipment qualifies, and the error that is stored where it does not."""

import msgspec

from fulfilment.bulk_jobs.schemas import BatchKind, RowStatus
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.models import Row
from fulfilment.shipments.cancellation.cancellation import FINAL_STATUSES
from fulfilment.shipments.errors import AlreadyConfirmed, InvalidState, NotReady

_OK = 200
# A longer error message is cut before it is stored.
_MAX_MESSAGE_CHARACTERS = 1_000


class RowOutcome(msgspec.Struct, frozen=True):
    """The outcome of a row, or its progress."""

    status: RowStatus
    code: str | None = None
    message: str | None = None
    http_status: int | None = None


DONE = RowOutcome("done", http_status=_OK)
WAITING = RowOutcome("waiting")
RUNNING = RowOutcome("running")


def error_outcome(status: RowStatus, problem: ApiError) -> RowOutcome:
    """The error with which the request for this shipment alone would have been answered."""
    return RowOutcome(status, problem.code, str(problem)[:_MAX_MESSAGE_CHARACTERS], problem.status)


def find_ineligibility(kind: BatchKind, shipment: Row) -> ApiError | None:
    """The reason why a shipment does not qualify; None where it does."""
    status = shipment["status"]
    if kind == "cancel":
        return InvalidState(f"A {status} shipment cannot be cancelled.") if status in FINAL_STATUSES else None
    if kind == "book":
        if status == "cancelled" or shipment["replaced_by"] is not None:
            return InvalidState("A cancelled or replaced shipment cannot be booked.")
        return None if status == "pending" else AlreadyConfirmed()
    if status == "cancelled":
        return InvalidState("A cancelled shipment needs no label.")
    if shipment["waybill_id"] is not None:
        return None
    # Some couriers issue the waybill some time after the booking.
    if status != "pending":
        return NotReady("There is no waybill yet: the courier gives it later.")
    return NotReady("There is no waybill yet: book the courier first.")
