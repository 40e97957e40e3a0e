"""Errors of batches (docs/errors.md)."""

from fulfilment.infra.api.errors import ApiError

MAX_UNFINISHED = 20


class TooManyBatches(ApiError):
    """The workspace has as many unfinished batches as it may have."""

    status, code = 409, "TOO_MANY_BATCHES"
    message = f"There are {MAX_UNFINISHED} unfinished batches. Wait for one, or stop one, then send this again."


class NoFailedRows(ApiError):
    """No row of the batch has failed, so there is nothing to retry."""

    status, code = 409, "INVALID_STATE"
    message = "No shipment of this batch has failed, so there is nothing to try again."


class NoPrintableShipments(ApiError):
    """The batch has no shipment yet whose label can be printed."""

    status, code = 409, "NOT_READY"
    message = "No shipment of this batch can be printed yet; look at its rows."
