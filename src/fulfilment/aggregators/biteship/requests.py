"""Request bodies for Biteship: quotes, orders and cancellations."""

from typing import Any

from fulfilment.aggregators.port import BookingRequest, InvalidRequest, ParcelAddress, ParcelItem

CATEGORIES = frozenset(
    {
        "fashion",
        "healthcare",
        "food_and_drink",
        "electronic",
        "beauty",
        "outdoor_gear",
        "home_accessories",
        "hobby",
        "collection",
        "sparepart",
        "groceries",
        "frozen_food",
        "others",
    }
)
REASON_LIMIT_CHARACTERS = 255
NO_REASON = "No reason was given"


def rates(
    origin: ParcelAddress,
    destination: ParcelAddress,
    items: list[ParcelItem],
    courier_codes: list[str],
    insured_value: int | None,
) -> dict[str, Any]:
    """The body of a quote. Raises InvalidRequest where an address has no area id, postal code or coordinates."""
    body: dict[str, Any] = {"couriers": ",".join(courier_codes), "items": [_item(item) for item in items]}
    for side, place in (("origin", origin), ("destination", destination)):
        body |= _area(side, place)
        if _sends_coordinates(place, origin, destination):
            body |= {f"{side}_latitude": place.lat, f"{side}_longitude": place.lng}
    if insured_value:
        body["courier_insurance"] = insured_value
    return body


def booking(request: BookingRequest) -> dict[str, Any]:
    """The body of an order. Raises InvalidRequest where an address has no area id, postal code or coordinates."""
    body: dict[str, Any] = {
        "reference_id": request.reference,
        "courier_company": request.courier_code,
        "courier_type": request.courier_service_code,
        "delivery_type": "now",
        "items": [_item(item) for item in request.items],
        "order_note": request.note,
        "courier_insurance": request.insured_value or None,
    }
    for side, place in (("origin", request.origin), ("destination", request.destination)):
        body |= _contact(side, place) | _area(side, place)
        if _sends_coordinates(place, request.origin, request.destination):
            body[f"{side}_coordinate"] = {"latitude": place.lat, "longitude": place.lng}
    return _without_nulls(body)


def cancellation(reason: str) -> dict[str, Any]:
    """The body of a cancellation. Biteship reads free text only under the reason `others`, which requires it."""
    return {
        "cancellation_reason_code": "others",
        "cancellation_reason": reason.strip()[:REASON_LIMIT_CHARACTERS] or NO_REASON,
    }


def _contact(side: str, place: ParcelAddress) -> dict[str, Any]:
    return {
        f"{side}_contact_name": place.contact_name,
        f"{side}_contact_phone": place.contact_phone,
        f"{side}_contact_email": place.email or None,
        f"{side}_address": place.address,
        f"{side}_note": place.note or None,
    }


def _area(side: str, place: ParcelAddress) -> dict[str, Any]:
    """The area id or else the postal code: the more exact of the two, since the two might disagree."""
    if place.area_id:
        return {f"{side}_area_id": place.area_id}
    if place.postal_number is not None:
        return {f"{side}_postal_code": place.postal_number}
    if place.has_coordinates:
        return {}
    field = f"{side}.postalCode" if place.postal_code else side
    raise InvalidRequest(f"The {side} needs an area id, a postal code of five digits, or coordinates.", field=field)


def _sends_coordinates(place: ParcelAddress, origin: ParcelAddress, destination: ParcelAddress) -> bool:
    """True where both addresses have coordinates, or where this one has nothing else.

    A quote and its booking follow the same rule, so that they come to the same price.
    """
    only = not place.area_id and place.postal_number is None
    return place.has_coordinates and (only or (origin.has_coordinates and destination.has_coordinates))


def _item(item: ParcelItem) -> dict[str, Any]:
    category = (item.category or "").strip().lower()
    return _without_nulls(
        {
            "name": item.name,
            "value": item.value,
            "quantity": item.quantity,
            "weight": item.weight,
            "description": item.description or None,
            "category": category if category in CATEGORIES else "others",
            "sku": item.sku or None,
            "length": item.length,
            "width": item.width,
            "height": item.height,
        }
    )


def _without_nulls(body: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if value is not None}
