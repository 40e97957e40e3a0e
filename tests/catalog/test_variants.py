"""Variants over a real socket (specification, Variant; decisions, section 5)."""

from typing import Any

import pytest

from tests.harness.database import events
from tests.harness.goods import default_variant, new_product, new_variant
from tests.harness.service import Client


def path(product: dict[str, Any]) -> str:
    return f"/api/v1/products/{product['id']}/variants"


def variants(client: Client, product: dict[str, Any]) -> list[dict[str, Any]]:
    return client("GET", f"/api/v1/products/{product['id']}").data["product"]["variants"]


def defaults(client: Client, product: dict[str, Any]) -> list[str]:
    return [variant["id"] for variant in variants(client, product) if variant["isDefault"]]


def test_every_field_is_kept_as_given(merchant: Client):
    product = new_product(merchant)
    body = {
        "name": "x" * 160,
        "sku": "L",
        "priceCents": 2**53 - 1,
        "costCents": 0,
        "lowStockThreshold": 5,
        "weight": 250,
        "isDefault": False,
    }
    answer = merchant("POST", path(product), body)
    assert answer.status == 201
    variant = answer.data["variant"]
    assert variant == body | {"id": variant["id"], "productId": product["id"], "archived": False}
    assert variants(merchant, product)[1] == variant


def test_what_is_left_out_is_null(merchant: Client):
    variant = new_variant(merchant, new_product(merchant), name="Large")
    optional = ("sku", "priceCents", "costCents", "lowStockThreshold", "weight")
    assert [variant[name] for name in optional] == [None] * len(optional)
    assert variant["isDefault"] is False


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", None),
        ("name", ""),
        ("name", "x" * 161),
        ("sku", ""),
        ("sku", "x" * 256),
        ("priceCents", -1),
        ("priceCents", 0.5),
        ("costCents", -1),
        ("lowStockThreshold", -1),
        ("weight", 2**53),
        ("isDefault", 1),
    ],
)
def test_a_field_out_of_bounds_is_refused_by_its_name(merchant: Client, field: str, value: Any):
    product = new_product(merchant)
    answer = merchant("POST", path(product), {"name": "Large", field: value})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)
    assert len(variants(merchant, product)) == 1


def test_a_new_default_demotes_the_former_one(merchant: Client):
    product = new_product(merchant)
    first = new_variant(merchant, product, name="A", isDefault=True)
    assert defaults(merchant, product) == [first["id"]]
    second = new_variant(merchant, product, name="B", isDefault=True)
    assert defaults(merchant, product) == [second["id"]]


def test_a_variant_that_does_not_ask_for_it_leaves_the_default_alone(merchant: Client):
    product = new_product(merchant)
    new_variant(merchant, product)
    assert defaults(merchant, product) == [default_variant(product)]


def test_a_sku_is_taken_once_within_a_product(merchant: Client):
    product = new_product(merchant)
    new_variant(merchant, product, sku="L")
    answer = merchant("POST", path(product), {"name": "Twice", "sku": "L", "isDefault": True})
    assert (answer.error, answer.field) == ((409, "SKU_TAKEN"), "sku")
    assert len(variants(merchant, product)) == 2
    assert defaults(merchant, product) == [default_variant(product)]


def test_a_sku_of_an_archived_variant_is_taken_and_said_to_be_archived(merchant: Client):
    product = new_product(merchant)
    gone, other = new_variant(merchant, product, sku="L"), new_variant(merchant, product)
    merchant("DELETE", f"{path(product)}/{gone['id']}")
    for answer in (
        merchant("POST", path(product), {"name": "Twice", "sku": "L"}),
        merchant("PATCH", f"{path(product)}/{other['id']}", {"sku": "L"}),
    ):
        assert (answer.error, answer.field) == ((409, "SKU_TAKEN"), "sku")
        assert answer.json["error"]["message"] == "An archived variant of this product has this sku."


def test_another_product_may_have_the_same_sku_and_case_tells_skus_apart(merchant: Client):
    new_variant(merchant, new_product(merchant), sku="L")
    product = new_product(merchant)
    new_variant(merchant, product, sku="L")
    new_variant(merchant, product, sku="l")
    new_variant(merchant, product)
    new_variant(merchant, product)
    assert [variant["sku"] for variant in variants(merchant, product)] == [None, "L", "l", None, None]


def test_a_variant_of_a_foreign_product_cannot_be_made(merchant: Client, stranger: Client):
    product = new_product(merchant)
    answer = stranger("POST", path(product), {"name": "Large"})
    never = stranger("POST", "/api/v1/products/prod_00000000000000000000000000/variants", {"name": "Large"})
    assert answer.error == never.error == (404, "NOT_FOUND")
    assert len(variants(merchant, product)) == 1


def test_creating_a_variant_is_told_and_audited_as_the_api_shows_it(merchant: Client):
    variant = new_variant(merchant, new_product(merchant), sku="L")
    (event,) = events(merchant, "variant.")
    assert (event.type, event.subject, event.sequence) == ("svc.variant.created.v1", variant["id"], 1)
    assert event.data == variant | {"variantId": variant["id"]}
    (entry,) = merchant("GET", "/api/v1/audit-log?target_type=ProductVariant").data["entries"]
    assert (entry["action"], entry["targetId"], entry["after"]) == ("variant.created", variant["id"], variant)
