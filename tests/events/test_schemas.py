"""The schemas of events: sound, the same wherever they are shown, and as strict as they look."""

import inspect
import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from fulfilment.app import EVENT_DOMAINS, all_events, all_routes
from fulfilment.infra import branding
from fulfilment.infra.openapi.document import describe
from fulfilment.infra.openapi.event_schemas import DIALECT, EventType, EventTypes
from tests.harness.misfits import misfits_of
from tests.harness.workspaces import as_operator
from tests.journeys.events_page import documented

TYPES = EventTypes(all_events).all
each = pytest.mark.parametrize("described", [pytest.param(described, id=described.type) for described in TYPES])


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return describe(all_routes(), all_events())


@each
def test_a_schema_is_sound_and_stands_alone(described: EventType) -> None:
    assert described.schema["$schema"] == DIALECT
    Draft202012Validator.check_schema(described.schema)
    referred = set(re.findall(r'"\$ref": "(.*?)"', json.dumps(described.schema)))
    assert referred == {f"#/$defs/{name}" for name in described.schema["$defs"]}


@each
def test_the_document_has_the_same_schema(described: EventType, document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    alone = json.loads(json.dumps(described.schema).replace("#/$defs/", "#/components/schemas/"))
    components = alone.pop("$defs")
    assert alone.pop("$schema") == DIALECT
    assert alone == schemas[described.type]
    assert components == {name: schemas[name] for name in components}


def descriptions(part: Any) -> Iterator[str]:
    """Every description at whatever depth."""
    for value in part.values() if isinstance(part, dict) else part:
        if isinstance(value, dict | list):
            yield from descriptions(value)
    if isinstance(part, dict) and isinstance(part.get("description"), str):
        yield part["description"]


def test_no_description_is_indented_as_its_docstring_is_in_the_code(document: dict[str, Any]) -> None:
    told = [*descriptions([described.schema for described in TYPES]), *(described.description for described in TYPES)]
    told += descriptions(document["components"]["schemas"])
    assert len(told) > 100 and [text for text in told if text != inspect.cleandoc(text)] == []


@each
def test_the_document_describes_the_request_that_brings_it(described: EventType, document: dict[str, Any]) -> None:
    sent = document["components"]["pathItems"][described.type]["post"]
    assert sent["requestBody"]["content"]["application/json"]["schema"] == {
        "$ref": f"#/components/schemas/{described.type}"
    }
    named = {parameter["name"] for parameter in sent["parameters"]}
    headers = ("Signature", "Event-Id", "Event-Type", "Delivery-Id", "Delivery-Attempt")
    assert named == {branding.current().webhook_header(what) for what in headers}


def test_the_document_describes_no_other_requests(document: dict[str, Any]) -> None:
    assert list(document["webhooks"]) == [branding.current().event_type(name) for name in all_events()]


@pytest.mark.parametrize("name", all_events())
def test_every_event_says_for_itself_when_it_fires_and_names_its_resource_twice(name: str) -> None:
    record = all_events()[name]
    assert record.__doc__ and record.__doc__ == vars(record)["__doc__"]
    assert inspect.cleandoc(record.__doc__).split("\n")[0].endswith(".")
    fields = {field.encode_name for field in msgspec.structs.fields(record)}
    assert fields & {
        "productId",
        "variantId",
        "warehouseId",
        "movementId",
        "shipmentId",
        "licenseId",
        "deliveryId",
        "batchId",
    } or ("endpointId" in fields)
    assert "sequence" not in fields


@pytest.mark.parametrize("kind, envelope", documented().items())
def test_the_example_on_the_page_fits(kind: str, envelope: dict[str, Any]) -> None:
    assert misfits_of(envelope) == []


def test_no_two_domains_declare_the_same_event() -> None:
    assert len(all_events()) == sum(len(domain.EVENTS) for domain in EVENT_DOMAINS)


def test_every_type_has_an_example_on_the_page() -> None:
    assert set(documented()) == {described.type for described in TYPES}


CREATED = documented()["svc.product.created.v1"]


@pytest.mark.parametrize(
    "spoilt",
    [
        {**CREATED, "more": 1},
        {**CREATED, "metadata": None},
        {**CREATED, "occurredAt": "yesterday"},
        {name: value for name, value in CREATED.items() if name != "accountId"},
        {**CREATED, "data": {**CREATED["data"], "more": 1}},
        {**CREATED, "data": {**CREATED["data"], "sequence": 0}},
        {**CREATED, "data": {**CREATED["data"], "productId": None}},
        {**CREATED, "data": {name: value for name, value in CREATED["data"].items() if name != "sequence"}},
        {**CREATED, "data": {**CREATED["data"], "variants": [{**CREATED["data"]["variants"][0], "more": 1}]}},
        {**CREATED, "type": "svc.product.lost.v1"},
    ],
)
def test_what_is_held_against_the_schemas_is_held_strictly(spoilt: dict[str, Any]) -> None:
    assert len(misfits_of(spoilt)) == 1


def test_the_types_follow_the_brand() -> None:
    with as_operator("acme"):
        types = EventTypes(all_events).all
    assert {described.type for described in types} == {f"acme.{name}.v1" for name in all_events()}
    assert all(described.schema["properties"]["type"]["const"] == described.type for described in types)
