"""Control routes of the simulator under /_control, which real aggregators do not have."""

from typing import Any
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from fulfilment_simulators.couriers import forms, status_changes, status_webhooks
from fulfilment_simulators.couriers.fault_mode import MAX_SLOW_MS, FaultMode
from fulfilment_simulators.couriers.faults import ApiFault, json_response
from fulfilment_simulators.couriers.state import SimulatorState, get_state
from fulfilment_simulators.couriers.store import ANY_KEY, WebhookReceiver, owner_from_key

BAD_CONTROL = 40000003
STATUS_LIMIT_CHARACTERS = 60
routes = web.RouteTableDef()


@routes.get("/_control/health")
async def show_health(request: web.Request) -> web.Response:
    state = get_state(request)
    receiver = state.store.find_receiver(ANY_KEY)
    sending = {name: getattr(state.webhooks, name) for name in ("waiting", "sent", "failed", "dropped")}
    return json_response(
        {
            "status": "ok",
            "orders": sum(1 for _ in state.store.list_orders()),
            "reports": sending,
            "mood": state.fault_mode,
            "webhook": receiver.url if receiver else None,
            "searched": list(state.searched),
        }
    )


@routes.get("/_control/orders")
async def list_orders(request: web.Request) -> web.Response:
    """List the orders of all keys, newest first; `?reference_id=` is a filter."""
    reference = request.query.get("reference_id")
    found = [
        order | {"owner": owner_id}
        for owner_id, order in get_state(request).store.list_orders()
        if reference is None or order["reference_id"] == reference
    ]
    return json_response({"orders": found})


@routes.post("/_control/orders/{id}/status")
async def force_status(request: web.Request) -> web.Response:
    state, body = get_state(request), await forms.parse_body(request)
    owner_id, order = state.store.get_any_order(request.match_info["id"])
    status = forms.text(body, "status")
    if status is None or len(status) > STATUS_LIMIT_CHARACTERS:
        raise ApiFault(BAD_CONTROL, "status must be a text of 1 to 60 characters")
    changed = status_changes.change_status(order, status, forms.text(body, "note"), forms.moment(body, "at"))
    state.store.store_order(owner_id, changed)
    if changed["courier"]["waybill_id"] != order["courier"]["waybill_id"]:
        state.webhooks.enqueue(owner_id, status_webhooks.waybill_payload(changed))
    return _post_update(state, owner_id, changed, status_webhooks.status_payload(changed))


@routes.post("/_control/orders/{id}/price")
async def force_price(request: web.Request) -> web.Response:
    state, body = get_state(request), await forms.parse_body(request)
    owner_id, order = state.store.get_any_order(request.match_info["id"])
    price = forms.integer(body, "price")
    if price is None:
        raise ApiFault(BAD_CONTROL, "price must be a whole number of rupiah")
    changed = status_changes.change_price(order, price)
    state.store.store_order(owner_id, changed)
    return _post_update(state, owner_id, changed, status_webhooks.price_payload(changed))


@routes.post("/_control/orders/{id}/waybill")
async def issue_waybill(request: web.Request) -> web.Response:
    state, body = get_state(request), await forms.parse_body(request)
    owner_id, order = state.store.get_any_order(request.match_info["id"])
    changed = status_changes.change_waybill(order, forms.text(body, "waybill_id"))
    state.store.store_order(owner_id, changed)
    return _post_update(state, owner_id, changed, status_webhooks.waybill_payload(changed))


@routes.post("/_control/orders/{id}/repeat")
async def repeat_report(request: web.Request) -> web.Response:
    state = get_state(request)
    owner_id, order = state.store.get_any_order(request.match_info["id"])
    report, queued = state.webhooks.repeat(owner_id, order)
    return json_response({"report": report, "queued": queued})


def _post_update(
    state: SimulatorState, owner_id: str, order: dict[str, Any], report: status_webhooks.WebhookPayload
) -> web.Response:
    return json_response({"order": order, "report": report, "queued": state.webhooks.enqueue(owner_id, report)})


@routes.post("/_control/mood")
async def set_mood(request: web.Request) -> web.Response:
    """Change the fault mode; an omitted field keeps its value."""
    state, body = get_state(request), await forms.parse_body(request)
    try:
        mood = msgspec.convert(msgspec.to_builtins(state.fault_mode) | body, FaultMode)
    except msgspec.ValidationError as problem:
        raise ApiFault(BAD_CONTROL, str(problem)) from None
    if not 0 <= mood.slow_ms <= MAX_SLOW_MS:
        raise ApiFault(BAD_CONTROL, f"slow_ms must be between 0 and {MAX_SLOW_MS}")
    state.fault_mode = mood
    return json_response({"mood": mood})


@routes.post("/_control/webhook")
async def set_receiver(request: web.Request) -> web.Response:
    """Set the webhook URL for orders of one `key`, or the default for all others. Without a url, none."""
    state, body = get_state(request), await forms.parse_body(request)
    key = forms.text(body, "key")
    owner_id = ANY_KEY if key is None else owner_from_key(key)
    receiver = _parse_receiver(body)
    state.store.store_receiver(owner_id, receiver)
    return json_response({"webhook": None if receiver is None else {"url": receiver.url, "header": receiver.header}})


def _parse_receiver(body: dict[str, Any]) -> WebhookReceiver | None:
    url = forms.text(body, "url")
    if url is None:
        return None
    header, secret = forms.text(body, "header"), forms.text(body, "secret")
    try:
        parts = urlsplit(url)
        is_valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_valid = False
    if not is_valid:
        raise ApiFault(BAD_CONTROL, "url must be an http or https address")
    if any(not text.isascii() or not text.isprintable() for text in (header, secret) if text):
        raise ApiFault(BAD_CONTROL, "header and secret must be printable ASCII")
    if header and not header.replace("-", "").replace("_", "").isalnum():
        raise ApiFault(BAD_CONTROL, "header must be the name of an HTTP header")
    return WebhookReceiver(url, header, secret)


@routes.post("/_control/reset")
async def reset(request: web.Request) -> web.Response:
    """Delete orders, locations, the fault mode and pending webhooks; the webhook URLs stay."""
    state = get_state(request)
    state.store.reset()
    state.webhooks.clear()
    state.fault_mode = FaultMode()
    return json_response({"reset": True})
