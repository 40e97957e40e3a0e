"""OpenAPI responses of an operation: success, every error, headers, and the schemas of the envelope."""

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

_INTEGER: Schema = {"type": "integer", "minimum": 0}
_HEADERS: dict[str, tuple[str, Schema]] = {
    "X-Request-Id": (
        "Id of the request in the service's logs, the same as `meta.requestId`. A replayed answer has the id of the "
        "first request in `meta.requestId`.",
        {"type": "string", "pattern": "^req_[0-9A-HJKMNP-TV-Z]{26}$"},
    ),
    "Idempotency-Replayed": (
        "`true` if this is the stored answer of an earlier request with the same key; otherwise absent.",
        {"type": "string", "enum": ["true"]},
    ),
    "ETag": ("Entity tag of exactly these bytes, for `If-None-Match`.", {"type": "string"}),
    "Retry-After": ("Seconds to wait before the next try.", _INTEGER),
    "Location": ("URL of the content, for a plain GET without a credential.", {"type": "string", "format": "uri"}),
    "RateLimit-Limit": (
        "Requests per minute of the rate limit that is exceeded, or has the fewest requests left.",
        _INTEGER,
    ),
    "RateLimit-Remaining": ("Requests that are left of that rate limit.", _INTEGER),
    "RateLimit-Reset": ("Seconds until the whole rate limit is available again.", _INTEGER),
}
_OF_ALLOWANCES = tuple(name for name in _HEADERS if name.startswith("RateLimit-"))
_HEADERS_OF = {
    429: ("Retry-After", *_OF_ALLOWANCES),
    503: ("Retry-After",),
}
# Answered before the caller, and so its rate limit, is known.
_BEFORE_ALLOWANCES = (401, 413)
_MEANINGS = {
    400: "The request is malformed, or a setting that it needs is missing.",
    401: "The credential is missing or not valid.",
    402: "There is not enough shipping credit.",
    403: "The credential may not do this, or the plan does not include it.",
    404: "The workspace has no such resource.",
    409: "The state of the resource does not allow this.",
    410: "The resource has expired or ended.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "The idempotency key was used for another request.",
    429: "Too many requests.",
    500: "A fault of the service, or an error for which the contract demands this status.",
    502: "An upstream service failed or refused the call.",
    503: "The service is busy, restarting, or not configured by the operator.",
    504: "An upstream service did not answer in time.",
}


class ResponseMeta(ApiModel):
    """Metadata of an answer."""

    request_id: str
    """Id of the request in the service's logs, the same as the header `X-Request-Id`. An answer that is replayed for
    its idempotency key has the id of the first request.
    """
    timestamp: Timestamp
    """Time of the answer by the service's clock; for a replayed answer, the time of the first answer."""


class ListMeta(ResponseMeta):
    """Metadata of a page of a list, with the cursor of the next page."""

    cursor: str | None
    """Cursor of the next page, for its parameter `cursor`; null on the last page."""
    has_more: bool
    """True if there are rows beyond this page."""
    total: int | UnsetType | None = UNSET
    """Number of rows of the whole list, for lists that are counted; null with a filter that is not counted."""


class ErrorBody(ApiModel):
    """Error of a request that was refused."""

    code: str
    """Error code for programs; each operation lists its codes."""
    message: str
    """Error message for people; its words may change."""
    field: str | UnsetType = UNSET
    """Input at fault: a dotted path into the body (`items.0.weight`), or the name of a parameter."""


class ErrorResponse(ApiModel):
    """Envelope of an error."""

    data: None
    """Always null: an error has no data."""
    error: ErrorBody
    """Reason why the request was refused."""
    meta: ResponseMeta
    """Metadata of the answer."""


def errors_of(route: Route) -> dict[int, list[str]]:
    """The error codes that the route can answer, sorted, by HTTP status."""
    found: dict[int, set[str]] = {}
    declared = (each for kind in route.raises for each in _with_subclasses(kind))
    for error in (*_edge_errors(route), *declared):
        code = route.validation_code if error.code == Validation.code else error.code
        found.setdefault(error.status, set()).add(code)
    return {status: sorted(codes) for status, codes in sorted(found.items())}


def _edge_errors(route: Route) -> Iterator[type[ApiError]]:
    """The errors of the pipeline, before and after the handler."""
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
        # A public route without a described body receives webhooks of another service, which send no keys.
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
    """The class and all its subclasses, as in `except`."""
    yield kind
    for inner in kind.__subclasses__():
        yield from _with_subclasses(inner)


def headers() -> dict[str, Any]:
    """The response headers, as components of the document."""
    return {name: {"description": words, "schema": schema} for name, (words, schema) in _HEADERS.items()}


def is_document(route: Route) -> bool:
    """True if the route answers with a document or a stream, without an envelope."""
    return route.returns in (Document, Stream)


def describe_responses(route: Route, schemas: dict[Any, Any]) -> dict[str, Any]:
    """The response objects of a route by status."""
    # Every answer to a known caller has the headers of the rate limit.
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
        # This OpenAPI document is the only JSON without an envelope (infra/api/static_files.py).
        responses["304"] = {"description": "Not modified.", "headers": _named("X-Request-Id", "ETag")}
        succeeded["headers"] |= _named("ETag")
    if route.may_redirect:
        elsewhere = {"description": "The content is at `Location`.", "headers": _named("X-Request-Id", "Location")}
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
    """The content of a document. Every type other than JSON is also available as application/octet-stream."""
    if media_type == JSON_TYPE:
        return {media_type: {"schema": {"type": "object", "additionalProperties": True}}}
    named = {"type": "string", "format": "binary", "contentMediaType": media_type}
    both = {media_type: {"schema": named}, BYTES_TYPE: {"schema": {"type": "string", "format": "binary"}}}
    # Client generators use the first entry, and would decode a text file as a string.
    return dict(reversed(both.items())) if media_type.startswith("text/") else both


def _text(media_type: str) -> Schema:
    return {"type": "string", "contentMediaType": media_type}


def _named(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
