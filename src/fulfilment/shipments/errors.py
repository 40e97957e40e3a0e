"""Errors shared by several operations on a shipment (specification, Errors; decisions, section 2)."""

from fulfilment.infra.api.errors import ApiError


class InvalidState(ApiError):
    """The shipment's status does not allow this, or its courier refuses it."""

    status, code, message = 409, "INVALID_STATE", "The shipment's status does not allow this."


class AlreadyConfirmed(ApiError):
    """The courier is booked already."""

    status, code, message = 409, "ALREADY_CONFIRMED", "The courier is booked already."


class NotReady(ApiError):
    """There is no waybill yet."""

    status, code, message = 409, "NOT_READY", "The label is not ready yet; try again in a minute."
