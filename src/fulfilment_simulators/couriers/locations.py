"""Routes of saved addresses under /v1/locations."""

import secrets

from aiohttp import web

from fulfilment_simulators.couriers import forms
from fulfilment_simulators.couriers.faults import ApiFault, json_response
from fulfilment_simulators.couriers.state import authenticate, get_state

_TEXT_FIELDS = ("name", "contact_name", "contact_phone", "address", "note")
routes = web.RouteTableDef()


@routes.post("/v1/locations")
@routes.post("/v1/locations/{id}")
async def save_location(request: web.Request) -> web.Response:
    owner_id, store = authenticate(request), get_state(request).store
    body = await forms.parse_body(request)
    location_id = request.match_info.get("id") or secrets.token_hex(12)
    before = store.find_location(owner_id, location_id) or {}
    if "id" in request.match_info and not before:
        raise ApiFault(40004002, "Location not found")
    location = before | {name: forms.text(body, name) for name in _TEXT_FIELDS if body.get(name) is not None}
    for name in ("latitude", "longitude"):
        location[name] = forms.number(body, name) if body.get(name) is not None else before.get(name)
    location["postal_code"] = forms.integer(body, "postal_code") or before.get("postal_code")
    location["type"] = forms.text(body, "type") or before.get("type") or "origin"
    if not all(location.get(name) for name in ("contact_name", "contact_phone", "address")):
        raise ApiFault(40004001, "A location needs a contact name, a contact phone and an address")
    store.store_location(owner_id, location_id, location)
    return json_response({"success": True, "object": "location", "id": location_id} | location)


@routes.get("/v1/locations/{id}")
async def show_location(request: web.Request) -> web.Response:
    location_id = request.match_info["id"]
    location = get_state(request).store.find_location(authenticate(request), location_id)
    if location is None:
        raise ApiFault(40004002, "Location not found")
    return json_response({"success": True, "object": "location", "id": location_id} | location)


@routes.delete("/v1/locations/{id}")
async def remove_location(request: web.Request) -> web.Response:
    owner_id, store, location_id = authenticate(request), get_state(request).store, request.match_info["id"]
    if store.find_location(owner_id, location_id) is None:
        raise ApiFault(40004002, "Location not found")
    store.store_location(owner_id, location_id, None)
    return json_response({"success": True, "message": "Location successfully been removed", "id": location_id})
