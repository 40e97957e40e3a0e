"""The OpenAPI document as the generator reads it: operations with their names, parameters and answers."""

from __future__ import annotations

import copy
import keyword
import re
from dataclasses import dataclass, field
from typing import Any, cast

METHODS = ("get", "post", "put", "patch", "delete")
JSON = "application/json"
_REF = "#/components/schemas/"
_TRUTH = ({"true", "false"}, {"false", "true"})
_CODE = re.compile(r"`([A-Z][A-Z_]+)`")
# Members of a page that the page object shows too.
_OF_PAGES = {"nextCursor", "cursor", "hasMore"}


@dataclass
class Parameter:
    """One argument of a method. `wire` is its name in the request, `place` path, query or body."""

    name: str
    wire: str
    place: str
    annotation: str
    is_required: bool
    is_nullable: bool = False
    is_flag: bool = False
    description: str = ""


@dataclass
class Described:
    """One operation of the document, as the templates show it."""

    id: str
    resource: str
    name: str
    method: str
    path: str
    summary: str
    description: str
    parameters: list[Parameter]
    takes_key: bool
    takes_body: bool
    takes_bytes: bool
    kind: str
    answer: str
    row: str = ""
    rows: str | None = None
    unwraps: str | None = None
    is_enveloped: bool = True
    is_public: bool = False
    body_is_optional: bool = False
    fixed: dict[str, str] = field(default_factory=dict)
    refusals: list[tuple[int, str]] = field(default_factory=list)

    @property
    def constant(self) -> str:
        return snake(self.id).upper()

    @property
    def path_parameters(self) -> list[Parameter]:
        return [one for one in self.parameters if one.place == "path"]

    def keywords(self) -> list[Parameter]:
        """The keyword arguments, those that must be given first."""
        others = [one for one in self.parameters if one.place != "path"]
        return sorted(others, key=lambda one: not one.is_required)

    def placed(self, place: str) -> list[Parameter]:
        return [one for one in self.parameters if one.place == place]


def snake(name: str) -> str:
    """`variantId` as `variant_id`, and what Python reserves with a line behind it."""
    said = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().replace("-", "_").replace(".", "_")
    return f"{said}_" if keyword.iskeyword(said) else said


def class_name(schema: str) -> str:
    """A schema's name as that of a class: an event's full type becomes `ShipmentCreatedEvent`."""
    event = re.fullmatch(r"[a-z][a-z0-9]*\.(.+)\.v([0-9]+)", schema)
    if event:
        words = "".join(word.capitalize() for word in re.split(r"[._]", event[1]))
        return f"{words}{'' if event[2] == '1' else 'V' + event[2]}Event"
    return schema.rpartition(".")[2] if "." in schema else schema


class Document:
    """The document with its schemas under names that are classes."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw = _renamed(raw)
        self.schemas: dict[str, Any] = self.raw["components"]["schemas"]

    @property
    def event_types(self) -> dict[str, str]:
        """The class of each type of event, by the type."""
        return {full: class_name(full) for full in self.raw.get("webhooks", {})}

    def operations(self) -> list[Described]:
        found = [
            (path, method, item[method])
            for path, item in self.raw["paths"].items()
            for method in METHODS
            if method in item
        ]
        return [told for path, method, operation in found for told in self._described(path, method, operation)]

    def _described(self, path: str, method: str, operation: dict[str, Any]) -> list[Described]:
        resource, _, name = operation["x-client"].partition(".")
        answer = self._success(operation)
        content: dict[str, Any] = answer.get("content", {})
        parameters = [self._parameter(given) for given in operation.get("parameters", ()) if given["in"] != "header"]
        headers = {given["name"] for given in operation.get("parameters", ()) if given["in"] == "header"}
        body = operation.get("requestBody")
        parameters += self._body(body, method) if body else []
        takes_key = "Idempotency-Key" in headers
        told = Described(
            id=operation["operationId"],
            resource=resource,
            name=name,
            method=method.upper(),
            path=path,
            summary=operation.get("summary", ""),
            description=operation.get("description", ""),
            parameters=parameters,
            takes_key=takes_key,
            takes_body=body is not None and JSON in body["content"],
            takes_bytes=method != "get" and not takes_key and not (body and self._fields(body)),
            kind="plain",
            answer="None",
            is_public=operation.get("security") == [],
            body_is_optional=body is not None and not body.get("required", False),
            refusals=_refusals(operation),
        )
        if told.takes_bytes:
            told.parameters = [one for one in parameters if one.place != "body"]
            told.takes_body = False
        others = [media for media in content if media != JSON]
        if JSON not in content:
            told.kind, told.answer = "download", "Download"
            return [told]
        told.parameters = [one for one in told.parameters if not (others and one.wire == "format")]
        self._answer(told, content[JSON]["schema"])
        return [told, *(self._other(told, media) for media in others)]

    def _other(self, told: Described, media: str) -> Described:
        """The same operation answered in another format, which is a download."""
        subtype = media.partition("/")[2]
        other = copy.deepcopy(told)
        other.name, other.kind, other.answer = f"{told.name}_{subtype}", "download", "Download"
        other.fixed = {"format": subtype}
        other.summary = f"{told.summary.rstrip('.')}, as {subtype.upper()}."
        return other

    def _success(self, operation: dict[str, Any]) -> dict[str, Any]:
        return next(answer for status, answer in operation["responses"].items() if status.startswith("2"))

    def _parameter(self, given: dict[str, Any]) -> Parameter:
        schema = given["schema"]
        is_flag = set(map(str, schema.get("enum", ()))) in _TRUTH or schema.get("type") == "boolean"
        return Parameter(
            name=snake(given["name"]),
            wire=given["name"],
            place=given["in"],
            annotation="bool" if is_flag else self.annotation(schema),
            is_required=bool(given.get("required")),
            is_flag=is_flag,
            description=given.get("description", ""),
        )

    def _fields(self, body: dict[str, Any]) -> dict[str, Any]:
        return self.resolved(body["content"].get(JSON, {}).get("schema", {})).get("properties", {})

    def _body(self, body: dict[str, Any], method: str) -> list[Parameter]:
        schema = self.resolved(body["content"].get(JSON, {}).get("schema", {}))
        return [
            Parameter(
                name=snake(name),
                wire=name,
                place="body",
                annotation=self.annotation(_without_null(one)),
                is_required=name in schema.get("required", ()),
                is_nullable=_without_null(one) != one,
                description=one.get("description", ""),
            )
            for name, one in schema.get("properties", {}).items()
        ]

    def _answer(self, told: Described, schema: dict[str, Any]) -> None:
        """Where the answer lies within its envelope, and of which type it is."""
        envelope = self.resolved(schema)
        if "data" not in envelope.get("properties", {}):
            told.is_enveloped, told.answer = False, "dict[str, Any]"
            return
        data = envelope["properties"]["data"]
        shown = self.resolved(data)
        fields: dict[str, Any] = shown.get("properties", {})
        if told.method == "GET" and any(one.wire == "cursor" for one in told.parameters):
            self._page(told, data, shown)
            return
        (only, one), *more = fields.items() if fields else [("", {})]
        if only and not more and ("$ref" in one or one.get("type") == "array"):
            told.unwraps, told.answer = only, self.annotation(one)
            return
        told.answer = self.annotation(data)

    def _page(self, told: Described, data: dict[str, Any], shown: dict[str, Any]) -> None:
        told.kind = "page"
        if shown.get("type") == "array":
            told.rows, told.row = "", self.annotation(shown["items"])
            return
        fields: dict[str, Any] = shown["properties"]
        lists = [name for name, one in fields.items() if one.get("type") == "array"]
        if len(lists) != 1:
            raise ValueError(f"{told.id}: which of {lists} are the rows?")
        told.rows, told.row = lists[0], self.annotation(fields[lists[0]]["items"])
        if set(fields) - _OF_PAGES - {told.rows}:
            told.kind, told.answer = "report", self.annotation(data)

    def resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            schema = self.schemas[schema["$ref"].removeprefix(_REF)]
        return schema

    def annotation(self, schema: dict[str, Any]) -> str:
        """The type of a schema in Python's words; the classes are those of `types`."""
        if "$ref" in schema:
            return "types." + schema["$ref"].removeprefix(_REF)
        if "const" in schema or "enum" in schema:
            choices = schema.get("enum", [schema.get("const")])
            return f"Literal[{', '.join(repr(one) for one in choices)}]"
        choices = schema.get("anyOf") or schema.get("oneOf")
        if choices:
            return " | ".join(dict.fromkeys(self.annotation(one) for one in choices))
        kind = schema.get("type")
        if kind == "string" and schema.get("format") == "date-time":
            return "str | datetime"
        if isinstance(kind, list):
            return " | ".join(dict.fromkeys(self.annotation({**schema, "type": one}) for one in kind))
        if kind == "array":
            return f"List[{self.annotation(schema.get('items', {}))}]"
        if kind == "object":
            return "dict[str, Any]"
        names = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
        return names.get(str(kind), "Any")


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    if isinstance(schema.get("type"), list):
        kinds = [one for one in schema["type"] if one != "null"]
        if len(kinds) < len(schema["type"]):
            return {**schema, "type": kinds[0] if len(kinds) == 1 else kinds}
    choices = schema.get("anyOf") or schema.get("oneOf") or []
    left = [one for one in choices if one.get("type") != "null"]
    if len(left) == len(choices):
        return schema
    return left[0] if len(left) == 1 else {"anyOf": left}


def _refusals(operation: dict[str, Any]) -> list[tuple[int, str]]:
    """The codes that each refusal of the operation may bear, with their status."""
    return [
        (int(status), code)
        for status, answer in operation["responses"].items()
        if not status.startswith("2")
        for code in _CODE.findall(answer.get("description", ""))
    ]


def _renamed(raw: dict[str, Any]) -> dict[str, Any]:
    """The document with schemas under the names of classes, and every reference to them."""
    names = {name: class_name(name) for name in raw["components"]["schemas"]}
    taken: dict[str, str] = {}
    for name, shown in names.items():
        if shown in taken and raw["components"]["schemas"][taken[shown]] != raw["components"]["schemas"][name]:
            parts = name.split(".")
            names[name] = shown = parts[-3].capitalize() + shown if len(parts) > 2 else f"{shown}_"
        taken[shown] = name

    def rename(value: object) -> object:
        if isinstance(value, dict):
            told = {key: rename(one) for key, one in value.items()}
            ref = told.get("$ref")
            if isinstance(ref, str) and ref.startswith(_REF):
                told["$ref"] = _REF + names[ref.removeprefix(_REF)]
            return told
        return [rename(one) for one in value] if isinstance(value, list) else value

    renamed = cast("dict[str, Any]", rename(raw))
    renamed["components"]["schemas"] = {names[name]: one for name, one in renamed["components"]["schemas"].items()}
    for one in renamed["components"]["schemas"].values():
        one.pop("title", None)
    return renamed
