"""Null for an optional field is the same as leaving it out, wherever something is created or done (decisions, 11)."""

from typing import Any

import msgspec
import pytest

from fulfilment import app
from fulfilment.infra.models import CommandModel
from tests.contract import bounds, samples
from tests.contract.document import Document


def _acting() -> dict[str, type]:
    """The records of every POST body, of bulk rows, and those within them."""
    found: dict[str, type] = {}
    waiting = [route.body for route in app.all_routes() if route.method == "POST" and route.body is not None]
    waiting += bounds.ROWS.values()
    while waiting:
        kind: Any = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            found[kind.__name__ if kind.__name__ != "Origin" else "shipments.Origin"] = kind
            waiting += [field.type for field in msgspec.structs.fields(kind)]
        else:
            waiting += getattr(kind, "__args__", ())
    return found


@pytest.mark.parametrize("record", _acting().values(), ids=_acting())
def test_null_is_as_good_as_nothing(record: type) -> None:
    assert issubclass(record, CommandModel), "a record of what is created or done is an Act"
    needed = _needed(record)
    read = msgspec.json.Decoder(record).decode
    left_out = read(msgspec.json.encode(needed))
    for field in msgspec.structs.fields(record):
        if not field.required:
            assert read(msgspec.json.encode({**needed, field.encode_name: None})) == left_out, field.name


def _needed(record: type) -> dict[str, Any]:
    """The smallest that the record takes."""
    (schema,), components = msgspec.json.schema_components([record], ref_template="#/components/schemas/{name}")
    document = Document(components)
    return samples._sample(document, document.resolve(schema))
