"""Saved addresses, under /v1/locations."""

import secrets

from aiohttp import web

from fulfilment.aggregators.simulator import forms
from fulfilment.aggregators.simulator.faults import Fault, answer
from fulfilment.aggregators.simulator.state import owner, state_of

_TEXTS = ("name", "contact_name", "contact_phone", "address", "note")
routes = web.RouteTableDef()


@routes.post("/v1/locations")
@routes.post("/v1/locations/{id}")
async def save_location(request: web.Request) -> web.Response:
    who, memory = owner(request), state_of(request).memory
    body = await forms.body_of(request)
    location_id = request.match_info.get("id") or secrets.token_hex(12)
    before = memory.location(who, location_id) or {}
    if "id" in request.match_info and not before:
        raise Fault(40004002, "Location not found")
    location = before | {name: forms.text(body, name) for name in _TEXTS if body.get(name) is not None}
    for name in ("latitude", "longitude"):
        location[name] = forms.number(body, name) if body.get(name) is not None else before.get(name)
    location["postal_code"] = forms.whole(body, "postal_code") or before.get("postal_code")
    location["type"] = forms.text(body, "type") or before.get("type") or "origin"
    if not all(location.get(name) for name in ("contact_name", "contact_phone", "address")):
        raise Fault(40004001, "A location needs a contact name, a contact phone and an address")
    memory.keep_location(who, location_id, location)
    return answer({"success": True, "object": "location", "id": location_id} | location)


@routes.get("/v1/locations/{id}")
async def show_location(request: web.Request) -> web.Response:
    location_id = request.match_info["id"]
    location = state_of(request).memory.location(owner(request), location_id)
    if location is None:
        raise Fault(40004002, "Location not found")
    return answer({"success": True, "object": "location", "id": location_id} | location)


@routes.delete("/v1/locations/{id}")
async def remove_location(request: web.Request) -> web.Response:
    who, memory, location_id = owner(request), state_of(request).memory, request.match_info["id"]
    if memory.location(who, location_id) is None:
        raise Fault(40004002, "Location not found")
    memory.keep_location(who, location_id, None)
    return answer({"success": True, "message": "Location successfully been removed", "id": location_id})
