"""Control routes of the simulator under /_control, which real providers do not have. Each takes JSON."""

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from aiohttp import web

from fulfilment_simulators.payments import reversals, scheduler, sessions, subscriptions, wire
from fulfilment_simulators.payments.errors import invalid_request, json_response
from fulfilment_simulators.payments.faults import InjectedFault
from fulfilment_simulators.payments.parameters import RefundParameters
from fulfilment_simulators.payments.state import state_of
from fulfilment_simulators.payments.store import JournalEntry, StripeObject, Transaction

JSON = "application/json"
SECRET = "whsec_payments_simulator"  # noqa: S105 - known to everybody, on purpose
# A little more than three years.
FARTHEST_SECONDS = 100_000_000
_DAY = 24 * 3600
_KINDS = ("customer", "checkout.session", "subscription", "invoice", "payment_intent", "refund", "dispute", "event")

routes = web.RouteTableDef()
Record = TypeVar("Record")


class EmptyRequest(msgspec.Struct, forbid_unknown_fields=True):
    pass


class SettleRequest(msgspec.Struct, forbid_unknown_fields=True):
    outcome: sessions.Later = "succeed"


class PayRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a payment; with `later` the money arrives later, or never."""

    later: sessions.Later | None = None


class PartialAmountRequest(msgspec.Struct, forbid_unknown_fields=True):
    """An amount in hundredths; None means the whole remainder."""

    amount: Annotated[int, msgspec.Meta(ge=1)] | None = None


class DisputeRequest(msgspec.Struct, forbid_unknown_fields=True):
    amount: Annotated[int, msgspec.Meta(ge=1)] | None = None
    reason: Annotated[str, msgspec.Meta(max_length=60)] = "fraudulent"
    inquiry: bool = False


class CloseDisputeRequest(msgspec.Struct, forbid_unknown_fields=True):
    outcome: Literal["won", "lost"]


class CollectionRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The failure of the next payments, the status after the last attempt, and an attempt now."""

    fail: bool | None = None
    afterwards: Literal["canceled", "unpaid"] | None = None
    now: bool = False


class ClockRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A step of the clock: by a number of seconds, or `to` a time in epoch seconds."""

    days: Annotated[float, msgspec.Meta(ge=0, le=1_000)] = 0
    seconds: Annotated[int, msgspec.Meta(ge=0)] = 0
    to: int | None = None


class ReceiverRequest(msgspec.Struct, forbid_unknown_fields=True):
    url: Annotated[str, msgspec.Meta(max_length=2_000, pattern=r"^https?://[!-~]+$")] | None = None
    secret: Annotated[str, msgspec.Meta(min_length=1, max_length=255, pattern=r"^[!-~]+$")] = SECRET


async def read_json(request: web.Request, kind: type[Record]) -> Record:
    """A JSON object. Its content type is required, since foreign pages cannot send it (CSRF). Raises StripeApiError."""
    if request.content_type != JSON:
        raise invalid_request(f"The body must be {JSON}.")
    try:
        return msgspec.json.decode(await request.read() or b"{}", type=kind)
    except (msgspec.DecodeError, RecursionError) as problem:
        raise invalid_request(f"{problem}.") from None


@routes.get("/_control/health")
async def show_health(request: web.Request) -> web.Response:
    state = state_of(request)
    receiver = state.memory.receiver
    counters = {name: getattr(state.delivery, name) for name in ("waiting", "sent", "failed", "dropped")}
    return json_response(
        {
            "status": "ok",
            "now": state.memory.now,
            "aheadSeconds": state.memory.ahead_seconds,
            "webhook": receiver.url if receiver else None,
            "events": counters | {"held": len(state.delivery.held), "manner": state.delivery.behaviour},
            "faults": state.faults.waiting,
            "objects": {kind: state.memory.count(kind) for kind in _KINDS},
        }
    )


@routes.get("/_control/events")
async def list_events(request: web.Request) -> web.Response:
    """List all attempts to post events, oldest first; `?type=` and `?object=` are filters."""
    filters = {name: request.query.get(name) for name in ("type", "object", "event")}
    sent = [
        each
        for each in state_of(request).delivery.log
        if all(value in (None, getattr(each, name)) for name, value in filters.items())
    ]
    return json_response({"sent": sent})


@routes.post("/_control/sessions/{id}/pay")
async def pay(request: web.Request) -> web.Response:
    body = await read_json(request, PayRequest)
    return _run_on_object(request, lambda tx, session: sessions.pay(tx, session, body.later), "checkout.session")


@routes.post("/_control/sessions/{id}/decline")
async def decline(request: web.Request) -> web.Response:
    await read_json(request, EmptyRequest)
    return _run_on_object(request, sessions.decline, "checkout.session")


@routes.post("/_control/sessions/{id}/expire")
async def expire(request: web.Request) -> web.Response:
    await read_json(request, EmptyRequest)
    return _run_on_object(request, lambda tx, session: sessions.expire(tx, session["id"]), "checkout.session")


@routes.post("/_control/sessions/{id}/settle")
async def settle(request: web.Request) -> web.Response:
    """Settle a delayed payment."""
    body = await read_json(request, SettleRequest)
    return _run_on_object(
        request, lambda tx, session: sessions.settle_later(tx, session, body.outcome), "checkout.session"
    )


@routes.post("/_control/payments/{id}/refund")
async def refund(request: web.Request) -> web.Response:
    body = await read_json(request, PartialAmountRequest)

    def work(tx: Transaction, intent: StripeObject) -> StripeObject:
        return reversals.create_refund(tx, RefundParameters(payment_intent=intent["id"], amount=body.amount))

    return _run_on_object(request, work, "payment_intent")


@routes.post("/_control/refunds/{id}/fail")
async def fail_refund(request: web.Request) -> web.Response:
    await read_json(request, EmptyRequest)
    return _run_on_object(request, reversals.fail_refund, "refund")


@routes.post("/_control/payments/{id}/dispute")
async def dispute(request: web.Request) -> web.Response:
    body = await read_json(request, DisputeRequest)

    def work(tx: Transaction, intent: StripeObject) -> StripeObject:
        return reversals.create_dispute(tx, intent, body.amount, body.reason, is_inquiry=body.inquiry)

    return _run_on_object(request, work, "payment_intent")


@routes.post("/_control/disputes/{id}/close")
async def close_dispute(request: web.Request) -> web.Response:
    body = await read_json(request, CloseDisputeRequest)
    return _run_on_object(request, lambda tx, made: reversals.close_dispute(tx, made, body.outcome), "dispute")


@routes.post("/_control/subscriptions/{id}/collection")
async def set_collection(request: web.Request) -> web.Response:
    body = await read_json(request, CollectionRequest)

    def work(tx: Transaction, subscription: StripeObject) -> StripeObject:
        fails = subscription["_fails"] if body.fail is None else body.fail
        afterwards = body.afterwards or subscription["_afterwards"]
        subscription = tx.save(subscription, _fails=fails, _afterwards=afterwards)
        is_live = subscription["status"] in subscriptions.LIVE
        return subscriptions.collect(tx, subscription) if body.now and is_live else subscription

    return _run_on_object(request, work, "subscription")


@routes.post("/_control/clock")
async def set_clock(request: web.Request) -> web.Response:
    """Move the clock ahead; everything due by then happens at once, in order. The clock never goes back."""
    state, body = state_of(request), await read_json(request, ClockRequest)
    ahead = int(body.days * _DAY) + body.seconds
    if body.to is not None:
        ahead += max(0, body.to - state.memory.now)
    if ahead > FARTHEST_SECONDS or state.memory.ahead_seconds + ahead > 30 * FARTHEST_SECONDS:
        raise invalid_request(f"Time can be moved ahead by {FARTHEST_SECONDS} seconds at once.")
    state.memory.commit([JournalEntry("clock", "", state.memory.ahead_seconds + ahead)])
    happened = scheduler.run_due(state, state.memory.now)
    return json_response({"now": state.memory.now, "aheadSeconds": state.memory.ahead_seconds, "happened": happened})


@routes.post("/_control/faults")
async def add_fault(request: web.Request) -> web.Response:
    state = state_of(request)
    state.faults.add(await read_json(request, InjectedFault))
    return json_response({"faults": state.faults.waiting})


@routes.post("/_control/faults/clear")
async def clear_faults(request: web.Request) -> web.Response:
    state = state_of(request)
    await read_json(request, EmptyRequest)
    state.faults.clear()
    return json_response({"faults": []})


@routes.post("/_control/reset")
async def reset(request: web.Request) -> web.Response:
    """Delete everything except the receivers of events."""
    state = state_of(request)
    await read_json(request, EmptyRequest)
    state.memory.reset()
    state.delivery.clear()
    state.faults.clear()
    return json_response({"reset": True})


def _run_on_object(
    request: web.Request, work: Callable[[Transaction, dict[str, Any]], dict[str, Any]], kind: str
) -> web.Response:
    """Apply a change to the object of the path, store it, post its events, and return the object."""
    state, id = state_of(request), request.match_info["id"]
    tx = state.begin()
    found = work(tx, tx.find(kind, id))
    state.commit(tx)
    return json_response(wire.to_public(found))
