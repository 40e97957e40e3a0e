"""OpenAPI operations of routes, and OpenAPI webhooks of events: parameters, bodies and answers."""

import inspect
from typing import Any

import msgspec

from fulfilment.infra import branding
from fulfilment.infra.api.envelope import JSON_TYPE
from fulfilment.infra.api.pagination import PageLimits
from fulfilment.infra.api.request import MAX_KEY_LENGTH
from fulfilment.infra.api.routing import Route
from fulfilment.infra.auth import roles
from fulfilment.infra.limits.request_limits import ONE
from fulfilment.infra.openapi import json_schema, responses
from fulfilment.infra.openapi.json_schema import NULL, Schema
from fulfilment.infra.openapi.responses import ErrorResponse, ListMeta, ResponseMeta

_KEY_WORDS = (
    "Idempotency key of this request, so that it may be repeated. For 24 hours the same key gets the same answer, and "
    "nothing is done twice. The key is signed as well."
)
_ON_BEHALF_OF_WORDS = "The merchant's workspace (`acc_…`) to act in. Only platform keys may send it."
_WORKSPACE_WORDS = (
    "The person's workspace (`acc_…`) to work in, if the bearer token lists several; by default the token's "
    "`accountId`. It is ignored with a signature."
)
# Client generators write one file per tag, and these operations are none of the service.
TAG = "Event deliveries"
TAG_WORDS = "The requests that the service sends to webhook endpoints, one for each type of event."

_HEADERS = {
    "Signature": (
        "`t=<unix seconds>,v1=<hex>`: the hex HMAC-SHA256 of `<t>.<raw body>` under the endpoint's secret, with one "
        "`v1` for each secret of the endpoint. Refuse a `t` more than 300 seconds from your clock.",
        {"type": "string", "pattern": "^t=[0-9]+(,v1=[0-9a-f]{64})+$"},
    ),
    "Event-Id": (
        "The `id` of the event (`evt_…`). A delivery may be repeated: process each id once.",
        {"type": "string", "pattern": "^evt_[0-9A-HJKMNP-TV-Z]{26}$"},
    ),
    "Event-Type": ("The `type` of the event.", {"type": "string"}),
    "Delivery-Id": ("The row of the delivery log, as GET /webhooks/events lists it.", {"type": "string"}),
    "Delivery-Attempt": (
        "1 for the first attempt, 2 or more for later attempts.",
        {"type": "integer", "minimum": 1},
    ),
}
_ANSWERS = {
    "2XX": {"description": "The receiver has the event: any status from 200 to 299, within 10 seconds."},
    "default": {
        "description": "Any other answer, also a redirect, is a failed attempt. There are six attempts in all."
    },
}


def describe_parameters(route: Route, schemas: dict[Any, Any]) -> list[dict[str, Any]]:
    """The parameter objects, in the order of path, query and headers."""
    parameters = [_in_path(route, name) for name in route.path_names]
    parameters += [_in_query(route, field, schemas[field.type]) for field in query_fields(route)]
    # A public route without a described body receives webhooks of another service, which send no keys.
    if route.method != "GET" and not (route.is_public and route.body is None):
        parameters.append(_idempotency_key(route.is_idempotency_required))
    if not route.is_public:
        spoken = branding.current()
        parameters.append(_workspace_header(spoken.on_behalf_of_header, _ON_BEHALF_OF_WORDS))
        parameters.append(_workspace_header(spoken.workspace_header, _WORKSPACE_WORDS))
    return parameters


def query_fields(route: Route) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of the route's query record."""
    return msgspec.structs.fields(route.query) if route.query is not None else ()


def camel(name: str) -> str:
    """A Python name as its camelCase name on the wire."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _in_path(route: Route, name: str) -> dict[str, Any]:
    return {
        "name": camel(name),
        "in": "path",
        "required": True,
        "description": route.path_descriptions[name],
        "schema": {"type": "string", "minLength": 1},
    }


def _in_query(route: Route, field: msgspec.structs.FieldInfo, schema: Schema) -> dict[str, Any]:
    shown = _query_schema(schema, field.default)
    assert route.query is not None
    words = json_schema.docs_of(route.query).get(field.name, "")
    if field.name == "limit" and route.page is not None:
        shown |= _bounds(route.page)
        words = f"{words} {_bounds_in_words(route.page)}"
    parameter = {"name": field.encode_name, "in": "query", "required": field.required, "schema": shown}
    return parameter | ({"description": words} if words else {})


def _query_schema(schema: Schema, default: object) -> Schema:
    """The schema of a query parameter, with its default and without null: a parameter is left out, never null."""
    choices = [choice for choice in schema.get("anyOf", ()) if choice != NULL]
    shown = {**choices[0]} if len(choices) == 1 else {**schema}
    if default is not None and default is not msgspec.NODEFAULT:
        shown["default"] = default
    return shown


def _bounds(page: PageLimits) -> Schema:
    """The bounds of `limit` as schema. A clamped limit has no bounds, because any number may be sent."""
    bounds = {} if page.is_clamped else {"minimum": 1, "maximum": page.max_limit}
    return bounds if page.default is None else bounds | {"default": page.default}


def _bounds_in_words(page: PageLimits) -> str:
    least = "Less than 1 counts as 1" if page.is_clamped else "At least 1"
    most = f"more than {page.max_limit:,} as {page.max_limit:,}" if page.is_clamped else f"at most {page.max_limit:,}"
    without = "all rows" if page.default is None else f"up to {page.default:,} rows"
    return f"{least}, {most}; {without} without it."


def _idempotency_key(is_required: bool) -> dict[str, Any]:
    return {
        "name": "Idempotency-Key",
        "in": "header",
        "required": is_required,
        "description": _KEY_WORDS,
        "schema": {
            "type": "string",
            "minLength": 1,
            "maxLength": MAX_KEY_LENGTH,
            "pattern": r"^[\x21-\x7e]+$",
        },
    }


def _workspace_header(name: str, words: str) -> dict[str, Any]:
    return {"name": name, "in": "header", "required": False, "description": words, "schema": {"type": "string"}}


def types_of(route: Route) -> list[Any]:
    """All types that the description of the route refers to."""
    types: list[Any] = [ResponseMeta, ListMeta, ErrorResponse]
    types += [
        kind for kind in (route.body, None if responses.is_document(route) else route.returns) if kind is not None
    ]
    types += [field.type for field in query_fields(route)]
    return types


def describe_operation(route: Route, schemas: dict[Any, Any]) -> dict[str, Any]:
    """The operation object; `schemas` holds the schema of each of `types_of(route)`."""
    summary, _, description = (inspect.getdoc(route.handler) or "").partition("\n")
    operation: dict[str, Any] = {
        "operationId": camel(route.handler.__name__),
        "x-client": route.sdk_method,
        "tags": [route.tag],
        "summary": summary,
        "parameters": describe_parameters(route, schemas),
        "responses": responses.describe_responses(route, schemas),
    }
    if route.cost is not ONE:
        description += f"\n\nCost against the rate limit: {route.cost}."
    if route.is_cross_origin:
        description += "\n\nBrowsers may call this from pages of any origin."
    if description.strip():
        operation["description"] = description.strip()
    if route.right is not None:
        # A person needs one of these roles (decisions, section 14).
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
    """The path with its parameters in camelCase."""
    path = route.path
    for name in route.path_names:
        path = path.replace("{" + name + "}", "{" + camel(name) + "}")
    return path


def reference(full_type: str) -> dict[str, Any]:
    """A reference to the path item of an event.

    Some client generators take a webhook for an operation of the service, and generate code that does not compile. They
    skip a reference, but still generate its schemas.
    """
    return {"$ref": f"#/components/pathItems/{full_type}"}


def describe_webhook(
    name: str, full_type: str, schema: dict[str, Any], example: dict[str, Any] | None
) -> dict[str, Any]:
    """The path item of the event `name`, whose schema is a component of the document under its full type."""
    summary, _, description = schema["description"].partition("\n")
    content: dict[str, Any] = {"schema": {"$ref": f"#/components/schemas/{full_type}"}}
    if example is not None:
        content["example"] = example
    sent = {
        "operationId": camel("receive_" + name.replace(".", "_")),
        "summary": summary,
        "tags": [TAG],
        "security": [],
        "parameters": [_header(what, *told) for what, told in _HEADERS.items()],
        "requestBody": {
            "required": True,
            "content": {JSON_TYPE: content},
        },
        "responses": _ANSWERS,
    }
    return {"post": sent | ({"description": description.strip()} if description.strip() else {})}


def _header(what: str, words: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": branding.current().webhook_header(what),
        "in": "header",
        "required": True,
        "description": words,
        "schema": schema,
    }
