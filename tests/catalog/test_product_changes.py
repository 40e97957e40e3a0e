"""Changing and archiving products (specification, Products; decisions, section 5)."""

from typing import Any

import pytest

from tests.harness.database import events
from tests.harness.goods import new_product
from tests.harness.service import Answer, Client

PRODUCTS = "/api/v1/products"


def patch(client: Client, product: dict[str, Any], **fields: Any) -> Answer:
    return client("PATCH", f"{PRODUCTS}/{product['id']}", fields)


def stored(client: Client, product: dict[str, Any]) -> dict[str, Any]:
    return client("GET", f"{PRODUCTS}/{product['id']}").data["product"]


def audited(client: Client) -> list[str]:
    return [entry["action"] for entry in client("GET", "/api/v1/audit-log?target_type=Product").data["entries"]]


def product_events(client: Client) -> list[str]:
    return [event.type.split(".")[2] for event in events(client, "product.")]


def test_what_is_given_changes_and_the_rest_stays(merchant: Client):
    product = new_product(merchant, sku="S", description="Dark", weight=5, maxActivations=3)
    answer = patch(merchant, product, name="Tea", weight=None, height=2, licenseEnabled=True)
    assert answer.status == 200
    changed = answer.data["product"]
    expected = {"name": "Tea", "weight": None, "height": 2, "licenseEnabled": True, "updatedAt": changed["updatedAt"]}
    assert changed == product | expected
    assert stored(merchant, product) == changed


def test_the_event_lists_the_fields_that_changed(merchant: Client):
    product = new_product(merchant, sku="S", weight=5)
    changed = patch(merchant, product, name="Tea", sku="S", weight=None).data["product"]
    event = events(merchant, "product.updated")[0]
    assert event.sequence == 2
    assert event.data == changed | {"productId": product["id"], "changed": ["name", "weight"]}


def test_the_audit_entry_shows_the_change_before_and_after(merchant: Client):
    product = new_product(merchant, weight=5)
    patch(merchant, product, name="Tea", weight=5)
    patch(merchant, product, name="Tea", weight=6)
    latest, first = merchant("GET", "/api/v1/audit-log?action=product.updated").data["entries"]
    assert (first["before"], first["after"]) == ({"name": "Coffee"}, {"name": "Tea"})
    # The name stays, to say which product it was.
    assert (latest["before"], latest["after"]) == ({"name": "Tea", "weight": 5}, {"name": "Tea", "weight": 6})


def test_the_audit_entry_of_a_long_text_holds_its_beginning(merchant: Client):
    product = new_product(merchant, description="a" * 10_000)
    patch(merchant, product, description="b" * 500)
    updated, created = merchant("GET", "/api/v1/audit-log?action=product").data["entries"]
    assert created["after"]["description"] == "a" * 500 + "…"
    assert (updated["before"]["description"], updated["after"]["description"]) == ("a" * 500 + "…", "b" * 500)


@pytest.mark.parametrize("fields", [{}, {"name": "Coffee"}, {"type": "physical"}, {"sku": None, "weight": 5}])
def test_an_update_that_changes_nothing_is_silent(merchant: Client, fields: dict[str, Any]):
    product = new_product(merchant, weight=5)
    answer = patch(merchant, product, **fields)
    assert (answer.status, answer.data["product"]) == (200, product)
    assert (product_events(merchant), audited(merchant)) == (["created"], ["product.created"])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", None),
        ("name", ""),
        ("name", "x" * 201),
        ("sku", ""),
        ("type", "digital"),
        ("type", None),
        ("weight", -1),
        ("licenseEnabled", None),
        ("maxActivations", 0),
    ],
)
def test_a_change_out_of_bounds_is_refused_by_its_name(merchant: Client, field: str, value: Any):
    product = new_product(merchant)
    answer = patch(merchant, product, **{"description": "New", field: value})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)
    assert stored(merchant, product) == product


def test_archiving_keeps_everything_and_is_told_once(merchant: Client):
    product = new_product(merchant)
    for _ in range(2):
        answer = merchant("DELETE", f"{PRODUCTS}/{product['id']}")
        assert (answer.status, answer.data) == (200, {"archived": True})
    after = stored(merchant, product)
    assert after == product | {"archived": True, "updatedAt": after["updatedAt"]}
    assert product_events(merchant) == ["created", "archived"]
    assert audited(merchant) == ["product.archived", "product.created"]


def test_an_archived_product_can_be_brought_back(merchant: Client):
    product = new_product(merchant)
    merchant("DELETE", f"{PRODUCTS}/{product['id']}")
    assert patch(merchant, product, archived=False).data["product"]["archived"] is False
    assert product_events(merchant) == ["created", "archived", "updated"]
    assert events(merchant, "product.updated")[0].data["changed"] == ["archived"]
    assert [row["id"] for row in merchant("GET", PRODUCTS).data["products"]] == [product["id"]]


def test_a_change_archives_nothing_and_says_nothing_new_of_what_is_archived(merchant: Client):
    product = new_product(merchant)
    answer = patch(merchant, product, archived=True)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "archived")
    merchant("DELETE", f"{PRODUCTS}/{product['id']}")
    archived = stored(merchant, product)
    assert patch(merchant, product, archived=True).data["product"] == archived
    assert product_events(merchant) == ["created", "archived"]


def test_a_foreign_product_is_neither_changed_nor_archived(merchant: Client, stranger: Client):
    product = new_product(merchant)
    assert patch(stranger, product, name="Mine").error == (404, "NOT_FOUND")
    assert stranger("DELETE", f"{PRODUCTS}/{product['id']}").error == (404, "NOT_FOUND")
    assert stored(merchant, product) == product
