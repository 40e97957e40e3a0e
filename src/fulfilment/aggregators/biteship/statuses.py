"""Biteship's statuses and what they mean for a shipment (decisions, section 6)."""

import re

from fulfilment.aggregators.port import CourierType

_STATUS_MAP = {
    "confirmed": "confirmed",
    "scheduled": "confirmed",
    "allocated": "allocated",
    "picking_up": "picking_up",
    "picked": "picked_up",
    "in_transit": "in_transit",
    "delivered": "delivered",
    "returned": "returned",
    "disposed": "returned",
    "cancelled": "cancelled",
    "rejected": "cancelled",
    "courier_not_found": "cancelled",
}
_INSTANT_COURIERS = frozenset({"gojek", "grab", "lalamove", "borzo"})
_CAMEL_CASE_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def normalise(raw: str) -> str:
    """`pickingUp`, `PICKING_UP` and `picking up` are all `picking_up`."""
    return re.sub(r"[\s-]+", "_", _CAMEL_CASE_BOUNDARY.sub("_", raw.strip())).lower()


def map_status(raw_status: str, courier_type: CourierType) -> str | None:
    """Our status for a normalised one; None where the shipment keeps the status it has."""
    if raw_status == "dropping_off":
        # Standard couriers call every leg between their hubs a dropping off.
        return "in_transit" if courier_type == "standard" else "dropping_off"
    return _STATUS_MAP.get(raw_status)


def guess_courier_type(courier_code: str | None, service_code: str | None) -> CourierType:
    """The type of an order's courier when nobody says: orders carry the service's code but not its type."""
    code = (service_code or "").lower()
    if "instant" in code:
        return "instant"
    known = (courier_code or "").lower() in _INSTANT_COURIERS or code in ("same_day", "sds")
    return "same_day" if known else "standard"
