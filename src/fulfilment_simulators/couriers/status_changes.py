"""Changes of an order after the booking. Each returns a changed copy, which the caller stores."""

import copy
from datetime import datetime
from typing import Any

from fulfilment_simulators.couriers import forms, orders, price_table, waybills
from fulfilment_simulators.couriers.faults import ApiFault

CANCELLABLE = frozenset({"confirmed", "scheduled", "allocated", "picking_up"})
CANCELLATION_REASONS = {
    "change_courier": "I want to change the courier",
    "pickup_delay": "The pickup takes too long",
    "change_address": "I want to change the address",
    "others": "Other reason",
}
# Statuses in which an order has a driver and a waybill.
_WITH_DRIVER = frozenset({"allocated", "picking_up", "picked", "dropping_off"})
_NOTES = {
    "confirmed": "Courier order is confirmed.",
    "allocated": "A driver has been assigned.",
    "picking_up": "The courier is on the way to pick up the parcel.",
    "picked": "The parcel has been picked up.",
    "dropping_off": "The parcel is on its way to the recipient.",
    "in_transit": "The parcel is in transit.",
    "on_hold": "The parcel is on hold.",
    "return_in_transit": "The parcel is on its way back to the sender.",
    "returned": "The parcel was returned to the sender.",
    "delivered": "The parcel was delivered.",
    "rejected": "The courier has rejected the order.",
    "courier_not_found": "No courier was found.",
    "disposed": "The parcel was disposed of.",
    "cancelled": "The order was cancelled.",
}


def change_status(order: dict[str, Any], status: str, note: str | None, at: datetime | None) -> dict[str, Any]:
    """The order in any other status, with a line in its history."""
    changed = copy.deepcopy(order)
    courier = changed["courier"]
    service = price_table.find_service(courier["company"], courier["type"])
    if status in _WITH_DRIVER:
        courier |= waybills.assign_driver(changed["id"], service)
        courier["waybill_id"] = courier["waybill_id"] or waybills.generate_waybill(courier["company"])
    kind = service.service_type if service else "standard"
    history_note = _NOTES.get(status) if note is None else note
    courier["history"].append(orders.history_line(kind, status, history_note, forms.format_timestamp(at)))
    changed["status"] = status
    return changed


def change_price(order: dict[str, Any], price: int) -> dict[str, Any]:
    """The order with another price, as after weighing by the courier."""
    changed = copy.deepcopy(order)
    changed["courier"]["shipment_fee"] = max(0, changed["courier"]["shipment_fee"] + price - changed["price"])
    changed["price"] = price
    return changed


def change_waybill(order: dict[str, Any], waybill: str | None) -> dict[str, Any]:
    """The order with a waybill: the first, or that of another courier after a hand-over."""
    changed = copy.deepcopy(order)
    changed["courier"]["waybill_id"] = waybill or waybills.generate_waybill(changed["courier"]["company"])
    return changed


def cancel_order(order: dict[str, Any], reason_code: str | None, reason: str | None) -> dict[str, Any]:
    """The cancelled order. Raises ApiFault 40002053 for a collected parcel or a finished order."""
    if order["status"] not in CANCELLABLE:
        raise ApiFault(40002053, f"Cannot cancel because the order is already {order['status']}")
    if reason_code not in CANCELLATION_REASONS:
        raise ApiFault(40002056, "Cancellation reason code is invalid")
    if reason_code == "others" and reason is None:
        raise ApiFault(40002056, "Cancellation reason is missing")
    reason_text = reason if reason_code == "others" else CANCELLATION_REASONS[reason_code]
    changed = change_status(order, "cancelled", reason_text, None)
    return changed | {"cancellation_reason_code": reason_code, "cancellation_reason": reason_text}
