'''JSON Schemas of records, with descriptions from docstrings, for readers and client generators.

A field's description is the docstring that follows it, read from the module's source:

    class Balance(Wire):
        """Prepaid credit in the currency's minor unit."""

        held: int
        """Amount held by running bookings, in the currency's minor unit."""

A record inherits the descriptions of its parents, and of the record that its `words_of` names. `COMMON` describes
fields with the same meaning everywhere, for records without a description of their own.
'''

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

Schema = dict[str, Any]

# The alternative of null, within `anyOf`.
NULL: Schema = {"type": "null"}
# A value that is always null. openapi-generator has no class for the type alone, and generates code that needs it.
ALWAYS_NULL: Schema = {"const": None}
_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number"}

COMMON: dict[str, str] = {
    "account_id": "Workspace of the resource (`acc_…`).",
    "created_at": "Time of creation.",
    "updated_at": "Time of the last change.",
    "lat": "Latitude in decimal degrees; south is negative.",
    "lng": "Longitude in decimal degrees; west is negative.",
    # Options of a label, for one shipment and for many.
    "show_sender_phone": "True prints the sender's phone number.",
    "show_recipient_phone": "True prints the recipient's phone number.",
    "mask_recipient_name": "True prints only some letters of the recipient's name (`S*** R****u`).",
    "mask_recipient_phone": "True hides the middle of the recipient's phone number (`0812****7890`).",
    "show_shipping_cost": "True prints the shipping price.",
    "show_insurance": "True prints whether the parcel is insured, and the premium.",
    "show_items": "True prints a list of the items in the parcel.",
    "show_item_descriptions": "True prints each item's description in the list.",
    "show_item_skus": "True prints each item's `sku` in the list.",
}


def docs_of(record: type) -> dict[str, str]:
    """The descriptions of a record's fields, by the field's name in Python."""
    described: dict[str, str] = {}
    for each in reversed(record.__mro__):
        if "words_of" in vars(each):
            described |= docs_of(each.words_of)
        described |= _of_module(each.__module__).get(each.__qualname__, {})
    return COMMON | described


@cache
def _of_module(name: str) -> dict[str, dict[str, str]]:
    """The described fields of each top-level class of a module; empty without source."""
    try:
        source = inspect.getsource(sys.modules[name])
    except (OSError, TypeError):
        return {}
    classes = (node for node in ast.parse(source).body if isinstance(node, ast.ClassDef))
    return {node.name: _of_class(node) for node in classes}


def _of_class(record: ast.ClassDef) -> dict[str, str]:
    described = {}
    for field, words in zip(record.body, record.body[1:], strict=False):
        text = _text(words)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and text is not None:
            described[field.target.id] = inspect.cleandoc(text).rstrip()
    return described


def _text(node: ast.stmt) -> str | None:
    """The text of a statement that is a string constant; None for any other statement."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):
        return None
    return node.value.value if isinstance(node.value.value, str) else None


def schema_components(
    types: Iterable[Any], ref_template: str, *, taken: Iterable[Any] = ()
) -> tuple[tuple[Schema, ...], dict[str, Schema]]:
    """A schema for each type, and the named components of these, with descriptions from docstrings.

    `taken` are the types of request bodies. All other records are answers, which include fields with defaults.
    """
    types = list(types)
    schemas, components = msgspec.json.schema_components(types, ref_template=ref_template)
    for component in components.values():
        if "description" in component:
            component["description"] = inspect.cleandoc(component["description"])
    incoming = set(_records_of(msgspec.inspect.multi_type_info(list(taken))))
    for record in _records_of(msgspec.inspect.multi_type_info(types)):
        component = components[record.__name__]
        _describe(component, record)
        if record in incoming:
            _show_defaults(component)
        else:
            _require_defaults(component, record)
        _write_nulls(component)
    _say_types([*schemas, components])
    return schemas, components


def _describe(component: Schema, record: type[msgspec.Struct]) -> None:
    words = docs_of(record)
    for field in msgspec.structs.fields(record):
        if field.name in words:
            component["properties"][field.encode_name]["description"] = words[field.name]


def _write_nulls(component: Schema) -> None:
    """Describe a field that is always null by a constant."""
    for field in component.get("properties", {}).values():
        if field.get("type") == "null":
            field.update(ALWAYS_NULL)
            del field["type"]


def _show_defaults(component: Schema) -> None:
    """Describe the defaults of a request body's fields, in a form that client generators understand.

    Generators of TypeScript require a field with a default, unless the default is next to its single type. Generators
    of Go accept no default of an enum, so its default is in the description. A default of null is left out.
    """
    for field in component.get("properties", {}).values():
        default = field.pop("default", None)
        if default is not None:
            shown = next((choice for choice in field.get("anyOf", ()) if choice != NULL), field)
            if "enum" in shown:
                field["description"] = f"{field.get('description', '')} Default: `{default}`.".strip()
            else:
                shown["default"] = default


def _require_defaults(component: Schema, record: type[msgspec.Struct]) -> None:
    """Mark an answer's fields with defaults as required, because answers include them unless the record omits them."""
    properties = component.get("properties", {})
    required = set(component.get("required", ()))
    for name, field in properties.items():
        if "default" in field and not record.__struct_config__.omit_defaults:
            required.add(name)
        field.pop("default", None)
    component["required"] = [name for name in properties if name in required]


def _say_types(part: object) -> None:
    """Add the types that the library leaves out: of enums, and of objects without known fields, which allow any."""
    if isinstance(part, dict):
        if "enum" in part and isinstance(part["enum"], list):
            (kind,) = {_TYPES[type(value)] for value in part["enum"]}
            values = {**part}
            part.clear()
            part.update({"type": kind, **values})
        if part.get("type") == "object" and "properties" not in part:
            part.setdefault("additionalProperties", True)
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list | tuple) else ():
        _say_types(inner)


def _records_of(types: Iterable[Any]) -> Iterator[type[msgspec.Struct]]:
    """All records within the types, at any depth, each once."""
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
