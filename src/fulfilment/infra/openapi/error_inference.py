"""Which refusals a route can answer, for the documentation.

They are read out of the handler's code, so that no list has to be kept and none can go stale.
"""

import inspect
from collections.abc import Callable, Iterator
from types import CodeType, ModuleType
from typing import Any

from fulfilment.infra.api.errors import (
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
from fulfilment.infra.api.routing import Route
from fulfilment.infra.auth import ip_allowlist, principal, request_signing
from fulfilment.infra.auth.bearer_tokens import InvalidToken
from fulfilment.infra.auth.nonces import NonceReused
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.operations import idempotency
from fulfilment.infra.operations.external_operation import ExternalOperation

_PACKAGE = __name__.partition(".")[0]
_RATE_LIMITED_STATUS = 429

_OF_CREDENTIALS = (
    request_signing.AuthRequired,
    request_signing.InvalidTimestamp,
    request_signing.ClockSkew,
    request_signing.InvalidKey,
    request_signing.BadSignature,
    NonceReused,
    request_signing.RevokedKey,
    request_signing.ExpiredKey,
    ip_allowlist.ForbiddenNetwork,
    InvalidToken,
    NoAccount,
    principal.ForbiddenOnBehalf,
    Forbidden,
    NotFound,
)


def errors_of(route: Route) -> dict[int, list[str]]:
    """The error codes that the route can answer, sorted, by HTTP status."""
    found: dict[int, set[str]] = {}
    for error in (*_edge_errors(route), *errors_raised_by(route.handler)):
        code = route.validation_code if error.code == Validation.code else error.code
        found.setdefault(error.status, set()).add(code)
    return {status: sorted(codes) for status, codes in sorted(found.items())}


def _edge_errors(route: Route) -> Iterator[type[ApiError]]:
    """What is answered before, around and instead of the handler."""
    yield from (Internal, ServiceUnavailable)
    yield from (error for error in REGISTRY if error.status == _RATE_LIMITED_STATUS)
    if route.path_names:
        yield NotFound
    if route.body is not None or route.query is not None:
        yield Validation
    if route.body is not None:
        yield from (PayloadTooLarge, UnsupportedMediaType)
    if route.verifier is not None:
        yield PayloadTooLarge
    if route.is_public:
        # What has neither a credential nor a described body is somebody else's webhook, and sends no keys.
        if route.method != "GET" and route.body is not None:
            yield idempotency.KeyReused
        return
    yield from _OF_CREDENTIALS
    if route.kind is not Read:
        yield from (Validation, idempotency.KeyReused, principal.WorkspaceSuspended)
    if route.kind is ExternalOperation:
        yield idempotency.InProgress
    if route.is_idempotency_required:
        yield idempotency.KeyRequired


def errors_raised_by(handler: Callable[..., object]) -> set[type[ApiError]]:
    """Every refusal named by the handler, or by a function of ours that it names, however deep."""
    found: set[type[ApiError]] = set()
    seen: set[CodeType] = set()
    waiting: list[Any] = [handler]
    while waiting:
        function = inspect.unwrap(waiting.pop())
        for named in _named(function.__code__, function.__globals__, seen):
            if isinstance(named, type) and issubclass(named, ApiError):
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


def _is_ours(value: object) -> bool:
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return isinstance(name, str) and name.partition(".")[0] == _PACKAGE
