"""Events are applied once, or refused as a whole (decisions, section 9)."""

import json
from typing import Any

import pytest

from tests.harness.database import rows
from tests.storefront.shop import Shop, event, sign

CREATED = {"ref": "p1", "name": "Kopi"}


def test_a_repeated_event_does_nothing_again(shop: Shop):
    told = event("product.created", CREATED)
    assert [shop.post(told).data["applied"] for _ in range(3)] == [True, False, False]
    renamed = told | {"data": {"ref": "p1", "name": "Other", "version": 9}}
    assert shop.post(renamed).data == {"applied": False}
    assert shop.product("p1")["name"] == "Kopi"


def test_one_id_for_events_of_two_types_loses_neither(shop: Shop):
    first = event("product.created", CREATED | {"ref": "twice"})
    second = event("product.archived", {"ref": "twice"}) | {"id": first["id"]}
    assert [shop.post(told).data["applied"] for told in (first, second, first, second)] == [True, True, False, False]
    assert shop.product("twice")["archived"]


@pytest.mark.parametrize("type", ["product.deleted", "order.created", "PRODUCT.CREATED", "x"])
@pytest.mark.parametrize("data", [{}, None, [1], "text"])
def test_an_unknown_type_is_well_and_ignored(shop: Shop, type: str, data: Any):
    told = event(type, data)
    assert shop.post(told).data == {"applied": False}
    assert rows(shop.client, "SELECT id FROM storefront_events WHERE account_id = $1") == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"", None),
        (b"not json", None),
        (b"[]", None),
        (b"\xff", None),
        (b"[" * 5_000, None),
        ({"type": "product.created", "occurredAt": "2026-11-01T00:00:00Z", "data": {}}, "id"),
        ({"id": "", "type": "product.created", "occurredAt": "2026-11-01T00:00:00Z", "data": {}}, "id"),
        ({"id": "x" * 256, "type": "product.created", "occurredAt": "2026-11-01T00:00:00Z", "data": {}}, "id"),
        ({"id": "a\0b", "type": "product.created", "occurredAt": "2026-11-01T00:00:00Z", "data": {}}, "id"),
        ({"id": "1", "type": "product.created", "occurredAt": "yesterday", "data": {}}, "occurredAt"),
        ({"id": "1", "type": "product.created", "occurredAt": "2026-11-01T00:00:00", "data": {}}, "occurredAt"),
        ({"id": "1", "type": "product.created", "occurredAt": "2026-11-01T00:00:00Z"}, "data"),
        ({"id": "1", "type": 7, "occurredAt": "2026-11-01T00:00:00Z", "data": {}}, "type"),
    ],
)
def test_what_is_no_event_is_refused_by_its_field(shop: Shop, body: Any, field: str | None):
    answer = shop.post(body)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


@pytest.mark.parametrize(
    ("type", "data", "field"),
    [
        ("product.created", None, "data"),
        ("product.created", [], "data"),
        ("product.created", {"name": "Kopi"}, "data.ref"),
        ("product.created", {"ref": "p1"}, "data.name"),
        ("product.created", {"ref": "p1", "name": ""}, "data.name"),
        ("product.created", {"ref": "p1", "name": "a\0b"}, "data.name"),
        ("product.created", {"ref": "p1", "name": "x" * 201}, "data.name"),
        ("product.created", {"ref": "p1", "name": "Kopi", "type": "service"}, "data.type"),
        ("product.created", {"ref": "p1", "name": "Kopi", "weight": -1}, "data.weight"),
        ("product.created", {"ref": "p1", "name": "Kopi", "weight": 2**53}, "data.weight"),
        ("product.created", {"ref": "p1", "name": "Kopi", "version": "2"}, "data.version"),
        ("product.created", {"ref": "p1", "name": "Kopi", "variants": [{"ref": "v"}]}, "data.variants.0.name"),
        ("product.updated", {"ref": "p1", "maxActivations": 0}, "data.maxActivations"),
        ("product.archived", {}, "data.ref"),
        ("variant.created", {"ref": "v1", "name": "V"}, "data.productRef"),
        ("variant.created", {"ref": "v1", "productRef": "p1"}, "data.name"),
        ("variant.updated", {"productRef": "p1"}, "data.ref"),
        ("variant.updated", {"ref": "v1", "productRef": "p1", "priceCents": -1}, "data.priceCents"),
        ("variant.archived", {"ref": "v1", "productRef": "p1", "isDefault": "yes"}, "data.isDefault"),
    ],
)
def test_malformed_data_is_refused_by_its_field_and_may_be_sent_again_mended(
    shop: Shop, type: str, data: Any, field: str
):
    told = event(type, data)
    answer = shop.post(told)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)
    assert rows(shop.client, "SELECT ref FROM mirrored_products WHERE account_id = $1") == []
    mended = told | {"type": "product.created", "data": CREATED}
    assert shop.post(mended).data == {"applied": True}


def test_a_number_may_be_written_with_a_point_and_unknown_keys_are_ignored(shop: Shop):
    body = json.dumps(event("product.created", {**CREATED, "weight": 250.0, "colour": "red"}) | {"shop": "x"})
    assert shop.post(body.encode()).data == {"applied": True}
    assert shop.product("p1")["weight"] == 250


def test_a_body_may_have_256_kib(shop: Shop):
    told = event("product.created", CREATED)
    fits = json.dumps(told).encode()
    assert shop.post(fits + b" " * (262_144 - len(fits))).data == {"applied": True}
    assert shop.post(fits + b" " * (262_145 - len(fits))).error == (413, "PAYLOAD_TOO_LARGE")


def test_another_media_type_is_refused(shop: Shop):
    body = json.dumps(event("product.created", CREATED)).encode()
    headers = [sign(shop.secret, body), ("Content-Type", "text/plain")]
    assert shop.client.service.send("POST", shop.target, headers, body).error == (415, "UNSUPPORTED_MEDIA_TYPE")


def test_a_storefront_whose_clock_is_far_ahead_is_heard_in_the_order_that_its_events_come(shop: Shop):
    shop.send_event("product.created", CREATED, at="2999-01-01T00:00:00Z")
    assert shop.send_event("product.updated", {"ref": "p1", "name": "New"}, at="2999-01-01T00:00:00Z") is True
    assert shop.product("p1")["name"] == "New"


def test_the_description_lists_what_the_handlers_refuse(shop: Shop):
    document = shop.client.service.send("GET", "/api/v1/openapi.json", []).json
    said = document["paths"]["/api/v1/inbound/storefront"]["post"]
    assert said["security"] == []
    assert {"200", "400", "401", "403", "409", "413", "415", "429", "503"} <= set(said["responses"])
    assert "SKU_TAKEN" in json.dumps(said["responses"]["409"])
