"""The answers of an operation as OpenAPI describes them: what it succeeds with, and every refusal."""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET, UnsetType

from fulfilment.infra.api.envelope import BYTES_TYPE, JSON_TYPE, Document, Stream
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
from fulfilment.infra.models import ApiModel, PageQuery, Timestamp
from fulfilment.infra.openapi.json_schema import ALWAYS_NULL, Schema
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


_INTEGER: Schema = {"type": "integer", "minimum": 0}
_HEADERS: dict[str, tuple[str, Schema]] = {
    "X-Request-Id": (
        "Identifies the request, for the service's logs; so does `meta.requestId`, but that an answer which is given "
        "again has that of the first request there.",
        {"type": "string", "pattern": "^req_[0-9A-HJKMNP-TV-Z]{26}$"},
    ),
    "Idempotency-Replayed": (
        "`true` where the answer of an earlier request with this key is given again; else it is left out.",
        {"type": "string", "enum": ["true"]},
    ),
    "ETag": ("Names exactly these bytes; `If-None-Match` asks whether they have changed.", {"type": "string"}),
    "Retry-After": ("Seconds to wait before trying again.", _INTEGER),
    "Location": ("Where it is to be had, with a plain GET and no credential.", {"type": "string", "format": "uri"}),
    "RateLimit-Limit": (
        "How many requests a minute the allowance has that ran out, or has the least left.",
        _INTEGER,
    ),
    "RateLimit-Remaining": ("How many requests of that allowance are left.", _INTEGER),
    "RateLimit-Reset": ("Seconds until all requests of that allowance are back.", _INTEGER),
}
_OF_ALLOWANCES = tuple(name for name in _HEADERS if name.startswith("RateLimit-"))
_HEADERS_OF = {
    429: ("Retry-After", *_OF_ALLOWANCES),
    503: ("Retry-After",),
}
# Answered before it is known whose allowance it would be.
_BEFORE_ALLOWANCES = (401, 413)
_MEANINGS = {
    400: "The request is malformed, or something it needs is not configured.",
    401: "The credential is missing or not valid.",
    402: "There is not enough shipping credit.",
    403: "The credential may not do this, or the plan does not include it.",
    404: "There is no such resource in the workspace.",
    409: "The state of the resource does not allow this.",
    410: "This is over.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "The idempotency key was used for another request.",
    429: "Too many requests.",
    500: "A fault of the service, or a refusal that the contract numbers so.",
    502: "An upstream failed or refused.",
    503: "Busy, restarting, or not configured by the operator.",
    504: "An upstream did not answer in time.",
}


class ResponseMeta(ApiModel):
    """What every answer says of itself."""

    request_id: str
    """Identifies the request, for the service's logs, as the header `X-Request-Id` does. In an answer that is given
    again under its idempotency key it is that of the first request.
    """
    timestamp: Timestamp
    """When the request was answered, by the service's clock; the first time, where the answer is given again."""


class ListMeta(ResponseMeta):
    """What a page of a list says of itself, and where the next one begins."""

    cursor: str | None
    """What the next request sends as `cursor`; null on the last page."""
    has_more: bool
    """Whether there are rows beyond this page."""
    total: int | UnsetType | None = UNSET
    """How many rows the whole list has, where the list keeps count of them; null under a filter that is not counted."""


class ErrorBody(ApiModel):
    """Why a request was refused."""

    code: str
    """The refusal's name for programs; each operation lists its own."""
    message: str
    """The refusal in a sentence for people; its words may change."""
    field: str | UnsetType = UNSET
    """The input that was wrong, as a dotted path into the body (`items.0.weight`), or a parameter's name."""


class ErrorResponse(ApiModel):
    """The envelope of everything that is refused."""

    data: None
    """Always null: a refusal has no data."""
    error: ErrorBody
    """Why the request was refused."""
    meta: ResponseMeta
    """What the answer says of itself."""


def headers() -> dict[str, Any]:
    """Every header of an answer, as a component of the document."""
    return {name: {"description": words, "schema": schema} for name, (words, schema) in _HEADERS.items()}


def is_document(route: Route) -> bool:
    """Whether the route answers with something that is in no envelope."""
    return route.returns in (Document, Stream)


def describe_responses(route: Route, schemas: dict[Any, Any]) -> dict[str, Any]:
    """The response objects by their status."""
    # What is known of an allowance is said with whatever the answer is, once it is known whose it is.
    allowance = () if route.is_public and route.pre_check is None else _OF_ALLOWANCES
    replayed = ("Idempotency-Replayed",) if route.method != "GET" else ()
    succeeded = {
        "description": "Found." if route.method == "GET" else "Created." if route.status == 201 else "Done.",
        "headers": _named("X-Request-Id", *replayed, *allowance),
        "content": _success(route, schemas),
    }
    responses: dict[str, Any] = {str(route.status): succeeded}
    if route.repeat_status is not None:
        responses[str(route.repeat_status)] = {
            **succeeded,
            "description": "It exists already; nothing was done.",
        }
    if is_document(route) and route.media_type == JSON_TYPE:
        # This description itself, the only JSON that is in no envelope (infra/api/static_files.py).
        responses["304"] = {"description": "The caller has it already.", "headers": _named("X-Request-Id", "ETag")}
        succeeded["headers"] |= _named("ETag")
    if route.may_redirect:
        elsewhere = {"description": "It is elsewhere.", "headers": _named("X-Request-Id", "Location")}
        responses["302"] = elsewhere
    for status, codes in errors_of(route).items():
        told = () if status in _BEFORE_ALLOWANCES else allowance
        shown = ", ".join(f"`{code}`" for code in codes)
        responses[str(status)] = {
            "description": f"{_MEANINGS.get(status, 'Refused.')} Codes: {shown}.",
            "headers": _named("X-Request-Id", *dict.fromkeys((*_HEADERS_OF.get(status, ()), *told))),
            "content": {JSON_TYPE: {"schema": schemas[ErrorResponse]}},
        }
    return responses


def _success(route: Route, schemas: dict[Any, Any]) -> dict[str, Any]:
    if is_document(route):
        return _file(route.media_type)
    is_list = route.method == "GET" and route.query is not None and issubclass(route.query, PageQuery)
    envelope = {
        "type": "object",
        "required": ["data", "error", "meta"],
        "properties": {
            "data": schemas[route.returns],
            "error": {**ALWAYS_NULL, "description": "Always null."},
            "meta": schemas[ListMeta if is_list else ResponseMeta],
        },
    }
    others = {media_type: {"schema": _text(media_type)} for media_type in route.other_media_types}
    return {JSON_TYPE: {"schema": envelope}} | others


def _file(media_type: str) -> dict[str, Any]:
    """What is no JSON is also to be had as mere bytes."""
    if media_type == JSON_TYPE:
        return {media_type: {"schema": {"type": "object", "additionalProperties": True}}}
    named = {"type": "string", "format": "binary", "contentMediaType": media_type}
    both = {media_type: {"schema": named}, BYTES_TYPE: {"schema": {"type": "string", "format": "binary"}}}
    # Generators go by the first, and take a file of text for a text.
    return dict(reversed(both.items())) if media_type.startswith("text/") else both


def _text(media_type: str) -> Schema:
    return {"type": "string", "contentMediaType": media_type}


def _named(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
