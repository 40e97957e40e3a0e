"""One route as OpenAPI describes it: parameters, body, answers and refusals."""

import inspect
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from fulfilment import brand, roles
from fulfilment.fields import PageQuery, Timestamp, Wire
from fulfilment.http import refusals
from fulfilment.http.cost import ONE
from fulfilment.http.envelope import JSON_TYPE, Document, Stream
from fulfilment.http.request import MAX_KEY_LENGTH
from fulfilment.http.route import Route

HEADERS = {
    "X-Request-Id": "Identifies the request; `meta.requestId` repeats it.",
    "Idempotency-Replayed": "`true` where the answer of an earlier request with this key is given again.",
    "Retry-After": "Seconds to wait before trying again.",
    "RateLimit-Limit": "How many requests a minute the allowance has that ran out, or has the least left.",
    "RateLimit-Remaining": "How many of them are left.",
    "RateLimit-Reset": "Seconds until all of them are back.",
}
_OF_ALLOWANCES = tuple(name for name in HEADERS if name.startswith("RateLimit-"))
_HEADERS_OF = {
    429: ("Retry-After", *_OF_ALLOWANCES),
    503: ("Retry-After",),
}
# Answered before it is known whose allowance it would be.
_BEFORE_ALLOWANCES = (401, 413)
_PAGE_PARAMETERS = {
    "limit": "How many rows at most.",
    "cursor": "The `meta.cursor` of the page before; opaque.",
}
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


class AnswerMeta(Wire):
    request_id: str
    timestamp: Timestamp


class ListMeta(AnswerMeta):
    """`cursor` leads to the next page, null on the last one; `total` stands where the list keeps one."""

    cursor: str | None
    has_more: bool
    total: int | UnsetType | None = UNSET


class Refusal(Wire):
    """`field` names the offending input as a dotted path."""

    code: str
    message: str
    field: str | UnsetType = UNSET


class Failure(Wire):
    """The envelope of everything that is refused."""

    data: None
    error: Refusal
    meta: AnswerMeta


def types_of(route: Route) -> list[Any]:
    """Every type that the description of the route refers to."""
    types: list[Any] = [AnswerMeta, ListMeta, Failure]
    types += [kind for kind in (route.body, None if is_document(route) else route.returns) if kind is not None]
    types += [field.type for field in _query_fields(route)]
    return types


def is_document(route: Route) -> bool:
    return route.returns in (Document, Stream)


def _query_fields(route: Route) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(route.query) if route.query is not None else ()


def describe(route: Route, schemas: dict[Any, Any]) -> dict[str, Any]:
    """The operation object; `schemas` holds the schema of each of `types_of(route)`."""
    summary, _, description = (inspect.getdoc(route.handler) or "").partition("\n")
    operation: dict[str, Any] = {
        "operationId": _camel(route.handler.__name__),
        "x-client": route.client,
        "tags": [route.tag],
        "summary": summary,
        "parameters": _parameters(route, schemas),
        "responses": _responses(route, schemas),
    }
    if route.cost is not ONE:
        description += f"\n\nThis takes {route.cost} of the requests a minute."
    if description.strip():
        operation["description"] = description.strip()
    if route.right is not None:
        # Which roles a person needs, one of them (decisions, section 14).
        operation["x-roles"] = list(roles.holders(route.right))
    if route.body is not None:
        operation["requestBody"] = {
            "required": not route.body_optional,
            "content": {JSON_TYPE: {"schema": schemas[route.body]}},
        }
    if route.is_public:
        operation["security"] = []
    return operation


def shown_path(route: Route) -> str:
    """The path with its parameters named as everything else on the wire."""
    path = route.path
    for name in route.path_names:
        path = path.replace("{" + name + "}", "{" + _camel(name) + "}")
    return path


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _parameters(route: Route, schemas: dict[Any, Any]) -> list[dict[str, Any]]:
    parameters: list[dict[str, Any]] = [
        {"name": _camel(name), "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in route.path_names
    ]
    for field in _query_fields(route):
        parameter = {
            "name": field.encode_name,
            "in": "query",
            "required": field.required,
            "schema": _query_schema(schemas[field.type], field.default),
        }
        if issubclass(route.query, PageQuery) and field.name in _PAGE_PARAMETERS:
            parameter["description"] = _PAGE_PARAMETERS[field.name]
        parameters.append(parameter)
    # What has neither a credential nor a described body is somebody else's webhook.
    if route.method != "GET" and not (route.is_public and route.body is None):
        parameters.append(_idempotency_key(route.needs_key))
    if not route.is_public:
        parameters += [_on_behalf_of(), _workspace()]
    return parameters


def _query_schema(schema: dict[str, Any], default: Any) -> dict[str, Any]:
    """A parameter is left out, never null."""
    choices = [choice for choice in schema.get("anyOf", ()) if choice != {"type": "null"}]
    shown = {**choices[0]} if len(choices) == 1 else {**schema}
    if default is not None and default is not msgspec.NODEFAULT:
        shown["default"] = default
    return shown


def _idempotency_key(is_required: bool) -> dict[str, Any]:
    return {
        "name": "Idempotency-Key",
        "in": "header",
        "required": is_required,
        "description": "For 24 hours the same key answers the same and does nothing twice. It is signed too.",
        "schema": {
            "type": "string",
            "minLength": 1,
            "maxLength": MAX_KEY_LENGTH,
            "pattern": r"^[\x21-\x7e]+$",
        },
    }


def _on_behalf_of() -> dict[str, Any]:
    return {
        "name": brand.current().on_behalf_of_header,
        "in": "header",
        "required": False,
        "description": "Platform keys only: the merchant's workspace (`acc_…`) to act in.",
        "schema": {"type": "string"},
    }


def _workspace() -> dict[str, Any]:
    return {
        "name": brand.current().workspace_header,
        "in": "header",
        "required": False,
        "description": "Bearer tokens only: which of its workspaces (`acc_…`) to work in, else that of `accountId`.",
        "schema": {"type": "string"},
    }


def _responses(route: Route, schemas: dict[Any, Any]) -> dict[str, Any]:
    # What is known of an allowance is said with whatever the answer is, once it is known whose it is.
    allowance = () if route.is_public and route.gate is None else _OF_ALLOWANCES
    headers = _headers("X-Request-Id", *(["Idempotency-Replayed"] if route.method != "GET" else []), *allowance)
    responses: dict[str, Any] = {
        str(route.status): {
            "description": "Done." if route.method != "GET" else "Found.",
            "headers": headers,
            "content": _success(route, schemas),
        }
    }
    if route.repeat_status is not None:
        responses[str(route.repeat_status)] = {
            **responses[str(route.status)],
            "description": "It exists already; nothing was done.",
        }
    for status, codes in refusals.of(route).items():
        told = () if status in _BEFORE_ALLOWANCES else allowance
        names = _headers("X-Request-Id", *dict.fromkeys((*_HEADERS_OF.get(status, ()), *told)))
        shown = ", ".join(f"`{code}`" for code in codes)
        responses[str(status)] = {
            "description": f"{_MEANINGS.get(status, 'Refused.')} Codes: {shown}.",
            "headers": names,
            "content": {JSON_TYPE: {"schema": schemas[Failure]}},
        }
    return responses


def _success(route: Route, schemas: dict[Any, Any]) -> dict[str, Any]:
    if is_document(route):
        is_text = route.media_type == JSON_TYPE
        return {route.media_type: {"schema": {"type": "object"} if is_text else {}}}
    is_list = route.method == "GET" and route.query is not None and issubclass(route.query, PageQuery)
    envelope = {
        "type": "object",
        "required": ["data", "error", "meta"],
        "properties": {
            "data": schemas[route.returns],
            "error": {"type": "null"},
            "meta": schemas[ListMeta if is_list else AnswerMeta],
        },
    }
    return {JSON_TYPE: {"schema": envelope}} | {media_type: {} for media_type in route.other_media_types}


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
