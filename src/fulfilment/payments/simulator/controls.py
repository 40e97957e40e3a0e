"""The simulator's own controls, under /_control: what no real provider has. Each takes JSON."""

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from aiohttp import web

from fulfilment.payments.simulator import passing, sessions, subscriptions, takebacks, wire
from fulfilment.payments.simulator.faults import Fault
from fulfilment.payments.simulator.memory import Deed, Entry, Stored
from fulfilment.payments.simulator.parameters import RefundFields
from fulfilment.payments.simulator.refusals import answer, invalid
from fulfilment.payments.simulator.state import state_of

JSON = "application/json"
SECRET = "whsec_payments_simulator"  # noqa: S105 - known to everybody, on purpose
# A little more than three years.
FARTHEST_SECONDS = 100_000_000
_DAY = 24 * 3600
_KINDS = ("customer", "checkout.session", "subscription", "invoice", "payment_intent", "refund", "dispute", "event")

routes = web.RouteTableDef()
Record = TypeVar("Record")


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    pass


class Settling(msgspec.Struct, forbid_unknown_fields=True):
    outcome: sessions.Later = "succeed"


class Paying(msgspec.Struct, forbid_unknown_fields=True):
    """`later`: the money comes later, or never."""

    later: sessions.Later | None = None


class Part(msgspec.Struct, forbid_unknown_fields=True):
    """In hundredths; None: all that is left."""

    amount: Annotated[int, msgspec.Meta(ge=1)] | None = None


class Disputing(msgspec.Struct, forbid_unknown_fields=True):
    amount: Annotated[int, msgspec.Meta(ge=1)] | None = None
    reason: Annotated[str, msgspec.Meta(max_length=60)] = "fraudulent"
    inquiry: bool = False


class Closing(msgspec.Struct, forbid_unknown_fields=True):
    outcome: Literal["won", "lost"]


class Collecting(msgspec.Struct, forbid_unknown_fields=True):
    """Whether its next payments fail, what follows the last try, and whether it is tried now."""

    fail: bool | None = None
    afterwards: Literal["canceled", "unpaid"] | None = None
    now: bool = False


class Time(msgspec.Struct, forbid_unknown_fields=True):
    """Ahead by so much; `to` is a moment in epoch seconds."""

    days: Annotated[float, msgspec.Meta(ge=0, le=1_000)] = 0
    seconds: Annotated[int, msgspec.Meta(ge=0)] = 0
    to: int | None = None


class Receiving(msgspec.Struct, forbid_unknown_fields=True):
    url: Annotated[str, msgspec.Meta(max_length=2_000, pattern=r"^https?://[!-~]+$")] | None = None
    secret: Annotated[str, msgspec.Meta(min_length=1, max_length=255, pattern=r"^[!-~]+$")] = SECRET


async def given(request: web.Request, kind: type[Record]) -> Record:
    """A JSON object. Its type is asked for, since no other page can send it here. Raises Refused."""
    if request.content_type != JSON:
        raise invalid(f"The body must be {JSON}.")
    try:
        return msgspec.json.decode(await request.read() or b"{}", type=kind)
    except (msgspec.DecodeError, RecursionError) as problem:
        raise invalid(f"{problem}.") from None


@routes.get("/_control/health")
async def show_health(request: web.Request) -> web.Response:
    state = state_of(request)
    receiver = state.memory.receiver
    counters = {name: getattr(state.delivery, name) for name in ("waiting", "sent", "failed", "dropped")}
    return answer(
        {
            "status": "ok",
            "now": state.memory.now,
            "aheadSeconds": state.memory.ahead_seconds,
            "webhook": receiver.url if receiver else None,
            "events": counters | {"held": len(state.delivery.held), "manner": state.delivery.manner},
            "faults": state.faults.waiting,
            "objects": {kind: state.memory.count(kind) for kind in _KINDS},
        }
    )


@routes.get("/_control/events")
async def list_events(request: web.Request) -> web.Response:
    """Every attempt to post one, oldest first; `?type=` and `?object=` narrow it."""
    wanted = {name: request.query.get(name) for name in ("type", "object", "event")}
    sent = [
        each
        for each in state_of(request).delivery.log
        if all(value in (None, getattr(each, name)) for name, value in wanted.items())
    ]
    return answer({"sent": sent})


@routes.post("/_control/sessions/{id}/pay")
async def pay(request: web.Request) -> web.Response:
    said = await given(request, Paying)
    return _do(request, lambda deed, session: sessions.pay(deed, session, said.later), "checkout.session")


@routes.post("/_control/sessions/{id}/decline")
async def decline(request: web.Request) -> web.Response:
    await given(request, Nothing)
    return _do(request, sessions.decline, "checkout.session")


@routes.post("/_control/sessions/{id}/expire")
async def expire(request: web.Request) -> web.Response:
    await given(request, Nothing)
    return _do(request, lambda deed, session: sessions.expire(deed, session["id"]), "checkout.session")


@routes.post("/_control/sessions/{id}/settle")
async def settle(request: web.Request) -> web.Response:
    """The end of a payment that is on its way."""
    said = await given(request, Settling)
    return _do(request, lambda deed, session: sessions.settle_later(deed, session, said.outcome), "checkout.session")


@routes.post("/_control/payments/{id}/refund")
async def refund(request: web.Request) -> web.Response:
    said = await given(request, Part)

    def work(deed: Deed, intent: Stored) -> Stored:
        return takebacks.refund(deed, RefundFields(payment_intent=intent["id"], amount=said.amount))

    return _do(request, work, "payment_intent")


@routes.post("/_control/refunds/{id}/fail")
async def fail_refund(request: web.Request) -> web.Response:
    await given(request, Nothing)
    return _do(request, takebacks.fail_refund, "refund")


@routes.post("/_control/payments/{id}/dispute")
async def dispute(request: web.Request) -> web.Response:
    said = await given(request, Disputing)

    def work(deed: Deed, intent: Stored) -> Stored:
        return takebacks.dispute(deed, intent, said.amount, said.reason, is_inquiry=said.inquiry)

    return _do(request, work, "payment_intent")


@routes.post("/_control/disputes/{id}/close")
async def close_dispute(request: web.Request) -> web.Response:
    said = await given(request, Closing)
    return _do(request, lambda deed, made: takebacks.close(deed, made, said.outcome), "dispute")


@routes.post("/_control/subscriptions/{id}/collection")
async def set_collection(request: web.Request) -> web.Response:
    said = await given(request, Collecting)

    def work(deed: Deed, subscription: Stored) -> Stored:
        fails = subscription["_fails"] if said.fail is None else said.fail
        afterwards = said.afterwards or subscription["_afterwards"]
        subscription = deed.put(subscription, _fails=fails, _afterwards=afterwards)
        is_live = subscription["status"] in subscriptions.LIVE
        return subscriptions.collect(deed, subscription) if said.now and is_live else subscription

    return _do(request, work, "subscription")


@routes.post("/_control/clock")
async def set_clock(request: web.Request) -> web.Response:
    """Move time ahead: what is due by then happens at once, in its order. It never goes back."""
    state, said = state_of(request), await given(request, Time)
    ahead = int(said.days * _DAY) + said.seconds
    if said.to is not None:
        ahead += max(0, said.to - state.memory.now)
    if ahead > FARTHEST_SECONDS or state.memory.ahead_seconds + ahead > 30 * FARTHEST_SECONDS:
        raise invalid(f"Time can be moved ahead by {FARTHEST_SECONDS} seconds at once.")
    state.memory.commit([Entry("clock", "", state.memory.ahead_seconds + ahead)])
    happened = passing.catch_up(state, state.memory.now)
    return answer({"now": state.memory.now, "aheadSeconds": state.memory.ahead_seconds, "happened": happened})


@routes.post("/_control/faults")
async def add_fault(request: web.Request) -> web.Response:
    state = state_of(request)
    state.faults.add(await given(request, Fault))
    return answer({"faults": state.faults.waiting})


@routes.post("/_control/faults/clear")
async def clear_faults(request: web.Request) -> web.Response:
    state = state_of(request)
    await given(request, Nothing)
    state.faults.clear()
    return answer({"faults": []})


@routes.post("/_control/reset")
async def reset(request: web.Request) -> web.Response:
    """Forget everything but where events go."""
    state = state_of(request)
    await given(request, Nothing)
    state.memory.reset()
    state.delivery.forget()
    state.faults.clear()
    return answer({"reset": True})


def _do(request: web.Request, work: Any, kind: str) -> web.Response:
    """Do it to the object that the path names, write it, tell of it, and show what came of it."""
    state, id = state_of(request), request.match_info["id"]
    deed = state.deed()
    found = work(deed, deed.find(kind, id))
    state.commit(deed)
    return answer(wire.shown(found))
