"""The operations and events of the OpenAPI document, as their pages show them."""

import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from fulfilment.docs_page import examples
from fulfilment.docs_page.fields import Field, Schema, Schemas

JSON = "application/json"

_CODES = re.compile(r"`([A-Z][A-Z_]+)`")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_NAMES = {"api": "API"}
_METHODS = ("get", "put", "post", "patch", "delete")


class Parameter(msgspec.Struct):
    """One parameter; `example` is None where the document has none and none is needed."""

    where: str
    field: Field
    example: Any


class Answer(msgspec.Struct):
    """One success, or what an event brings; `example` is None for what is not JSON."""

    status: str
    description: str
    media_types: list[str]
    fields: list[Field]
    example: Any


class Refusal(msgspec.Struct):
    """One code that the operation answers."""

    status: str
    code: str


class Group(msgspec.Struct):
    """What belongs together: a tag of the document, and what it says of it."""

    name: str
    about: str
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
    takes_body: bool
    needs_body: bool
    body: list[Field]
    body_example: Any
    answers: list[Answer]
    refusals: list[Refusal]
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
    def is_from_elsewhere(self) -> bool:
        """Whether somebody else's service sends it: its body is theirs, and nobody tries it here."""
        return self.is_event or (self.is_public and self.method != "GET" and not self.takes_body)

    @property
    def takes_key(self) -> bool:
        return any(parameter.field.name == "Idempotency-Key" for parameter in self.parameters)

    @property
    def media_type(self) -> str:
        """What it answers, JSON first."""
        return self.answers[0].media_types[0] if self.answers and self.answers[0].media_types else JSON

    def of(self, where: str) -> list[Parameter]:
        return [parameter for parameter in self.parameters if parameter.where == where]


def read(document: Mapping[str, Any]) -> list[Operation]:
    """Every operation in the order of the document, then every event."""
    schemas = Schemas(document.get("components", {}).get("schemas", {}))
    found = []
    for path, methods in document["paths"].items():
        for method in _METHODS:
            if method in methods:
                found.append(_operation(method.upper(), path, methods[method], methods.get("parameters", ()), schemas))
    found += [_event(name, item["post"], schemas) for name, item in document.get("webhooks", {}).items()]
    order = {tag["name"]: index for index, tag in enumerate(document.get("tags", ()))}
    return sorted(found, key=lambda operation: order.get(operation.tag, len(order)))


def grouped(document: Mapping[str, Any], all_of_them: list[Operation]) -> list[Group]:
    """The operations by their tags, in their own order."""
    said = {tag["name"]: tag.get("description", "") for tag in document.get("tags", ())}
    names = dict.fromkeys(operation.tag for operation in all_of_them)
    return [Group(name, said.get(name, ""), [each for each in all_of_them if each.tag == name]) for name in names]


def title_of(name: str) -> str:
    """`createApiKey` becomes `Create API key`."""
    words = [_NAMES.get(word.lower(), word.lower()) for word in _WORDS.findall(name)]
    first = words[0] if words else name
    return " ".join([first[:1].upper() + first[1:], *words[1:]]).replace("open API", "OpenAPI")


def camel(name: str) -> str:
    """`webhook_endpoints.rotate_secret` as TypeScript has it."""
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)


def written(value: Any) -> str:
    """JSON as people write it."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def _operation(method: str, path: str, said: Schema, shared: Any, schemas: Schemas) -> Operation:
    content = said.get("requestBody", {}).get("content", {}).get(JSON, {})
    takes_body = "requestBody" in said
    return Operation(
        id=said["operationId"],
        method=method,
        path=path,
        tag=(said.get("tags") or ["Other"])[0],
        title=title_of(said["operationId"]),
        summary=said.get("summary", ""),
        description=said.get("description", ""),
        parameters=[_parameter(each, schemas) for each in (*shared, *said.get("parameters", ()))],
        takes_body=takes_body,
        needs_body=bool(said.get("requestBody", {}).get("required")),
        body=schemas.fields(content.get("schema", {})),
        body_example=examples.of(content, schemas) if takes_body else None,
        answers=[_answer(status, each, schemas) for status, each in said["responses"].items() if status[0] == "2"],
        refusals=[
            Refusal(status, code)
            for status, each in said["responses"].items()
            if status[0] != "2"
            for code in dict.fromkeys(_CODES.findall(each.get("description", "")))
        ],
        is_public=said.get("security") == [],
        roles=list(said.get("x-roles", ())),
        client=said.get("x-client", ""),
    )


def _event(name: str, said: Schema, schemas: Schemas) -> Operation:
    """An event's answer is what a receiver is sent."""
    content = said["requestBody"]["content"][JSON]
    sent = Answer("", "", [JSON], schemas.fields(content["schema"]), examples.of(content, schemas))
    return Operation(
        id=name,
        method="",
        path=name,
        tag=(said.get("tags") or ["Events"])[0],
        title=name,
        summary=said.get("summary", ""),
        description=said.get("description", ""),
        parameters=[_parameter(each, schemas) for each in said.get("parameters", ())],
        takes_body=False,
        needs_body=False,
        body=[],
        body_example=None,
        answers=[sent],
        refusals=[],
        is_public=True,
        roles=[],
        client="",
    )


def _parameter(said: Schema, schemas: Schemas) -> Parameter:
    schema = said.get("schema", {})
    field = schemas.field(
        said["name"], {**schema, "description": said.get("description", "")}, said.get("required", False)
    )
    wanted = examples.is_worked(said) or field.is_required
    return Parameter(said["in"], field, examples.of(said, schemas) if wanted else None)


def _answer(status: str, said: Schema, schemas: Schemas) -> Answer:
    """What `data` holds, and for other successes what they are."""
    content = said.get("content", {})
    if JSON not in content:
        return Answer(status, said.get("description", ""), list(content), [], None)
    shown = schemas.resolved(content[JSON].get("schema", {}))
    inside = shown.get("properties", {}).get("data")
    fields = schemas.fields(shown if inside is None else inside)
    example = examples.of(content[JSON], schemas)
    return Answer(status, said.get("description", ""), list(content), fields, example)
