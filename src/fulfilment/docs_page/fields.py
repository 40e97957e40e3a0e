"""A schema of the document as readers see it: fields with their type, their bounds and what they mean, as a tree."""

from collections.abc import Mapping
from typing import Any

import msgspec

Schema = Mapping[str, Any]

# No record of the API is deeper; what refers to itself ends here.
_MOST_LEVELS = 8
_LARGEST = 2**53 - 1
_NULL = {"type": "null"}
_FORMATS = {"date-time": "time", "uri": "address", "byte": "base64"}
_PLURALS = {"string": "strings", "integer": "integers", "number": "numbers", "object": "objects", "boolean": "booleans"}


class Field(msgspec.Struct):
    """One field; `facts` are its bounds in words, and `fields` what an object, or each of a list, holds."""

    name: str
    type: str
    is_required: bool
    description: str
    facts: list[str]
    choices: list[str]
    fields: list["Field"]


class Schemas:
    """What the schemas of one document mean."""

    def __init__(self, components: Mapping[str, Schema]):
        self._components = components

    def resolved(self, schema: Schema) -> Schema:
        """The schema itself where it is a reference, with what stands beside the reference."""
        beside: dict[str, Any] = {}
        while "$ref" in schema:
            beside = {name: value for name, value in schema.items() if name != "$ref"} | beside
            schema = self._components[schema["$ref"].rpartition("/")[2]]
        return {**schema, **beside} if beside else schema

    def fields(self, schema: Schema, level: int = 0) -> list[Field]:
        """The fields of an object, or of each of a list; none of anything else."""
        schema, _ = self._core(schema)
        if schema.get("type") == "array":
            return self.fields(schema.get("items", {}), level)
        if level >= _MOST_LEVELS:
            return []
        required = schema.get("required", ())
        found = [self.field(name, inner, name in required, level) for name, inner in _properties(schema)]
        for choice in _choices(schema):
            known = {field.name for field in found}
            found += [field for field in self.fields(choice, level) if field.name not in known]
        return found

    def field(self, name: str, schema: Schema, is_required: bool, level: int = 0) -> Field:
        """One field of that name; a query parameter, too."""
        outer, (core, is_nullable) = self.resolved(schema), self._core(schema)
        shown = self._type(core) + (" or null" if is_nullable else "")
        said = schema.get("description") or outer.get("description") or ""
        return Field(
            name,
            shown,
            is_required,
            # What a record is in general says little of the field that holds one.
            said if "description" in schema or not _properties(core) else "",
            _facts(core) + _default(outer),
            [str(value) for value in _values(core)],
            self.fields(core, level + 1),
        )

    def _core(self, schema: Schema) -> tuple[Schema, bool]:
        """The schema without a choice of null, and whether null may be."""
        schema = self.resolved(schema)
        kinds = schema.get("type")
        if isinstance(kinds, list):
            others = [kind for kind in kinds if kind != "null"]
            return {**schema, "type": others[0] if len(others) == 1 else others}, "null" in kinds
        for word in ("anyOf", "oneOf"):
            choices = schema.get(word)
            if choices and _NULL in choices:
                others = [choice for choice in choices if choice != _NULL]
                if len(others) == 1:
                    beside = {name: value for name, value in schema.items() if name != word}
                    return {**self.resolved(others[0]), **beside}, True
                return {**schema, word: others}, True
        return schema, False

    def _type(self, schema: Schema) -> str:
        kind = schema.get("type")
        if kind == "array":
            inner, _ = self._core(schema.get("items", {}))
            name = self._type(inner)
            return f"list of {_PLURALS.get(name, name)}"
        if "format" in schema and kind == "string":
            return _FORMATS.get(schema["format"], schema["format"])
        if kind is None and (choices := _choices(schema)):
            return " or ".join(dict.fromkeys(self._type(self._core(choice)[0]) for choice in choices))
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


def _facts(schema: Schema) -> list[str]:
    """The bounds in words."""
    facts = [
        _between(schema.get("minLength"), schema.get("maxLength"), "characters"),
        _between(schema.get("minItems"), schema.get("maxItems"), "in the list"),
        _between(schema.get("minimum"), schema.get("maximum"), ""),
        _between(schema.get("minProperties"), schema.get("maxProperties"), "keys"),
    ]
    if "exclusiveMinimum" in schema:
        facts.append(f"more than {schema['exclusiveMinimum']}")
    return [fact for fact in facts if fact]


def _between(least: Any, most: Any, unit: str) -> str:
    # What every JSON number may be is no bound of the field's own.
    least, most = None if least == -_LARGEST else least, None if most == _LARGEST else most
    said = ""
    if least and most is not None:
        said = f"exactly {least}" if least == most else f"{_number(least)} to {_number(most)}"
    elif most is not None:
        said = f"{_number(0)} to {_number(most)}" if least == 0 else f"at most {_number(most)}"
    elif least is not None and (least or not unit):
        said = f"at least {_number(least)}"
    return f"{said} {unit}".strip() if said else ""


def _number(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def _default(schema: Schema) -> list[str]:
    value = schema.get("default")
    if value is None or isinstance(value, list | dict):
        return []
    shown = str(value).lower() if isinstance(value, bool) else value
    return [f"{shown} where it is left out"]
