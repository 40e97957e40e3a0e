"""Every field of every record is described, once and in words that say something (decision 17)."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from fulfilment.app import all_events, all_routes
from fulfilment.infra.openapi import document

FEWEST_WORDS = 3

Field = tuple[str, dict[str, Any]]


@pytest.fixture(scope="module")
def components() -> dict[str, dict[str, Any]]:
    return msgspec.json.decode(document.ApiDocument(all_routes, all_events).content)["components"]["schemas"]


@pytest.fixture(scope="module")
def records(components: dict[str, dict[str, Any]]) -> dict[str, list[Field]]:
    """The fields of each record of the document, those of the objects within it beside its own."""
    return {name: list(_fields(component)) for name, component in components.items()}


def _fields(schema: Any) -> Iterator[Field]:
    if isinstance(schema, dict):
        properties = schema.get("properties", {})
        yield from properties.items()
        parts = [*properties.values(), *(part for name, part in schema.items() if name != "properties")]
    else:
        parts = schema if isinstance(schema, list) else []
    for part in parts:
        yield from _fields(part)


def test_every_field_is_described(records: dict[str, list[Field]]) -> None:
    assert sum(map(len, records.values())) > 1_000
    silent = [f"{name}.{field}" for name, fields in records.items() for field, said in fields if not _words_of(said)]
    assert silent == []


def test_every_record_says_what_it_is(components: dict[str, dict[str, Any]]) -> None:
    assert [name for name, component in components.items() if not _words_of(component)] == []


def test_a_description_is_a_sentence(records: dict[str, list[Field]]) -> None:
    described = [(f"{name}.{field}", _words_of(said)) for name, fields in records.items() for field, said in fields]
    scanty = [
        (field, words) for field, words in described if len(words.split()) < FEWEST_WORDS or not words.endswith(".")
    ]
    assert scanty == []


def test_no_two_fields_of_a_record_are_described_alike(records: dict[str, list[Field]]) -> None:
    twins = []
    for name, fields in records.items():
        first: dict[str, str] = {}
        for field, said in fields:
            if first.setdefault(_words_of(said), field) != field:
                twins.append((name, first[_words_of(said)], field))
    assert twins == []


def _words_of(schema: dict[str, Any]) -> str:
    return schema.get("description", "")
