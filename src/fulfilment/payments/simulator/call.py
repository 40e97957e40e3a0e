"""One call of Stripe's API: who asks, what goes wrong, whether it was asked before, and what it did."""

import asyncio
import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from aiohttp import web

from fulfilment.payments.simulator import faults, forms, ids, prices, wire
from fulfilment.payments.simulator.events import API_VERSION
from fulfilment.payments.simulator.faults import Fault
from fulfilment.payments.simulator.memory import Deed, Stored
from fulfilment.payments.simulator.parameters import Call
from fulfilment.payments.simulator.refusals import IDEMPOTENCY, Refused, answer
from fulfilment.payments.simulator.state import State, state_of

KEY_CHARACTERS = 255
_KINDS = {
    "cus": "customer",
    "cs": "checkout.session",
    "sub": "subscription",
    "in": "invoice",
    "pi": "payment_intent",
    "ch": "charge",
    "re": "refund",
    "du": "dispute",
}


class Operation(msgspec.Struct, frozen=True):
    """A call by its name (`sessions.create`), what it takes, and what does it: deed, parameters, ids of the path."""

    name: str
    takes: type[Call]
    does: Callable[..., Stored]


async def handle(operation: Operation, request: web.Request) -> web.StreamResponse:
    """The answer, or what a fault makes of it."""
    state = state_of(request)
    request_id = ids.new("req")
    fault = state.faults.take(operation.name)
    try:
        _require_key(request)
        if fault:
            if fault.do == "cut":
                return _cut(request)
            await faults.before(fault)
        status, body, headers = await _answered(operation, request, state, request_id, fault)
    except Refused as problem:
        status, body, headers = problem.status, problem.body, {}
    if fault and fault.do in ("lose_answer", "garbage"):
        return _cut(request) if fault.do == "lose_answer" else web.Response(text='{"id": "cs_<html>', status=200)
    version = request.headers.get("Stripe-Version", API_VERSION)
    return answer(body, status, {"Request-Id": request_id, "Stripe-Version": version[:100], **headers})


def _require_key(request: web.Request) -> None:
    """Any secret key will do, but none and those that say that they are invalid."""
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise Refused(
            "You did not provide an API key. You need to provide your API key in the Authorization header, using "
            "Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
            status=401,
        )
    if not key.startswith(("sk_", "rk_")) or "invalid" in key:
        raise Refused(f"Invalid API Key provided: {key[:8]}****{key[-4:]}", status=401)


async def _answered(
    operation: Operation, request: web.Request, state: State, request_id: str, fault: Fault | None
) -> tuple[int, Any, dict[str, str]]:
    said = await forms.given(request)
    key = request.headers.get("Idempotency-Key") if request.method == "POST" else None
    if key is None:
        status, body = _done(operation, request, state, said, _asked(request_id, None))
        await _after(fault)
        return status, body, {}
    if not 0 < len(key) <= KEY_CHARACTERS:
        raise Refused(f"Idempotency keys can be up to {KEY_CHARACTERS} characters long.", type=IDEMPOTENCY)
    headers = {"Idempotency-Key": key}
    if key in state.under_way:
        raise Refused(
            "There is currently another in-progress request using this Idempotent Key (that probably means you "
            f"submitted twice, and the other request is still going through): {key}. Please try again later.",
            code="idempotency_key_in_use",
            type=IDEMPOTENCY,
            status=409,
        )
    print_ = _fingerprint(request, said)
    kept = state.memory.kept_answer(key)
    if kept is not None:
        if kept["print"] != print_:
            raise Refused(
                "Keys for idempotent requests can only be used with the same parameters they were first used with. "
                f"Try using a key other than '{key}' if you meant to execute a different request.",
                type=IDEMPOTENCY,
            )
        return kept["status"], kept["body"], headers | {"Idempotent-Replayed": "true"}
    state.under_way.add(key)
    try:
        memo = _Memo(key, print_, is_broken=bool(fault and fault.do == "500_kept"))
        status, body = _done(operation, request, state, said, _asked(request_id, key), memo)
        await _after(fault)
    finally:
        state.under_way.discard(key)
    return status, body, headers


class _Memo(msgspec.Struct, frozen=True):
    """What an answer is kept under; `is_broken`: kept as if it had failed, as Stripe keeps what failed."""

    key: str
    print: str
    is_broken: bool


def _done(
    operation: Operation,
    request: web.Request,
    state: State,
    said: dict[str, Any],
    asked: Stored,
    memo: _Memo | None = None,
) -> tuple[int, Any]:
    """Do it and write it, with its answer under its key, in one line. Raises Refused."""
    parameters = forms.convert(said, operation.takes)
    deed = state.deed(asked)
    status, body = 200, None
    try:
        found = operation.does(deed, parameters, **request.match_info)
        body = wire.expanded(found, parameters.expand, lambda id: _look(deed, id))
    except Refused as problem:
        if memo is None or not problem.is_remembered:
            raise
        deed = state.deed(asked)
        status, body = problem.status, problem.body
    if memo and memo.is_broken:
        status, body = 500, faults.broken().body
    if memo:
        kept = {"at": deed.now, "print": memo.print, "status": status, "body": body}
        deed.remember("key", memo.key, kept)
    state.commit(deed)
    return status, body


async def _after(fault: Fault | None) -> None:
    """What comes after it was done, and before it is answered. Raises Refused."""
    if fault and fault.do == "delay":
        await asyncio.sleep(fault.delay_ms / 1_000)
    if fault and fault.do == "500_after":
        raise faults.broken()


def _asked(request_id: str, key: str | None) -> Stored:
    return {"id": request_id, "idempotency_key": key}


def _fingerprint(request: web.Request, said: dict[str, Any]) -> str:
    text = msgspec.json.encode([request.method, request.path, said], order="sorted")
    return hashlib.sha256(text).hexdigest()


def _look(deed: Deed, id: str) -> Stored | None:
    """Any object by its id alone."""
    prefix = id.split("_")[0]
    if prefix in _KINDS:
        return deed.get(_KINDS[prefix], id)
    return prices.product_of(id) if prefix == "prod" else None


def _cut(request: web.Request) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
