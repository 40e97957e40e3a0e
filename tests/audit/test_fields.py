"""Which fields of two records an audit entry stores (decisions, section 15)."""

from typing import Any

import msgspec
import pytest

from fulfilment.infra.database.outbox import changed_fields


class Endpoint(msgspec.Struct, rename="camel"):
    """A record as the API shows it."""

    id: str
    disabled_reason: str | None
    updated_at: str


LONG, CUT = "é" * 501, "é" * 500 + "…"


@pytest.mark.parametrize(
    ("before", "after", "stored"),
    [
        (None, {"id": "1", "note": LONG}, (None, {"id": "1", "note": CUT})),
        ({"id": "1", "updatedAt": "x"}, None, ({"id": "1", "updatedAt": "x"}, None)),
        (None, None, (None, None)),
        ({"id": "1", "a": 1, "b": 2}, {"id": "1", "a": 1, "b": 3}, ({"b": 2}, {"b": 3})),
        ({"name": "Kopi", "a": 1}, {"name": "Kopi", "a": 2}, ({"name": "Kopi", "a": 1}, {"name": "Kopi", "a": 2})),
        ({"a": 1}, {"a": 1, "keyChanged": True}, ({}, {"keyChanged": True})),
        ({"a": None}, {}, ({"a": None}, {})),
        (Endpoint("1", None, "then"), Endpoint("1", LONG, "now"), ({"disabledReason": None}, {"disabledReason": CUT})),
        # A difference after the five hundredth character is a change too.
        ({"note": LONG}, {"note": LONG + "!"}, ({"note": CUT}, {"note": CUT})),
        ({"note": "é" * 500}, {"note": ""}, ({"note": "é" * 500}, {"note": ""})),
        (None, {"lines": [{"note": LONG}]}, (None, {"lines": [{"note": CUT}]})),
        ({"couriers": ["a", "b"]}, {"couriers": ["a"]}, ({"couriers": ["a", "b"]}, {"couriers": ["a"]})),
    ],
)
def test_the_fields_that_differ_and_the_name_are_stored_with_long_texts_cut(
    before: Any, after: Any, stored: tuple[Any, Any]
) -> None:
    assert changed_fields(before, after) == stored
