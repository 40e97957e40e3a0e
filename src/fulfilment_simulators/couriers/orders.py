"""Orders: the validation of a booking, and the resulting order."""

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from fulfilment_simulators.couriers import forms, geography, price_table, waybills
from fulfilment_simulators.couriers.faults import ApiFault
from fulfilment_simulators.couriers.geography import Spot
from fulfilment_simulators.couriers.price_table import Price, Service

CASH_ON_DELIVERY_LIMIT_RUPIAH = 15_000_000
# Error codes for a missing contact name, telephone number, address, and location.
_SIDES = {
    "origin": (40002014, 40002015, 40002016, 40002011, 40002023, 40002022),
    "destination": (40002017, 40002018, 40002019, 40002010, 40002025, 40002024),
}
Body = Mapping[str, Any]


def create_order(body: Body, location: Mapping[str, Any] | None) -> dict[str, Any]:
    """The order of a booking. Raises ApiFault with the aggregator's code for an invalid booking."""
    if location is not None:
        body = _with_location(body, location)
    service = _require_service(body)
    origin, destination = _require_spot(body, "origin", service), _require_spot(body, "destination", service)
    parcel = price_table.parse_parcel(body.get("items"))
    insured = _parse_insured(body, service)
    cash = _parse_cash_on_delivery(body, service)
    scheduled = _parse_schedule(body)
    price = price_table.quote_price(service, origin, destination, parcel, insured)
    if price is None:
        raise ApiFault(40002021, f"{service.courier_name} {service.courier_service_name} does not go there")
    price = Price(price.shipping_fee, price.insurance_fee, cash * 3 // 100)
    return _build_order(body, service, (origin, destination), price, insured, cash, scheduled)


def _require_service(body: Body) -> Service:
    company, kind = forms.text(body, "courier_company"), forms.text(body, "courier_type")
    if kind is None:
        raise ApiFault(40002004, "Courier type is missing")
    if company is None or company.lower() not in price_table.COURIER_CODES:
        raise ApiFault(40002026, "Courier does not exist")
    service = price_table.find_service(company.lower(), kind.lower())
    if service is None:
        raise ApiFault(40002027, "Courier service type does not exist")
    return service


def _require_spot(body: Body, side: str, service: Service) -> Spot:
    name, phone, address, nowhere, needed, incomplete = _SIDES[side]
    for code, field in ((name, "contact_name"), (phone, "contact_phone"), (address, "address")):
        if forms.text(body, f"{side}_{field}") is None:
            raise ApiFault(code, f"{side.title()} {field.replace('_', ' ')} is missing")
    coordinate = body.get(f"{side}_coordinate")
    if coordinate is not None and (
        forms.number(coordinate, "latitude") is None or forms.number(coordinate, "longitude") is None
    ):
        raise ApiFault(incomplete, f"{side.title()} coordinate is incomplete")
    postal_code = forms.integer(body, f"{side}_postal_code")
    if body.get(f"{side}_postal_code") is not None and geography.find_by_postal_code(postal_code) is None:
        raise ApiFault(40002020, f"{side.title()} postal code is invalid")
    spot = geography.locate(forms.text(body, f"{side}_area_id"), postal_code, coordinate)
    if spot is None:
        raise ApiFault(nowhere, f"{side.title()} needs a postal code, an area or a coordinate")
    if service.needs_coordinates and not spot.exact:
        raise ApiFault(needed, f"{service.courier_name} needs the {side} coordinate")
    return spot


def _parse_insured(body: Body, service: Service) -> int:
    insured = forms.integer(body, "courier_insurance") or 0
    if insured and service.insurance_per_mille == 0:
        raise ApiFault(40002034, f"{service.courier_name} has no insurance")
    return insured


def _parse_cash_on_delivery(body: Body, service: Service) -> int:
    cash = forms.integer(body, "destination_cash_on_delivery") or 0
    if cash and not service.cash_on_delivery:
        raise ApiFault(40002031, f"{service.courier_name} cannot collect cash on delivery")
    if cash > CASH_ON_DELIVERY_LIMIT_RUPIAH:
        raise ApiFault(40002030, "Cash on delivery is at most 15000000")
    return cash


def _parse_schedule(body: Body) -> datetime | None:
    """The time of collection; None means now."""
    kind = forms.text(body, "delivery_type")
    if kind is None:
        raise ApiFault(40002005, "Delivery type is empty")
    if kind not in ("now", "scheduled"):
        raise ApiFault(40002006, "Delivery type is invalid")
    if kind == "now":
        return None
    day, hour = forms.text(body, "delivery_date"), forms.text(body, "delivery_time")
    if day is None or hour is None:
        raise ApiFault(40002035 if day is None else 40002036, "Delivery date and time are missing")
    try:
        at = datetime.strptime(f"{day} {hour}", "%Y-%m-%d %H:%M").replace(tzinfo=forms.JAKARTA)
    except ValueError:
        raise ApiFault(40002061, "Delivery date is YYYY-MM-DD and delivery time HH:mm") from None
    if at < datetime.now(forms.JAKARTA) - timedelta(minutes=1):
        raise ApiFault(40002013, "Delivery time has already passed")
    return at


def _build_order(
    body: Body,
    service: Service,
    spots: tuple[Spot, Spot],
    price: Price,
    insured: int,
    cash: int,
    scheduled: datetime | None,
) -> dict[str, Any]:
    order_id, created_at = secrets.token_hex(12), forms.format_timestamp()
    status = "confirmed" if scheduled is None else "scheduled"
    courier = _build_courier(order_id, service, spots, price, insured)
    courier["history"] = [history_line(service.service_type, status, f"Courier order is {status}.", created_at)]
    return {
        "success": True,
        "message": "Order successfully created",
        "object": "order",
        "id": order_id,
        "short_id": order_id[:8].upper(),
        "draft_order_id": None,
        "shipper": _build_shipper(body),
        "origin": _build_end(body, "origin", spots[0]),
        "destination": _build_end(body, "destination", spots[1]) | _build_proof_of_delivery(body, price, cash),
        "courier": courier,
        "delivery": {
            "datetime": forms.format_timestamp(scheduled),
            "note": None,
            "type": "now" if scheduled is None else "scheduled",
            "distance": round(geography.distance_km(*spots), 1),
            "distance_unit": "kilometer",
        },
        "reference_id": forms.text(body, "reference_id"),
        "invoice_id": None,
        "items": body["items"],
        "extra": [],
        "currency": "IDR",
        "tax_lines": [],
        "price": price.total,
        "metadata": body.get("metadata") or {},
        "tags": body.get("tags") or [],
        "note": forms.text(body, "order_note"),
        "status": status,
        "ticket_status": None,
    }


def _build_shipper(body: Body) -> dict[str, Any]:
    names = {"name": "contact_name", "email": "contact_email", "phone": "contact_phone"}
    contact = {part: forms.text(body, f"shipper_{name}") for part, name in names.items()}
    return contact | {"organization": forms.text(body, "shipper_organization")}


def _build_proof_of_delivery(body: Body, price: Price, cash: int) -> dict[str, Any]:
    """The proof of delivery: no signature, and the cash on delivery."""
    return {
        "proof_of_delivery": {"use": False, "fee": 0, "note": None, "link": None},
        "cash_on_delivery": {
            "id": None,
            "amount": cash,
            "amount_currency": "IDR",
            "fee": price.cash_on_delivery_fee,
            "fee_currency": "IDR",
            "note": None,
            "type": forms.text(body, "destination_cash_on_delivery_type"),
        },
    }


def history_line(service_type: str, status: str, note: str | None, at: str) -> dict[str, Any]:
    """A line of an order's history."""
    return {"service_type": service_type, "status": status, "note": note, "updated_at": at}


def _build_courier(
    order_id: str, service: Service, spots: tuple[Spot, Spot], price: Price, insured: int
) -> dict[str, Any]:
    tracking_id = f"{int(order_id, 16) ^ 0x5A5A5A5A5A5A5A5A5A5A5A5A:024x}"
    return {
        "tracking_id": tracking_id,
        "waybill_id": waybills.generate_waybill(service.courier_code) if service.waybill_at_once else None,
        "company": service.courier_code,
        "type": service.courier_service_code,
        "link": f"https://track.example/{tracking_id}",
        "name": None,
        "phone": None,
        **waybills.without_driver(),
        "shipment_fee": price.shipping_fee,
        "insurance": {
            "amount": insured,
            "amount_currency": "IDR",
            "fee": price.insurance_fee,
            "fee_currency": "IDR",
            "note": None,
        },
        "routing_code": None if service.needs_coordinates else waybills.build_routing_code(*spots),
    }


def _build_end(body: Body, side: str, spot: Spot) -> dict[str, Any]:
    return {
        "contact_name": forms.text(body, f"{side}_contact_name"),
        "contact_phone": forms.text(body, f"{side}_contact_phone"),
        "contact_email": forms.text(body, f"{side}_contact_email"),
        "address": forms.text(body, f"{side}_address"),
        "note": forms.text(body, f"{side}_note"),
        "postal_code": forms.integer(body, f"{side}_postal_code") or spot.area.postal_code,
        "coordinate": {"latitude": spot.latitude, "longitude": spot.longitude},
    }


def _with_location(body: Body, location: Mapping[str, Any]) -> dict[str, Any]:
    """The booking with its origin from a saved location."""
    filled = {f"origin_{name}": location.get(name) for name in ("contact_name", "contact_phone", "address")}
    filled["origin_postal_code"] = location.get("postal_code")
    if location.get("latitude") is not None:
        filled["origin_coordinate"] = {name: location.get(name) for name in ("latitude", "longitude")}
    return filled | {name: value for name, value in body.items() if value is not None}
