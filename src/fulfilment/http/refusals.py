"""Which refusals a route can answer, for the documentation.

They are read out of the handler's code, so that no list has to be kept and none can go stale.
"""

import inspect
from collections.abc import Iterator
from types import CodeType, ModuleType
from typing import Any

from fulfilment.db.tx import Read
from fulfilment.http import caller, idempotency, networks, signing
from fulfilment.http.bearer import InvalidToken
from fulfilment.http.errors import (
    REGISTRY,
    ApiError,
    Forbidden,
    Internal,
    NoAccount,
    NotFound,
    PayloadTooLarge,
    ServiceUnavailable,
    UnsupportedMediaType,
    Validation,
)
from fulfilment.http.nonces import NonceReused
from fulfilment.http.route import Route
from fulfilment.http.saga import Saga

_PACKAGE = __name__.partition(".")[0]
_RATE_LIMITED_STATUS = 429

_OF_CREDENTIALS = (
    signing.AuthRequired,
    signing.InvalidTimestamp,
    signing.ClockSkew,
    signing.InvalidKey,
    signing.BadSignature,
    NonceReused,
    signing.RevokedKey,
    signing.ExpiredKey,
    networks.ForbiddenNetwork,
    InvalidToken,
    NoAccount,
    caller.ForbiddenOnBehalf,
    Forbidden,
    NotFound,
)


def of(route: Route) -> dict[int, list[str]]:
    """The error codes that the route can answer, sorted, by HTTP status."""
    found: dict[int, set[str]] = {}
    for refusal in (*_of_the_edge(route), *raised_by(route.handler)):
        code = route.validation_code if refusal.code == Validation.code else refusal.code
        found.setdefault(refusal.status, set()).add(code)
    return {status: sorted(codes) for status, codes in sorted(found.items())}


def _of_the_edge(route: Route) -> Iterator[type[ApiError]]:
    """What is answered before, around and instead of the handler."""
    yield from (Internal, ServiceUnavailable)
    yield from (refusal for refusal in REGISTRY if refusal.status == _RATE_LIMITED_STATUS)
    if route.path_names:
        yield NotFound
    if route.body is not None or route.query is not None:
        yield Validation
    if route.body is not None:
        yield from (PayloadTooLarge, UnsupportedMediaType)
    if route.proof is not None:
        yield PayloadTooLarge
    if route.is_public:
        # What has neither a credential nor a described body is somebody else's webhook, and sends no keys.
        if route.method != "GET" and route.body is not None:
            yield idempotency.KeyReused
        return
    yield from _OF_CREDENTIALS
    if route.kind is not Read:
        yield from (Validation, idempotency.KeyReused, caller.WorkspaceSuspended)
    if route.kind is Saga:
        yield idempotency.InProgress
    if route.needs_key:
        yield idempotency.KeyRequired


def raised_by(handler: Any) -> set[type[ApiError]]:
    """Every refusal named by the handler, or by a function of ours that it names, however deep."""
    found: set[type[ApiError]] = set()
    seen: set[CodeType] = set()
    waiting = [handler]
    while waiting:
        function = inspect.unwrap(waiting.pop())
        for named in _named(function.__code__, function.__globals__, seen):
            if inspect.isclass(named):
                found.add(named)
            else:
                waiting.append(named)
    return found


def _named(code: CodeType, known: dict[str, Any], seen: set[CodeType]) -> Iterator[Any]:
    """The refusals and the functions of ours that a piece of code names, directly or as an attribute."""
    if code in seen:
        return
    seen.add(code)
    direct = [known[name] for name in code.co_names if name in known]
    # What is chosen from a table by what was sent.
    direct += [value for table in direct if isinstance(table, dict) for value in table.values()]
    homes = [value for value in direct if _is_ours(value) and isinstance(value, ModuleType | type)]
    attributes = [getattr(home, name, None) for home in homes for name in code.co_names]
    for value in (*direct, *attributes):
        if inspect.isclass(value) and issubclass(value, ApiError):
            yield value
        elif _is_ours(value) and (inspect.isfunction(value) or inspect.ismethod(value)):
            yield getattr(value, "__func__", value)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _named(inner, known, seen)


def _is_ours(value: Any) -> bool:
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return isinstance(name, str) and name.partition(".")[0] == _PACKAGE
