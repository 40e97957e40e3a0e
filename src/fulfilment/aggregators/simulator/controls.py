"""The simulator's own controls, under /_control: what no real aggregator has."""

from typing import Any
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from fulfilment.aggregators.simulator import forms, moves, reports
from fulfilment.aggregators.simulator.faults import Fault, answer
from fulfilment.aggregators.simulator.memory import ANY_KEY, Receiver, owner_of
from fulfilment.aggregators.simulator.mood import SLOWEST_MS, Mood
from fulfilment.aggregators.simulator.state import State, state_of

BAD_CONTROL = 40000003
STATUS_LIMIT_CHARACTERS = 60
routes = web.RouteTableDef()


@routes.get("/_control/health")
async def show_health(request: web.Request) -> web.Response:
    state = state_of(request)
    receiver = state.memory.receiver(ANY_KEY)
    sending = {name: getattr(state.reports, name) for name in ("waiting", "sent", "failed", "dropped")}
    return answer(
        {
            "status": "ok",
            "orders": sum(1 for _ in state.memory.orders()),
            "reports": sending,
            "mood": state.mood,
            "webhook": receiver.url if receiver else None,
            "searched": list(state.searched),
        }
    )


@routes.get("/_control/orders")
async def list_orders(request: web.Request) -> web.Response:
    """Newest first, of every key; `?reference_id=` narrows it."""
    wanted = request.query.get("reference_id")
    found = [
        order | {"owner": who}
        for who, order in state_of(request).memory.orders()
        if wanted is None or order["reference_id"] == wanted
    ]
    return answer({"orders": found})


@routes.post("/_control/orders/{id}/status")
async def force_status(request: web.Request) -> web.Response:
    state, body = state_of(request), await forms.body_of(request)
    who, order = state.memory.any_order(request.match_info["id"])
    status = forms.text(body, "status")
    if status is None or len(status) > STATUS_LIMIT_CHARACTERS:
        raise Fault(BAD_CONTROL, "status must be a text of 1 to 60 characters")
    moved = moves.to_status(order, status, forms.text(body, "note"), forms.moment(body, "at"))
    state.memory.keep_order(who, moved)
    if moved["courier"]["waybill_id"] != order["courier"]["waybill_id"]:
        state.reports.post(who, reports.of_waybill(moved))
    return _told(state, who, moved, reports.of_status(moved))


@routes.post("/_control/orders/{id}/price")
async def force_price(request: web.Request) -> web.Response:
    state, body = state_of(request), await forms.body_of(request)
    who, order = state.memory.any_order(request.match_info["id"])
    price = forms.whole(body, "price")
    if price is None:
        raise Fault(BAD_CONTROL, "price must be a whole number of rupiah")
    moved = moves.to_price(order, price)
    state.memory.keep_order(who, moved)
    return _told(state, who, moved, reports.of_price(moved))


@routes.post("/_control/orders/{id}/waybill")
async def issue_waybill(request: web.Request) -> web.Response:
    state, body = state_of(request), await forms.body_of(request)
    who, order = state.memory.any_order(request.match_info["id"])
    moved = moves.to_waybill(order, forms.text(body, "waybill_id"))
    state.memory.keep_order(who, moved)
    return _told(state, who, moved, reports.of_waybill(moved))


@routes.post("/_control/orders/{id}/repeat")
async def repeat_report(request: web.Request) -> web.Response:
    state = state_of(request)
    who, order = state.memory.any_order(request.match_info["id"])
    report, queued = state.reports.repeat(who, order)
    return answer({"report": report, "queued": queued})


def _told(state: State, who: str, order: dict[str, Any], report: reports.Report) -> web.Response:
    return answer({"order": order, "report": report, "queued": state.reports.post(who, report)})


@routes.post("/_control/mood")
async def set_mood(request: web.Request) -> web.Response:
    """What is left out stays as it is."""
    state, body = state_of(request), await forms.body_of(request)
    try:
        mood = msgspec.convert(msgspec.to_builtins(state.mood) | body, Mood)
    except msgspec.ValidationError as problem:
        raise Fault(BAD_CONTROL, str(problem)) from None
    if not 0 <= mood.slow_ms <= SLOWEST_MS:
        raise Fault(BAD_CONTROL, f"slow_ms must be between 0 and {SLOWEST_MS}")
    state.mood = mood
    return answer({"mood": mood})


@routes.post("/_control/webhook")
async def set_receiver(request: web.Request) -> web.Response:
    """Where reports go, those of one key's orders with a `key`, else all others. No url: nowhere."""
    state, body = state_of(request), await forms.body_of(request)
    key = forms.text(body, "key")
    who = ANY_KEY if key is None else owner_of(key)
    receiver = _receiver(body)
    state.memory.keep_receiver(who, receiver)
    return answer({"webhook": None if receiver is None else {"url": receiver.url, "header": receiver.header}})


def _receiver(body: dict[str, Any]) -> Receiver | None:
    url = forms.text(body, "url")
    if url is None:
        return None
    header, secret = forms.text(body, "header"), forms.text(body, "secret")
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound:
        raise Fault(BAD_CONTROL, "url must be an http or https address")
    if any(not text.isascii() or not text.isprintable() for text in (header, secret) if text):
        raise Fault(BAD_CONTROL, "header and secret must be printable ASCII")
    if header and not header.replace("-", "").replace("_", "").isalnum():
        raise Fault(BAD_CONTROL, "header must be the name of an HTTP header")
    return Receiver(url, header, secret)


@routes.post("/_control/reset")
async def reset(request: web.Request) -> web.Response:
    """Forget orders, locations, the mood and what waits to be reported; where reports go stays."""
    state = state_of(request)
    state.memory.reset()
    state.reports.forget()
    state.mood = Mood()
    return answer({"reset": True})
