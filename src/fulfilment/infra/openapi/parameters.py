"""The parameters of an operation as OpenAPI describes them: of its path, its query and its headers."""

from typing import Any

import msgspec

from fulfilment.infra import branding
from fulfilment.infra.api.pagination import PageLimits
from fulfilment.infra.api.request import MAX_KEY_LENGTH
from fulfilment.infra.api.routing import Route
from fulfilment.infra.openapi import field_docs
from fulfilment.infra.openapi.json_schema import NULL, Schema

_KEY_WORDS = (
    "Names this request, so that it may be repeated: for 24 hours the same key answers the same and does nothing "
    "twice. It is signed too."
)
_ON_BEHALF_OF_WORDS = "The merchant's workspace (`acc_…`) to act in. Only platform keys may send it."
_WORKSPACE_WORDS = (
    "Which of the person's workspaces (`acc_…`) to work in, where their bearer token lists several; without it, that "
    "of the token's `accountId`. It says nothing beside a signature."
)


def describe_parameters(route: Route, schemas: dict[Any, Any]) -> list[dict[str, Any]]:
    """The parameter objects, in the order of path, query and headers."""
    parameters = [_in_path(route, name) for name in route.path_names]
    parameters += [_in_query(route, field, schemas[field.type]) for field in query_fields(route)]
    # What has neither a credential nor a described body is somebody else's webhook.
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
    """A name of ours as it goes over the wire."""
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
    words = field_docs.docs_of(route.query).get(field.name, "")
    if field.name == "limit" and route.page is not None:
        shown |= _bounds(route.page)
        words = f"{words} {_bounds_in_words(route.page)}"
    parameter = {"name": field.encode_name, "in": "query", "required": field.required, "schema": shown}
    return parameter | ({"description": words} if words else {})


def _query_schema(schema: Schema, default: object) -> Schema:
    """A parameter is left out, never null."""
    choices = [choice for choice in schema.get("anyOf", ()) if choice != NULL]
    shown = {**choices[0]} if len(choices) == 1 else {**schema}
    if default is not None and default is not msgspec.NODEFAULT:
        shown["default"] = default
    return shown


def _bounds(page: PageLimits) -> Schema:
    """What is beyond them is refused, unless it is taken as the nearest: then any number may be sent."""
    bounds = {} if page.is_clamped else {"minimum": 1, "maximum": page.max_limit}
    return bounds if page.default is None else bounds | {"default": page.default}


def _bounds_in_words(page: PageLimits) -> str:
    least = "Less than 1 is taken as 1" if page.is_clamped else "At least 1"
    most = f"more than {page.max_limit:,} as {page.max_limit:,}" if page.is_clamped else f"at most {page.max_limit:,}"
    without = "the list is shown whole" if page.default is None else f"there are up to {page.default:,}"
    return f"{least}, {most}; without it {without}."


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
