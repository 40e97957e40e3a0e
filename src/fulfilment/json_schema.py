"""JSON Schemas of records, with descriptions as they are to be read."""

import inspect
from collections.abc import Iterable
from typing import Any

import msgspec

Schema = dict[str, Any]


def schema_components(types: Iterable[Any], ref_template: str) -> tuple[tuple[Schema, ...], dict[str, Schema]]:
    """A schema for each type, and the named ones these refer to. A record's docstring loses what indents it in code."""
    schemas, components = msgspec.json.schema_components(types, ref_template=ref_template)
    for component in components.values():
        if "description" in component:
            component["description"] = inspect.cleandoc(component["description"])
    return schemas, components
