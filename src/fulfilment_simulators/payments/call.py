"""One call of Stripe's API: authentication, injected faults, idempotency, and the commit of its changes."""

import asyncio
import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from aiohttp import web

from fulfilment_simulators.payments import faults, forms, ids, prices, wire
from fulfilment_simulators.payments.errors import IDEMPOTENCY, StripeApiError, json_response
from fulfilment_simulators.payments.events import API_VERSION
from fulfilment_simulators.payments.faults import InjectedFault
from fulfilment_simulators.payments.parameters import CallParameters
from fulfilment_simulators.payments.state import PaymentSimulatorState, state_of
from fulfilment_simulators.payments.store import StripeObject, Transaction

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
    """An operation: its name (`sessions.create`), the type of its parameters, and its function.

    The function takes the transaction, the parameters and the ids of the path.
    """

    name: str
    parameters_type: type[CallParameters]
    execute: Callable[..., StripeObject]


async def handle(operation: Operation, request: web.Request) -> web.StreamResponse:
    """The response to a call, with injected faults applied."""
    state = state_of(request)
    request_id = ids.new("req")
    fault = state.faults.use_next(operation.name)
    try:
        _require_key(request)
        if fault:
            if fault.do == "cut":
                return _abort_connection(request)
            await faults.apply_before(fault)
        status, body, headers = await _run_idempotently(operation, request, state, request_id, fault)
    except StripeApiError as problem:
        status, body, headers = problem.status, problem.body, {}
    if fault and fault.do in ("lose_answer", "garbage"):
        return (
            _abort_connection(request)
            if fault.do == "lose_answer"
            else web.Response(text='{"id": "cs_<html>', status=200)
        )
    version = request.headers.get("Stripe-Version", API_VERSION)
    return json_response(body, status, {"Request-Id": request_id, "Stripe-Version": version[:100], **headers})


def _require_key(request: web.Request) -> None:
    """Check the secret key. Any key with the prefix `sk_` or `rk_` is valid, unless it contains `invalid`."""
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise StripeApiError(
            "You did not provide an API key. You need to provide your API key in the Authorization header, using "
            "Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
            status=401,
        )
    if not key.startswith(("sk_", "rk_")) or "invalid" in key:
        raise StripeApiError(f"Invalid API Key provided: {_masked(key)}", status=401)


def _masked(key: str) -> str:
    """A masked key, which shows at most half of it."""
    visible = min(4, len(key) // 4)
    return f"{key[:visible]}****{key[len(key) - visible :]}"


async def _run_idempotently(
    operation: Operation,
    request: web.Request,
    state: PaymentSimulatorState,
    request_id: str,
    fault: InjectedFault | None,
) -> tuple[int, Any, dict[str, str]]:
    parameters = await forms.parse_form(request)
    key = request.headers.get("Idempotency-Key") if request.method == "POST" else None
    if key is None:
        status, body = _execute(operation, request, state, parameters, _request_info(request_id, None))
        await _apply_fault_after(fault)
        return status, body, {}
    if not 0 < len(key) <= KEY_CHARACTERS:
        raise StripeApiError(f"Idempotency keys can be up to {KEY_CHARACTERS} characters long.", type=IDEMPOTENCY)
    headers = {"Idempotency-Key": key}
    if key in state.keys_in_progress:
        raise StripeApiError(
            "There is currently another in-progress request using this Idempotent Key (that probably means you "
            f"submitted twice, and the other request is still going through): {key}. Please try again later.",
            code="idempotency_key_in_use",
            type=IDEMPOTENCY,
            status=409,
        )
    fingerprint = _fingerprint(request, parameters)
    cached = state.memory.find_cached_response(key)
    if cached is not None:
        if cached["print"] != fingerprint:
            raise StripeApiError(
                "Keys for idempotent requests can only be used with the same parameters they were first used with. "
                f"Try using a key other than '{key}' if you meant to execute a different request.",
                type=IDEMPOTENCY,
            )
        return cached["status"], cached["body"], headers | {"Idempotent-Replayed": "true"}
    state.keys_in_progress.add(key)
    try:
        cache_key = _CachedResponseKey(key, fingerprint, is_broken=bool(fault and fault.do == "500_kept"))
        status, body = _execute(operation, request, state, parameters, _request_info(request_id, key), cache_key)
        await _apply_fault_after(fault)
    finally:
        state.keys_in_progress.discard(key)
    return status, body, headers


class _CachedResponseKey(msgspec.Struct, frozen=True):
    """The key of a stored response; `is_broken` stores a failure, as Stripe does."""

    key: str
    print: str
    is_broken: bool


def _execute(
    operation: Operation,
    request: web.Request,
    state: PaymentSimulatorState,
    raw_parameters: dict[str, Any],
    request_info: StripeObject,
    cache_key: _CachedResponseKey | None = None,
) -> tuple[int, Any]:
    """Execute a call and write its changes with its stored response in one line. Raises StripeApiError."""
    parameters = forms.convert(raw_parameters, operation.parameters_type)
    tx = state.begin(request_info)
    status, body = 200, None
    try:
        found = operation.execute(tx, parameters, **request.match_info)
        body = wire.expand_paths(found, parameters.expand, lambda id: _find_object(tx, id))
    except StripeApiError as problem:
        if cache_key is None or not problem.is_cached:
            raise
        tx = state.begin(request_info)
        status, body = problem.status, problem.body
    if cache_key and cache_key.is_broken:
        status, body = 500, faults.build_server_error().body
    if cache_key:
        cached = {"at": tx.now, "print": cache_key.print, "status": status, "body": body}
        tx.save_internal("key", cache_key.key, cached)
    state.commit(tx)
    return status, body


async def _apply_fault_after(fault: InjectedFault | None) -> None:
    """Apply a fault after the change and before the response. Raises StripeApiError."""
    if fault and fault.do == "delay":
        await asyncio.sleep(fault.delay_ms / 1_000)
    if fault and fault.do == "500_after":
        raise faults.build_server_error()


def _request_info(request_id: str, key: str | None) -> StripeObject:
    return {"id": request_id, "idempotency_key": key}


def _fingerprint(request: web.Request, parameters: dict[str, Any]) -> str:
    text = msgspec.json.encode([request.method, request.path, parameters], order="sorted")
    return hashlib.sha256(text).hexdigest()


def _find_object(tx: Transaction, id: str) -> StripeObject | None:
    """An object of any kind by its id."""
    prefix = id.split("_")[0]
    if prefix in _KINDS:
        return tx.get(_KINDS[prefix], id)
    return prices.product_of(id) if prefix == "prod" else None


def _abort_connection(request: web.Request) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
