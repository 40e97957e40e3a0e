"""The errors of a route: those that its handler declares (`raises=`), and those of the pipeline around it.

The test harness fails a test in which a route answers an error that it does not declare.
"""

from collections.abc import Iterator

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
    declared = (each for kind in route.raises for each in _with_subclasses(kind))
    for error in (*_edge_errors(route), *declared):
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


def _with_subclasses(kind: type[ApiError]) -> Iterator[type[ApiError]]:
    """A declared class stands for its subclasses, as it does in `except`."""
    yield kind
    for inner in kind.__subclasses__():
        yield from _with_subclasses(inner)
