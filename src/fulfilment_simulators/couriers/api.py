"""Routes of the aggregator's API under /v1."""

from typing import Any

from aiohttp import web

from fulfilment_simulators.couriers import forms, geography, orders, price_table, status_changes, status_webhooks
from fulfilment_simulators.couriers.fault_mode import CUT_CONNECTION
from fulfilment_simulators.couriers.faults import ApiFault, json_response
from fulfilment_simulators.couriers.state import authenticate, get_state

RATES_FOUND = 20001003
_ENDS = ("origin", "destination")
routes = web.RouteTableDef()


@routes.get("/v1/couriers")
async def list_couriers(request: web.Request) -> web.Response:
    authenticate(request)
    rows = [service.to_api for service in price_table.SERVICES]
    return json_response({"success": True, "object": "courier", "couriers": rows})


@routes.get("/v1/maps/areas")
async def list_areas(request: web.Request) -> web.Response:
    authenticate(request)
    query = request.query.get("input", "")
    get_state(request).searched.append(query)
    found = geography.search_areas(query)
    return json_response({"success": True, "areas": [area.to_api for area in found]})


@routes.post("/v1/rates/couriers")
async def quote(request: web.Request) -> web.Response:
    authenticate(request)
    body = await forms.parse_body(request)
    courier_codes = {code.strip().lower() for code in (forms.text(body, "couriers") or "").split(",")} - {""}
    if not courier_codes or not body.get("items"):
        raise ApiFault(40001002, "Missing parameter(s): couriers and items are required")
    origin, destination = _require_quoted_spot(body, "origin"), _require_quoted_spot(body, "destination")
    parcel = price_table.parse_parcel(body["items"])
    insured = forms.integer(body, "courier_insurance") or 0
    pricing = [
        _pricing_row(service, price)
        for service in price_table.SERVICES
        if service.courier_code in courier_codes
        and (price := price_table.quote_price(service, origin, destination, parcel, insured)) is not None
    ]
    if not pricing:
        raise ApiFault(40001010, "No courier available for the requested location")
    return json_response(
        {
            "success": True,
            "object": "courier_pricing",
            "message": "Success to retrieve courier pricing",
            "code": RATES_FOUND,
            "origin": _build_quoted_end(origin),
            "destination": _build_quoted_end(destination),
            "pricing": pricing,
        }
    )


def _require_quoted_spot(body: dict[str, Any], side: str) -> geography.Spot:
    postal_code = forms.integer(body, f"{side}_postal_code")
    coordinate = {name: body.get(f"{side}_{name}") for name in ("latitude", "longitude")}
    spot = geography.locate(forms.text(body, f"{side}_area_id"), postal_code, coordinate)
    if spot is None and body.get(f"{side}_postal_code") is not None:
        raise ApiFault(40001001, f"Bad or unavailable {side} postal code")
    if spot is None:
        raise ApiFault(40001002, f"Missing parameter(s): where the {side} is")
    return spot


def _build_quoted_end(spot: geography.Spot) -> dict[str, Any]:
    whereabouts = {
        "location_id": None,
        "latitude": spot.latitude,
        "longitude": spot.longitude,
        "postal_code": spot.area.postal_code,
    }
    fourth = {
        "administrative_division_level_4_name": None,
        "administrative_division_level_4_type": "subdistrict",
    }
    return whereabouts | spot.area.divisions | fourth | {"address": None}


def _pricing_row(service: price_table.Service, price: price_table.Price) -> dict[str, Any]:
    return service.to_api | {
        "available_for_insurance": service.insurance_per_mille > 0,
        "company": service.courier_code,
        "currency": "IDR",
        "duration": f"{service.duration} {service.eta_unit}",
        "shipping_fee": price.shipping_fee,
        "shipping_fee_discount": 0,
        "shipping_fee_surcharge": 0,
        "insurance_fee": price.insurance_fee,
        "cash_on_delivery_fee": price.cash_on_delivery_fee,
        "price": price.total,
        "tax_lines": [],
        "type": service.courier_service_code,
    }


@routes.post("/v1/orders")
async def place_order(request: web.Request) -> web.Response:
    owner_id, state = authenticate(request), get_state(request)
    body = await forms.parse_body(request)
    reference = forms.text(body, "reference_id")
    existing = state.store.find_order_by_reference(owner_id, reference) if reference else None
    if existing is not None:
        raise ApiFault(
            40002060,
            "Reference id has already been used",
            order_id=existing["id"],
            waybill_id=existing["courier"]["waybill_id"],
            reference_id=reference,
        )
    order = orders.create_order(body, _origin_location(request, owner_id, body))
    state.store.store_order(owner_id, order)
    if state.fault_mode.lose_next_booking:
        state.fault_mode.lose_next_booking = False
        request[CUT_CONNECTION] = True
    return json_response(order, 201)


def _origin_location(request: web.Request, owner_id: str, body: dict[str, Any]) -> dict[str, Any] | None:
    location_id = forms.text(body, "origin_location_id")
    if location_id is None:
        return None
    location = get_state(request).store.find_location(owner_id, location_id)
    if location is None:
        raise ApiFault(40002011, "The origin location does not exist")
    return location


@routes.get("/v1/orders/cancellation_reasons")
async def list_cancellation_reasons(request: web.Request) -> web.Response:
    authenticate(request)
    reasons = [{"code": code, "reason": reason} for code, reason in status_changes.CANCELLATION_REASONS.items()]
    return json_response({"success": True, "cancellation_reasons": reasons})


@routes.get("/v1/orders/{id}")
async def show_order(request: web.Request) -> web.Response:
    order = get_state(request).store.get_order(authenticate(request), request.match_info["id"])
    return json_response(order | {"message": "Order successfully retrieved"})


@routes.post("/v1/orders/{id}/cancel")
async def cancel_order(request: web.Request) -> web.Response:
    owner_id, state = authenticate(request), get_state(request)
    body = await forms.parse_body(request)
    order = state.store.get_order(owner_id, request.match_info["id"])
    code = forms.text(body, "cancellation_reason_code") or "others"
    cancelled = status_changes.cancel_order(order, code, forms.text(body, "cancellation_reason"))
    state.store.store_order(owner_id, cancelled)
    state.webhooks.enqueue(owner_id, status_webhooks.status_payload(cancelled))
    return json_response(
        {
            "success": True,
            "message": "Order successfully deleted",
            "object": "order",
            "id": cancelled["id"],
            "status": "cancelled",
            "cancellation_reason_code": code,
            "cancellation_reason": cancelled["cancellation_reason"],
        }
    )


@routes.get("/v1/trackings/{id}")
async def track(request: web.Request) -> web.Response:
    order = get_state(request).store.find_order_by_tracking(authenticate(request), request.match_info["id"])
    if order is None:
        raise ApiFault(40003001, "Tracking id is invalid or has expired")
    return json_response(_build_tracking(order))


@routes.get("/v1/trackings/{waybill}/couriers/{code}")
async def track_waybill(request: web.Request) -> web.Response:
    authenticate(request)
    order = get_state(request).store.find_order_by_waybill(request.match_info["waybill"])
    if order is None or order["courier"]["company"] != request.match_info["code"].lower():
        raise ApiFault(40003003, "Waybill not found")
    return json_response(_build_tracking(order))


def _build_tracking(order: dict[str, Any]) -> dict[str, Any]:
    courier = order["courier"]
    names = (
        "company",
        "name",
        "phone",
        "driver_name",
        "driver_phone",
        "driver_photo_url",
        "driver_plate_number",
    )
    ends = {side: {name: order[side][name] for name in ("contact_name", "address")} for side in _ENDS}
    return {
        "success": True,
        "messsage": "Successfully get tracking info",
        "object": "tracking",
        "id": courier["tracking_id"],
        "waybill_id": courier["waybill_id"],
        "courier": {name: courier[name] for name in names},
        **ends,
        "history": courier["history"],
        "link": courier["link"],
        "order_id": order["id"],
        "status": order["status"],
    }
