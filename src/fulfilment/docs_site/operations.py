"""The operations and events of the OpenAPI document, as their pages show them."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fulfilment.docs_site import fields as examples
from fulfilment.docs_site.fields import FieldDoc, Schema, Schemas
from fulfilment.infra.models import Value

JSON = "application/json"

_CODES = re.compile(r"`([A-Z][A-Z_]+)`")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_NAMES = {"api": "API"}
_METHODS = ("get", "put", "post", "patch", "delete")


class Parameter(msgspec.Struct):
    """One parameter; `example` is None where the document has none and none is needed."""

    where: str
    field: FieldDoc
    example: Any


class ResponseDoc(msgspec.Struct):
    """Successful response, or the body of an event; `example` is None for other types than JSON."""

    status: str
    description: str
    media_types: list[str]
    fields: list[FieldDoc]
    example: Any


class ErrorDoc(msgspec.Struct):
    """One code that the operation answers."""

    status: str
    code: str


class OperationGroup(msgspec.Struct):
    """Operations of one tag of the document, with its description."""

    name: str
    description: str
    operations: "list[Operation]"


class Operation(msgspec.Struct):
    """One operation, or one event where `method` is empty and `path` its type."""

    id: str
    method: str
    path: str
    tag: str
    title: str
    summary: str
    description: str
    parameters: list[Parameter]
    has_body: bool
    is_body_required: bool
    body: list[FieldDoc]
    body_example: Any
    responses: list[ResponseDoc]
    errors: list[ErrorDoc]
    is_public: bool
    roles: list[str]
    client: str

    @property
    def address(self) -> str:
        return f"/docs/reference/{self.id}"

    @property
    def is_event(self) -> bool:
        return not self.method

    @property
    def is_received(self) -> bool:
        """True where another service sends the request: it defines the body, and the page has no form to try it."""
        return self.is_event or (self.is_public and self.method != "GET" and not self.has_body)

    @property
    def has_idempotency_key(self) -> bool:
        return any(parameter.field.name == "Idempotency-Key" for parameter in self.parameters)

    @property
    def media_type(self) -> str:
        """Media type of the answer, JSON first."""
        return self.responses[0].media_types[0] if self.responses and self.responses[0].media_types else JSON

    def parameters_in(self, where: str) -> list[Parameter]:
        return [parameter for parameter in self.parameters if parameter.where == where]


def parse_operations(document: Mapping[str, Any]) -> list[Operation]:
    """Every operation in the order of the document, then every event."""
    schemas = Schemas(document.get("components", {}).get("schemas", {}))
    operations = []
    for path, methods in document["paths"].items():
        for method in _METHODS:
            if method in methods:
                operations.append(
                    _parse_operation(method.upper(), path, methods[method], methods.get("parameters", ()), schemas)
                )
    events = document.get("components", {}).get("pathItems", {})
    operations += [_parse_event(name, events[name]["post"], schemas) for name in document.get("webhooks", {})]
    order = {tag["name"]: index for index, tag in enumerate(document.get("tags", ()))}
    return sorted(operations, key=lambda operation: order.get(operation.tag, len(order)))


def group_by_tag(document: Mapping[str, Any], operations: list[Operation]) -> list[OperationGroup]:
    """The operations by their tags, in their own order."""
    descriptions = {tag["name"]: tag.get("description", "") for tag in document.get("tags", ())}
    names = dict.fromkeys(operation.tag for operation in operations)
    return [
        OperationGroup(name, descriptions.get(name, ""), [each for each in operations if each.tag == name])
        for name in names
    ]


def _words(name: str) -> list[str]:
    return _WORDS.findall(name)


def format_title(name: str) -> str:
    """`createApiKey` becomes `Create API key`."""
    words = [_NAMES.get(word.lower(), word.lower()) for word in _words(name)]
    first = words[0] if words else name
    return " ".join([first[:1].upper() + first[1:], *words[1:]]).replace("open API", "OpenAPI")


def to_camel(name: str) -> str:
    """`webhook_endpoints.rotate_secret` as TypeScript has it."""
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)


def format_json(value: Value) -> str:
    """JSON as people write it."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def _parse_operation(method: str, path: str, spec: Schema, shared: Sequence[Schema], schemas: Schemas) -> Operation:
    content = spec.get("requestBody", {}).get("content", {}).get(JSON, {})
    has_body = "requestBody" in spec
    return Operation(
        id=spec["operationId"],
        method=method,
        path=path,
        tag=(spec.get("tags") or ["Other"])[0],
        title=format_title(spec["operationId"]),
        summary=spec.get("summary", ""),
        description=spec.get("description", ""),
        parameters=[_parse_parameter(each, schemas) for each in (*shared, *spec.get("parameters", ()))],
        has_body=has_body,
        is_body_required=bool(spec.get("requestBody", {}).get("required")),
        body=schemas.list_fields(content.get("schema", {})),
        body_example=examples.find_example(content, schemas) if has_body else None,
        responses=[
            _parse_response(status, each, schemas) for status, each in spec["responses"].items() if status[0] == "2"
        ],
        errors=[
            ErrorDoc(status, code)
            for status, each in spec["responses"].items()
            if status[0] != "2"
            for code in dict.fromkeys(_CODES.findall(each.get("description", "")))
        ],
        is_public=spec.get("security") == [],
        roles=list(spec.get("x-roles", ())),
        client=spec.get("x-client", ""),
    )


def _parse_event(name: str, spec: Schema, schemas: Schemas) -> Operation:
    """Event as an operation; its answer is the body that a receiver gets."""
    content = spec["requestBody"]["content"][JSON]
    response = ResponseDoc(
        "", "", [JSON], schemas.list_fields(content["schema"]), examples.find_example(content, schemas)
    )
    return Operation(
        id=name,
        method="",
        path=name,
        tag=(spec.get("tags") or ["Events"])[0],
        title=name,
        summary=spec.get("summary", ""),
        description=spec.get("description", ""),
        parameters=[_parse_parameter(each, schemas) for each in spec.get("parameters", ())],
        has_body=False,
        is_body_required=False,
        body=[],
        body_example=None,
        responses=[response],
        errors=[],
        is_public=True,
        roles=[],
        client="",
    )


def _parse_parameter(spec: Schema, schemas: Schemas) -> Parameter:
    schema = spec.get("schema", {})
    field = schemas.build_field(
        spec["name"], {**schema, "description": spec.get("description", "")}, spec.get("required", False)
    )
    has_example = examples.has_example(spec) or field.is_required
    return Parameter(spec["in"], field, examples.find_example(spec, schemas) if has_example else None)


def _parse_response(status: str, spec: Schema, schemas: Schemas) -> ResponseDoc:
    """Fields of `data`; for an answer other than JSON its media types."""
    content = spec.get("content", {})
    if JSON not in content:
        return ResponseDoc(status, spec.get("description", ""), list(content), [], None)
    body_schema = schemas.resolve(content[JSON].get("schema", {}))
    data_schema = body_schema.get("properties", {}).get("data")
    fields = schemas.list_fields(body_schema if data_schema is None else data_schema)
    example = examples.find_example(content[JSON], schemas)
    return ResponseDoc(status, spec.get("description", ""), list(content), fields, example)
