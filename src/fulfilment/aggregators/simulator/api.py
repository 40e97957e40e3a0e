"""The aggregator's own routes, under /v1."""

from typing import Any

from aiohttp import web

from fulfilment.aggregators.simulator import forms, geography, moves, orders, reports, tariff
from fulfilment.aggregators.simulator.faults import Fault, answer
from fulfilment.aggregators.simulator.mood import CUT
from fulfilment.aggregators.simulator.state import owner, state_of

RATES_FOUND = 20001003
_ENDS = ("origin", "destination")
routes = web.RouteTableDef()


@routes.get("/v1/couriers")
async def list_couriers(request: web.Request) -> web.Response:
    owner(request)
    rows = [service.wire for service in tariff.SERVICES]
    return answer({"success": True, "object": "courier", "couriers": rows})


@routes.get("/v1/maps/areas")
async def list_areas(request: web.Request) -> web.Response:
    owner(request)
    sought = request.query.get("input", "")
    state_of(request).searched.append(sought)
    found = geography.search(sought)
    return answer({"success": True, "areas": [area.wire for area in found]})


@routes.post("/v1/rates/couriers")
async def quote(request: web.Request) -> web.Response:
    owner(request)
    body = await forms.body_of(request)
    wanted = {code.strip().lower() for code in (forms.text(body, "couriers") or "").split(",")} - {""}
    if not wanted or not body.get("items"):
        raise Fault(40001002, "Missing parameter(s): couriers and items are required")
    origin, destination = _quoted_spot(body, "origin"), _quoted_spot(body, "destination")
    parcel = tariff.weigh(body["items"])
    insured = forms.whole(body, "courier_insurance") or 0
    pricing = [
        _pricing_row(service, price)
        for service in tariff.SERVICES
        if service.courier_code in wanted
        and (price := tariff.quote(service, origin, destination, parcel, insured)) is not None
    ]
    if not pricing:
        raise Fault(40001010, "No courier available for the requested location")
    return answer(
        {
            "success": True,
            "object": "courier_pricing",
            "message": "Success to retrieve courier pricing",
            "code": RATES_FOUND,
            "origin": _quoted_end(origin),
            "destination": _quoted_end(destination),
            "pricing": pricing,
        }
    )


def _quoted_spot(body: dict[str, Any], side: str) -> geography.Spot:
    postal_code = forms.whole(body, f"{side}_postal_code")
    coordinate = {name: body.get(f"{side}_{name}") for name in ("latitude", "longitude")}
    spot = geography.locate(forms.text(body, f"{side}_area_id"), postal_code, coordinate)
    if spot is None and body.get(f"{side}_postal_code") is not None:
        raise Fault(40001001, f"Bad or unavailable {side} postal code")
    if spot is None:
        raise Fault(40001002, f"Missing parameter(s): where the {side} is")
    return spot


def _quoted_end(spot: geography.Spot) -> dict[str, Any]:
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


def _pricing_row(service: tariff.Service, price: tariff.Price) -> dict[str, Any]:
    return service.wire | {
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
    who, state = owner(request), state_of(request)
    body = await forms.body_of(request)
    reference = forms.text(body, "reference_id")
    taken = state.memory.order_of_reference(who, reference) if reference else None
    if taken is not None:
        raise Fault(
            40002060,
            "Reference id has already been used",
            order_id=taken["id"],
            waybill_id=taken["courier"]["waybill_id"],
            reference_id=reference,
        )
    order = orders.place(body, _origin_location(request, who, body))
    state.memory.keep_order(who, order)
    if state.mood.lose_next_booking:
        state.mood.lose_next_booking = False
        request[CUT] = True
    return answer(order, 201)


def _origin_location(request: web.Request, who: str, body: dict[str, Any]) -> dict[str, Any] | None:
    location_id = forms.text(body, "origin_location_id")
    if location_id is None:
        return None
    location = state_of(request).memory.location(who, location_id)
    if location is None:
        raise Fault(40002011, "The origin location does not exist")
    return location


@routes.get("/v1/orders/cancellation_reasons")
async def list_cancellation_reasons(request: web.Request) -> web.Response:
    owner(request)
    reasons = [{"code": code, "reason": reason} for code, reason in moves.CANCELLATION_REASONS.items()]
    return answer({"success": True, "cancellation_reasons": reasons})


@routes.get("/v1/orders/{id}")
async def show_order(request: web.Request) -> web.Response:
    order = state_of(request).memory.order(owner(request), request.match_info["id"])
    return answer(order | {"message": "Order successfully retrieved"})


@routes.post("/v1/orders/{id}/cancel")
async def cancel_order(request: web.Request) -> web.Response:
    who, state = owner(request), state_of(request)
    body = await forms.body_of(request)
    order = state.memory.order(who, request.match_info["id"])
    code = forms.text(body, "cancellation_reason_code") or "others"
    cancelled = moves.to_cancelled(order, code, forms.text(body, "cancellation_reason"))
    state.memory.keep_order(who, cancelled)
    state.reports.post(who, reports.of_status(cancelled))
    return answer(
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
    order = state_of(request).memory.order_of_tracking(owner(request), request.match_info["id"])
    if order is None:
        raise Fault(40003001, "Tracking id is invalid or has expired")
    return answer(_tracking(order))


@routes.get("/v1/trackings/{waybill}/couriers/{code}")
async def track_waybill(request: web.Request) -> web.Response:
    owner(request)
    order = state_of(request).memory.order_of_waybill(request.match_info["waybill"])
    if order is None or order["courier"]["company"] != request.match_info["code"].lower():
        raise Fault(40003003, "Waybill not found")
    return answer(_tracking(order))


def _tracking(order: dict[str, Any]) -> dict[str, Any]:
    courier = order["courier"]
    shown = (
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
        "courier": {name: courier[name] for name in shown},
        **ends,
        "history": courier["history"],
        "link": courier["link"],
        "order_id": order["id"],
        "status": order["status"],
    }
