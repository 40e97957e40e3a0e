"""The bound of every text and list that a request may carry, from the records (decisions, section 11)."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

from fulfilment import app
from fulfilment.catalog.schemas import NewProduct
from fulfilment.infra.api.routing import PREFIX, Route
from fulfilment.infra.models import ROW_SCHEMA
from fulfilment.infra.openapi import parameters
from fulfilment.licenses.schemas import NewLicense
from fulfilment.shipments.schemas import NewShipment
from fulfilment.stock.schemas import StockAdjustment

# Bulk routes read their rows one by one.
ROWS = {record.__name__: record for record in (NewProduct, NewLicense, NewShipment, StockAdjustment)}


class Field(msgspec.Struct, frozen=True):
    """A field of a body or a query by its dotted path, `0` for the place in a list."""

    record: str
    path: str
    kind: str
    most: int | None
    pattern: str | None = None


def routes_with_records() -> list[Route]:
    return [route for route in app.all_routes() if route.body is not None or route.query is not None]


def of_record(record: type) -> list[Field]:
    """Every text, list and open place in a record, and in those within."""
    return list(_of_type(record.__name__, inspect.type_info(record), "", None))


def _of_type(record: str, kind: inspect.Type, path: str, extra: dict[str, Any] | None) -> Iterator[Field]:
    match kind:
        case inspect.Metadata():
            yield from _of_type(record, kind.type, path, {**(extra or {}), **(kind.extra_json_schema or {})})
        case inspect.UnionType():
            for one in kind.types:
                yield from _of_type(record, one, path, extra)
        case inspect.StrType():
            yield Field(record, path, "text", kind.max_length, kind.pattern)
        case inspect.ListType():
            yield Field(record, path, "list", kind.max_length)
            rows = (extra or {}).get(ROW_SCHEMA)
            inner = inspect.type_info(ROWS[rows]) if rows else kind.item_type
            yield from _of_type(record, inner, f"{path}.0", None)
        case inspect.StructType():
            for field in kind.fields:
                yield from _of_type(record, field.type, f"{path}.{field.encode_name}".strip("."), None)
        case inspect.DictType() | inspect.AnyType() | inspect.RawType() | inspect.BytesType():
            yield Field(record, path, "open", None)


def documented() -> list[str]:
    """The rows of the tables in docs/limits.md: what may be sent to the routes of one record, and how much of it.

    The fields of a record within have a row of their own, which routes share.
    """
    said: dict[tuple[str, ...], list[str]] = {}
    for kind in ("body", "query"):
        for route in app.all_routes():
            record = getattr(route, kind)
            if record is None:
                continue
            path = parameters.shown_path(route).removeprefix(PREFIX)
            for fields in _rows([field for field in of_record(record) if _is_documented(field)]):
                said.setdefault((kind, *fields), []).append(f"`{route.method} {path}`")
    return [f"| {', '.join(routes)} | {', '.join(fields)} |" for (_, *fields), routes in said.items()]


def _rows(fields: list[Field]) -> list[list[str]]:
    """The fields as they are written, those of each record within together."""
    nested = {_head(field) for field in fields if field.path.replace(".0", "").count(".")}
    texts = {field.path.removesuffix(".0"): field for field in fields if field.path.endswith(".0")}
    rows: dict[str, list[str]] = {}
    for field in fields:
        if not field.path.endswith(".0"):
            name = _head(field) if _head(field) in nested else ""
            rows.setdefault(name, []).append(_documented(field, texts.get(field.path)))
    return list(rows.values())


def _head(field: Field) -> str:
    return field.path.partition(".")[0]


def _is_documented(field: Field) -> bool:
    """Rows of bulk routes are like the requests of their own; `cursor` is on every list."""
    is_of_bulk = field.record.startswith("Bulk") and ".0" in field.path
    return field.most is not None and field.path != "cursor" and not is_of_bulk


def _documented(field: Field, entry: Field | None) -> str:
    name = field.path.replace(".0", "[]")
    if entry is not None:
        return f"`{name}` {field.most:,} × {entry.most:,}"
    return f"`{name}` {field.most:,}" + (" entries" if field.kind == "list" else "")
