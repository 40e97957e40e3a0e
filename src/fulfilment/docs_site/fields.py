"""Schemas of the OpenAPI document as a tree of fields for readers, and sample values for them.

A sample is the document's example, else the smallest value that the schema takes.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from fulfilment.infra.models import Value

Schema = Mapping[str, Any]

# No record of the API is deeper; records that refer to themselves end here.
_MAX_LEVELS = 8
_MAX_INTEGER = 2**53 - 1
_NULL = {"type": "null"}
_FORMATS = {"date-time": "time", "uri": "address", "byte": "base64"}
_PLURALS = {"string": "strings", "integer": "integers", "number": "numbers", "object": "objects", "boolean": "booleans"}


class FieldDoc(msgspec.Struct):
    """One field; `bounds` are its bounds in words, and `fields` what an object, or each of a list, holds."""

    name: str
    type: str
    is_required: bool
    description: str
    bounds: list[str]
    choices: list[str]
    fields: list["FieldDoc"]


class Schemas:
    """Schemas of one document in words."""

    def __init__(self, components: Mapping[str, Schema]) -> None:
        self._components = components

    def resolve(self, schema: Schema) -> Schema:
        """Schema behind a reference, with the keys beside the reference."""
        siblings: dict[str, Any] = {}
        while "$ref" in schema:
            siblings = {name: value for name, value in schema.items() if name != "$ref"} | siblings
            schema = self._components[schema["$ref"].rpartition("/")[2]]
        return {**schema, **siblings} if siblings else schema

    def list_fields(self, schema: Schema, level: int = 0) -> list[FieldDoc]:
        """The fields of an object, or of each of a list; none of anything else."""
        schema, _ = self._without_null(schema)
        if schema.get("type") == "array":
            return self.list_fields(schema.get("items", {}), level)
        if level >= _MAX_LEVELS:
            return []
        required = schema.get("required", ())
        found = [self.build_field(name, inner, name in required, level) for name, inner in _properties(schema)]
        for choice in _choices(schema):
            known = {field.name for field in found}
            found += [field for field in self.list_fields(choice, level) if field.name not in known]
        return found

    def build_field(self, name: str, schema: Schema, is_required: bool, level: int = 0) -> FieldDoc:
        """One field of that name; a query parameter, too."""
        outer, (core, is_nullable) = self.resolve(schema), self._without_null(schema)
        type_label = self._type_label(core) + (" or null" if is_nullable else "")
        description = schema.get("description") or outer.get("description") or ""
        return FieldDoc(
            name,
            type_label,
            is_required,
            # The description of a record says little about a field that holds one.
            description if "description" in schema or not _properties(core) else "",
            _format_bounds(core) + _format_default(outer),
            [str(value) for value in _values(core)],
            self.list_fields(core, level + 1),
        )

    def _without_null(self, schema: Schema) -> tuple[Schema, bool]:
        """The schema without a choice of null, and whether null may be."""
        schema = self.resolve(schema)
        kinds = schema.get("type")
        if isinstance(kinds, list):
            others = [kind for kind in kinds if kind != "null"]
            return {**schema, "type": others[0] if len(others) == 1 else others}, "null" in kinds
        for word in ("anyOf", "oneOf"):
            choices = schema.get(word)
            if choices and _NULL in choices:
                others = [choice for choice in choices if choice != _NULL]
                if len(others) == 1:
                    siblings = {name: value for name, value in schema.items() if name != word}
                    return {**self.resolve(others[0]), **siblings}, True
                return {**schema, word: others}, True
        return schema, False

    def _type_label(self, schema: Schema) -> str:
        kind = "null" if schema.get("const", "") is None else schema.get("type")
        if kind == "array":
            inner, _ = self._without_null(schema.get("items", {}))
            name = self._type_label(inner)
            return f"list of {_PLURALS.get(name, name)}"
        if "format" in schema and kind == "string":
            format: str = schema["format"]
            return _FORMATS.get(format, format)
        if kind is None and (choices := _choices(schema)):
            return " or ".join(dict.fromkeys(self._type_label(self._without_null(choice)[0]) for choice in choices))
        if kind is None and (values := _values(schema)):
            return "boolean" if isinstance(values[0], bool) else "string" if isinstance(values[0], str) else "integer"
        return " or ".join(kind) if isinstance(kind, list) else kind or "anything"


def _properties(schema: Schema) -> list[tuple[str, Schema]]:
    return list(schema.get("properties", {}).items())


def _choices(schema: Schema) -> list[Schema]:
    return [choice for word in ("anyOf", "oneOf", "allOf") for choice in schema.get(word, ()) if choice != _NULL]


def _values(schema: Schema) -> list[Any]:
    if schema.get("type") == "array":
        return _values(schema.get("items", {}))
    return [schema["const"]] if "const" in schema else list(schema.get("enum", ()))


def _format_bounds(schema: Schema) -> list[str]:
    """The bounds in words."""
    bounds = [
        _format_range(schema.get("minLength"), schema.get("maxLength"), "characters"),
        _format_range(schema.get("minItems"), schema.get("maxItems"), "in the list"),
        _format_range(schema.get("minimum"), schema.get("maximum"), ""),
        _format_range(schema.get("minProperties"), schema.get("maxProperties"), "keys"),
    ]
    if "exclusiveMinimum" in schema:
        bounds.append(f"more than {schema['exclusiveMinimum']}")
    return [fact for fact in bounds if fact]


def _format_range(minimum: Value, maximum: Value, unit: str) -> str:
    # The range of every JSON number is no bound of this field.
    minimum, maximum = None if minimum == -_MAX_INTEGER else minimum, None if maximum == _MAX_INTEGER else maximum
    text = ""
    if minimum and maximum is not None:
        text = f"exactly {minimum}" if minimum == maximum else f"{_format_number(minimum)} to {_format_number(maximum)}"
    elif maximum is not None:
        text = (
            f"{_format_number(0)} to {_format_number(maximum)}"
            if minimum == 0
            else f"at most {_format_number(maximum)}"
        )
    elif minimum is not None and (minimum or not unit):
        text = f"at least {_format_number(minimum)}"
    return f"{text} {unit}".strip() if text else ""


def _format_number(value: Value) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def _format_default(schema: Schema) -> list[str]:
    value = schema.get("default")
    if value is None or isinstance(value, list | dict):
        return []
    text = str(value).lower() if isinstance(value, bool) else value
    return [f"{text} where it is left out"]


_MAX_SAMPLE_LEVELS = 6
_MOMENT = "2026-11-21T02:54:30.327Z"
_EXAMPLES_BY_TYPE: dict[str, Any] = {"integer": 1, "number": 1, "boolean": False, "object": {}, "null": None}


def find_example(holder: Schema, schemas: Schemas) -> Value:
    """Example of a parameter or of one kind of content: its own, or a value that its schema takes."""
    if "example" in holder:
        return holder["example"]
    for named in holder.get("examples", {}).values():
        return named.get("value")
    return build_example(holder.get("schema", {}), schemas)


def has_example(holder: Schema) -> bool:
    """True where the document has an example of it."""
    return "example" in holder or bool(holder.get("examples"))


def build_example(schema: Schema, schemas: Schemas, level: int = 0) -> Value:
    """Smallest value that the schema takes: required fields alone."""
    schema = schemas.resolve(schema)
    for word in ("example", "const", "default"):
        if schema.get(word) is not None:
            return schema[word]
    if schema.get("examples"):
        return schema["examples"][0]
    if "enum" in schema:
        return schema["enum"][0]
    for word in ("anyOf", "oneOf", "allOf"):
        for choice in schema.get(word, ()):
            if choice != {"type": "null"}:
                return build_example(choice, schemas, level)
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if level >= _MAX_SAMPLE_LEVELS:
        return None
    if "properties" in schema:
        required = schema.get("required", ())
        fields = schema["properties"].items()
        return {name: build_example(inner, schemas, level + 1) for name, inner in fields if name in required}
    if kind == "array":
        return [build_example(schema.get("items", {}), schemas, level + 1)] if schema.get("minItems") else []
    if kind == "string":
        return _MOMENT if schema.get("format") == "date-time" else "text"[: schema.get("maxLength", 4)]
    return max(schema.get("minimum", 1), 1) if kind == "integer" else _EXAMPLES_BY_TYPE.get(kind or "")
