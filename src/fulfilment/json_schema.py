"""JSON Schemas of records, with descriptions as they are to be read."""

import inspect
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from fulfilment import field_words

Schema = dict[str, Any]


def schema_components(types: Iterable[Any], ref_template: str) -> tuple[tuple[Schema, ...], dict[str, Schema]]:
    """A schema for each type, and the named ones these refer to, described by the docstrings of records and fields."""
    types = list(types)
    schemas, components = msgspec.json.schema_components(types, ref_template=ref_template)
    for component in components.values():
        if "description" in component:
            component["description"] = inspect.cleandoc(component["description"])
    for record in _records_of(msgspec.inspect.multi_type_info(types)):
        _describe(components[record.__name__], record)
    return schemas, components


def _describe(component: Schema, record: type[msgspec.Struct]) -> None:
    words = field_words.of(record)
    for field in msgspec.structs.fields(record):
        if field.name in words:
            component["properties"][field.encode_name]["description"] = words[field.name]


def _records_of(types: Iterable[Any]) -> Iterator[type[msgspec.Struct]]:
    """Every record that the types speak of, however deep, each once."""
    seen: set[int] = set()
    waiting = list(types)
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting += part
        elif isinstance(part, msgspec.inspect.Type | msgspec.inspect.Field) and id(part) not in seen:
            seen.add(id(part))
            if isinstance(part, msgspec.inspect.StructType):
                yield part.cls
            waiting += (getattr(part, name) for name in part.__struct_fields__)
