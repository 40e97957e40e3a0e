"""Columns of the CSV file, and the parsers of their cells.

The bounds are those of the API's own models, so that a file can hold nothing that a request could not.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import msgspec
from msgspec import inspect

from fulfilment.catalog.schemas import NewProduct, NewVariant, ProductChange, VariantChange
from fulfilment.stock.warehouse_schemas import NewWarehouse

CellParser = Callable[[str], Any]

# A long number that a spreadsheet saved in scientific notation, with either decimal separator. Engineering notation
# begins with up to three digits.
_SHORTENED = re.compile(r"\s*+[+-]?[0-9]{1,3}(?:[.,][0-9]+[Ee][+-]?[0-9]{1,3}|[Ee]\+[0-9]{2,3})\s*+")
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,19}")
_BOOLEANS = {"true": True, "false": False}


class Column(msgspec.Struct, frozen=True):
    """A column of the file, the field that it fills, and the parser of its cells, which raises ValueError."""

    name: str
    record_kind: Literal["product", "variant", "row"]
    field: str
    parse: CellParser
    is_required: bool = False
    # An empty cell clears a nullable field, and leaves any other field as it is.
    is_clearable: bool = False


def _cell_parser(kind: inspect.Type, *, is_code: bool = False) -> CellParser:
    if isinstance(kind, inspect.UnionType):
        (kind,) = (one for one in kind.types if not isinstance(one, inspect.NoneType))
    match kind:
        case inspect.StrType(max_length=maximum):
            return lambda text: _parse_code(text, maximum) if is_code else _parse_text(text, maximum)
        case inspect.IntType(ge=minimum, le=maximum):
            assert minimum is not None and maximum is not None, "every number of ours has bounds"
            return partial(_parse_number, minimum=minimum, maximum=maximum)
        case inspect.LiteralType(values=values):
            return lambda text: _parse_choice(text, values)
    assert isinstance(kind, inspect.BoolType)
    return _parse_boolean


def _parse_text(text: str, maximum: int | None) -> str:
    if maximum is not None and len(text) > maximum:
        raise ValueError(f"must have at most {maximum} characters")
    return text


def _parse_code(text: str, maximum: int | None) -> str:
    if _SHORTENED.fullmatch(text):
        raise ValueError("a spreadsheet has shortened this number: make its column text there, and enter it in full")
    return _parse_text(text, maximum)


def _parse_number(text: str, minimum: int, maximum: int) -> int:
    if not _WHOLE_NUMBER.fullmatch(text) or not minimum <= (number := int(text)) <= maximum:
        raise ValueError(f"must be a whole number from {minimum} to {maximum}")
    return number


def _parse_choice(text: str, values: tuple[object, ...]) -> str:
    if text not in values:
        raise ValueError(f"must be one of {', '.join(map(str, values))}")
    return text


def _parse_boolean(text: str) -> bool:
    # Spreadsheets write TRUE.
    if text.lower() not in _BOOLEANS:
        raise ValueError("must be true or false")
    return _BOOLEANS[text.lower()]


def _fields(record: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(record)
    assert isinstance(info, inspect.StructType)
    return info.fields


def _cell_parsers(record: type[msgspec.Struct], *names: str) -> dict[str, CellParser]:
    selected = [field for field in _fields(record) if not names or field.name in names]
    return {field.name: _cell_parser(field.type, is_code=field.name == "sku") for field in selected}


def _nullable_fields(change: type[msgspec.Struct]) -> set[str]:
    """The fields that a partial update can set to null."""
    kinds = {field.name: field.type for field in _fields(change)}
    return {
        name
        for name, kind in kinds.items()
        if isinstance(kind, inspect.UnionType) and any(isinstance(one, inspect.NoneType) for one in kind.types)
    }


def _build_columns() -> tuple[Column, ...]:
    product, variant = _cell_parsers(NewProduct), _cell_parsers(NewVariant)
    nullable = {"product": _nullable_fields(ProductChange), "variant": _nullable_fields(VariantChange)}

    def column(noun: Literal["product", "variant"], name: str, field: str, *, is_required: bool = False) -> Column:
        cell = {"product": product, "variant": variant}[noun][field]
        return Column(name, noun, field, cell, is_required, field in nullable[noun])

    return (
        Column("product_ref", "row", "ref", product["sku"], is_required=True),
        column("product", "product_name", "name", is_required=True),
        column("product", "product_type", "type"),
        column("product", "product_sku", "sku"),
        *(column("product", name, name) for name in ("description", "weight", "length", "width", "height")),
        *(column("product", name, name) for name in ("license_enabled", "max_activations")),
        Column("variant_ref", "row", "variant_ref", product["sku"]),
        column("variant", "variant_name", "name"),
        column("variant", "variant_sku", "sku"),
        *(column("variant", name, name) for name in ("price_cents", "cost_cents", "low_stock_threshold")),
        column("variant", "variant_weight", "weight"),
        column("variant", "is_default", "is_default"),
        Column("warehouse", "row", "warehouse", _cell_parsers(NewWarehouse, "name")["name"]),
        Column("quantity", "row", "quantity", product["weight"]),
    )


COLUMNS = _build_columns()
BY_NAME = {column.name: column for column in COLUMNS}
REQUIRED = tuple(column.name for column in COLUMNS if column.is_required)


_MODELS = {"product": NewProduct, "variant": NewVariant}
_WIRE_NAMES = {
    (noun, field.encode_name): column.name
    for noun, record in _MODELS.items()
    for field in msgspec.structs.fields(record)
    for column in COLUMNS
    if (column.record_kind, column.field) == (noun, field.name)
}


def find_column(noun: Literal["product", "variant"], wire_name: str | None) -> str | None:
    """The column that fills a model's field, by the field's name in an error of the API."""
    return _WIRE_NAMES.get((noun, wire_name or ""))
