"""The bound of every text and list that a request may carry, as the records say them (decisions, section 11)."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

from fulfilment import app
from fulfilment.catalog.records import NewProduct
from fulfilment.fields import ROWS_OF
from fulfilment.http.route import Route
from fulfilment.licenses.records import NewLicense
from fulfilment.shipments.records import NewShipment
from fulfilment.stock.records import Adjustment

# Bulk routes read their rows one by one.
ROWS = {record.__name__: record for record in (NewProduct, NewLicense, NewShipment, Adjustment)}


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
            rows = (extra or {}).get(ROWS_OF)
            inner = inspect.type_info(ROWS[rows]) if rows else kind.item_type
            yield from _of_type(record, inner, f"{path}.0", None)
        case inspect.StructType():
            for field in kind.fields:
                yield from _of_type(record, field.type, f"{path}.{field.encode_name}".strip("."), None)
        case inspect.DictType() | inspect.AnyType() | inspect.RawType() | inspect.BytesType():
            yield Field(record, path, "open", None)
