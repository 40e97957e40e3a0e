"""The columns of the file, and what may stand in their cells.

The bounds are those of the API's own records, so that a file can say nothing that a request could not.
"""

import re
from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec import inspect

from fulfilment.catalog.records import NewProduct, NewVariant, ProductChange, VariantChange
from fulfilment.stock.records import NewWarehouse

Cell = Callable[[str], Any]

_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,19}")
_BOOLEANS = {"true": True, "false": False}


class Column(msgspec.Struct, frozen=True):
    """A column of the file, the field it fills, and how its cells are read (ValueError says what is wrong)."""

    name: str
    of: Literal["product", "variant", "row"]
    field: str
    read: Cell
    is_required: bool = False
    # An empty cell clears what can be null, and leaves everything else as it is.
    clears: bool = False


def _cell(kind: inspect.Type) -> Cell:
    if isinstance(kind, inspect.UnionType):
        (kind,) = (one for one in kind.types if not isinstance(one, inspect.NoneType))
    match kind:
        case inspect.StrType(max_length=most):
            return lambda text: _text(text, most)
        case inspect.IntType(ge=least, le=most):
            return lambda text: _number(text, least, most)
        case inspect.LiteralType(values=values):
            return lambda text: _choice(text, values)
    assert isinstance(kind, inspect.BoolType)
    return _boolean


def _text(text: str, most: int | None) -> str:
    if most is not None and len(text) > most:
        raise ValueError(f"must have at most {most} characters")
    return text


def _number(text: str, least: int, most: int) -> int:
    if not _WHOLE_NUMBER.fullmatch(text) or not least <= (number := int(text)) <= most:
        raise ValueError(f"must be a whole number from {least} to {most}")
    return number


def _choice(text: str, values: tuple[str, ...]) -> str:
    if text not in values:
        raise ValueError(f"must be one of {', '.join(values)}")
    return text


def _boolean(text: str) -> bool:
    # Spreadsheets write TRUE.
    if text.lower() not in _BOOLEANS:
        raise ValueError("must be true or false")
    return _BOOLEANS[text.lower()]


def _cells(record: type[msgspec.Struct], *names: str) -> dict[str, Cell]:
    fields = inspect.type_info(record).fields
    return {field.name: _cell(field.type) for field in fields if not names or field.name in names}


def _clearing(change: type[msgspec.Struct]) -> set[str]:
    """The fields that a partial update can set to null."""
    kinds = {field.name: field.type for field in inspect.type_info(change).fields}
    return {
        name
        for name, kind in kinds.items()
        if isinstance(kind, inspect.UnionType) and any(isinstance(one, inspect.NoneType) for one in kind.types)
    }


def _columns() -> tuple[Column, ...]:
    product, variant = _cells(NewProduct), _cells(NewVariant)
    clearing = {"product": _clearing(ProductChange), "variant": _clearing(VariantChange)}

    def of(noun: Literal["product", "variant"], name: str, field: str, *, is_required: bool = False) -> Column:
        cell = {"product": product, "variant": variant}[noun][field]
        return Column(name, noun, field, cell, is_required, field in clearing[noun])

    return (
        Column("product_ref", "row", "ref", product["sku"], is_required=True),
        of("product", "product_name", "name", is_required=True),
        of("product", "product_type", "type"),
        of("product", "product_sku", "sku"),
        *(of("product", name, name) for name in ("description", "weight", "length", "width", "height")),
        *(of("product", name, name) for name in ("license_enabled", "max_activations")),
        Column("variant_ref", "row", "variant_ref", product["sku"]),
        of("variant", "variant_name", "name"),
        of("variant", "variant_sku", "sku"),
        *(of("variant", name, name) for name in ("price_cents", "cost_cents", "low_stock_threshold")),
        of("variant", "variant_weight", "weight"),
        of("variant", "is_default", "is_default"),
        Column("warehouse", "row", "warehouse", _cells(NewWarehouse, "name")["name"]),
        Column("quantity", "row", "quantity", product["weight"]),
    )


COLUMNS = _columns()
BY_NAME = {column.name: column for column in COLUMNS}
REQUIRED = tuple(column.name for column in COLUMNS if column.is_required)


_RECORDS = {"product": NewProduct, "variant": NewVariant}
_WIRE_NAMES = {
    (noun, field.encode_name): column.name
    for noun, record in _RECORDS.items()
    for field in msgspec.structs.fields(record)
    for column in COLUMNS
    if (column.of, column.field) == (noun, field.name)
}


def column_of(noun: Literal["product", "variant"], wire_name: str | None) -> str | None:
    """The column that fills a record's field, by the name that a refusal gives the field."""
    return _WIRE_NAMES.get((noun, wire_name or ""))
