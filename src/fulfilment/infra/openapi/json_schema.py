'''JSON Schemas of records, for readers and for generators of code.

A field's description is the docstring that follows it, read from the module's source:

    class Balance(Wire):
        """Prepaid credit in the currency's minor unit."""

        held: int
        """What bookings under way hold; in the currency's minor unit."""

A record inherits the descriptions of its parents, and of the record that its `words_of` names. `COMMON` describes
fields that mean the same everywhere, for records without a description of their own.
'''

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

COMMON: dict[str, str] = {
    "account_id": "The workspace that it belongs to (`acc_…`).",
    "created_at": "When it was created.",
    "updated_at": "When it was last changed.",
    "lat": "Latitude in decimal degrees; south is negative.",
    "lng": "Longitude in decimal degrees; west is negative.",
    # What a label shows, for one and for many.
    "show_sender_phone": "Whether the sender's phone number is printed.",
    "show_recipient_phone": "Whether the recipient's phone number is printed.",
    "mask_recipient_name": "Whether the recipient's name shows but some of its letters (`S*** R****u`).",
    "mask_recipient_phone": "Whether the middle of the recipient's phone number is hidden (`0812****7890`).",
    "show_shipping_cost": "Whether the shipping price is printed.",
    "show_insurance": "Whether it is printed if, and for which premium, the parcel is insured.",
    "show_items": "Whether what is in the parcel is listed.",
    "show_item_descriptions": "Whether the list has each item's description.",
    "show_item_skus": "Whether the list has each item's `sku`.",
}


def docs_of(record: type) -> dict[str, str]:
    """A sentence or more for each field that is described, by the field's name in Python."""
    described: dict[str, str] = {}
    for each in reversed(record.__mro__):
        if "words_of" in vars(each):
            described |= docs_of(each.words_of)
        described |= _of_module(each.__module__).get(each.__qualname__, {})
    return COMMON | described


@cache
def _of_module(name: str) -> dict[str, dict[str, str]]:
    """The described fields of each class at the top of a module; nothing where there is no source to read."""
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
    """What a statement says that is nothing but a text; None of any other."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):
        return None
    return node.value.value if isinstance(node.value.value, str) else None


Schema = dict[str, Any]

# A choice of null, within `anyOf`.
NULL: Schema = {"type": "null"}
# A value that is always null: openapi-generator has no class for the type by itself, and writes code that needs one.
ALWAYS_NULL: Schema = {"const": None}
_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number"}


def schema_components(
    types: Iterable[Any], ref_template: str, *, taken: Iterable[Any] = ()
) -> tuple[tuple[Schema, ...], dict[str, Schema]]:
    """A schema for each type, and the named ones these refer to, described by the docstrings of records and fields.

    The records of `taken`, and those within them, come in; all others go out, and have every field with a default.
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
    """Write a field that is always null as a constant."""
    for field in component.get("properties", {}).values():
        if field.get("type") == "null":
            field.update(ALWAYS_NULL)
            del field["type"]


def _show_defaults(component: Schema) -> None:
    """A field with a default may be left out. Generators of TypeScript demand what has one, unless it stands with the
    one type that it is of; those of Go know none of listed values, whose default is said in words. Null is no more than
    being left out.
    """
    for field in component.get("properties", {}).values():
        default = field.pop("default", None)
        if default is not None:
            shown = next((choice for choice in field.get("anyOf", ()) if choice != NULL), field)
            if "enum" in shown:
                field["description"] = f"{field.get('description', '')} Left out: `{default}`.".strip()
            else:
                shown["default"] = default


def _require_defaults(component: Schema, record: type[msgspec.Struct]) -> None:
    """What goes out with a default is always there, since answers show defaults too, unless the record omits them."""
    properties = component.get("properties", {})
    required = set(component.get("required", ()))
    for name, field in properties.items():
        if "default" in field and not record.__struct_config__.omit_defaults:
            required.add(name)
        field.pop("default", None)
    component["required"] = [name for name in properties if name in required]


def _say_types(part: object) -> None:
    """Values that are listed have a type, which the library leaves out; an object of no known fields has any."""
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
