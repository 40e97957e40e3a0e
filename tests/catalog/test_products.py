"""Products over a real socket (specification, Product and Products; decisions, sections 2, 5 and 8)."""

from typing import Any

import pytest

from tests.harness.database import events
from tests.harness.goods import new_product, new_variant
from tests.harness.service import Client

PRODUCTS = "/api/v1/products"
MAX_INTEGER = 2**53 - 1


def ids(client: Client, query: str = "") -> list[str]:
    answer = client("GET", PRODUCTS + query)
    assert answer.status == 200, answer.raw
    return [product["id"] for product in answer.data["products"]]


def test_a_name_alone_makes_a_physical_product_with_a_default_variant(merchant: Client):
    answer = merchant("POST", PRODUCTS, {"name": "Coffee"})
    assert answer.status == 201
    product = answer.data["product"]
    (variant,) = product.pop("variants")
    moment = product["createdAt"]
    assert product == {
        "id": product["id"],
        "accountId": merchant.account_id,
        "name": "Coffee",
        "sku": None,
        "description": None,
        "type": "physical",
        "weight": None,
        "length": None,
        "width": None,
        "height": None,
        "licenseEnabled": False,
        "maxActivations": None,
        "archived": False,
        "externalSource": None,
        "externalRef": None,
        "createdAt": moment,
        "updatedAt": moment,
    }
    assert product["id"].startswith("prod_") and len(product["id"]) == len("prod_") + 26
    assert variant == {
        "id": variant["id"],
        "productId": product["id"],
        "name": "Default",
        "sku": None,
        "priceCents": None,
        "costCents": None,
        "lowStockThreshold": None,
        "weight": None,
        "isDefault": True,
        "archived": False,
    }
    assert variant["id"].startswith("var_")


def test_every_field_is_kept_as_given(merchant: Client):
    body = {
        "name": " Kopi ☕ \u0628\u0646 ",
        "sku": "KOPI-1",
        "description": "Two\nlines",
        "type": "digital",
        "weight": 0,
        "length": 1,
        "width": MAX_INTEGER,
        "height": 3,
        "licenseEnabled": True,
        "maxActivations": 1,
    }
    product = new_product(merchant, **body)
    assert {name: product[name] for name in body} == body
    assert merchant("GET", f"{PRODUCTS}/{product['id']}").data["product"] == product


@pytest.mark.parametrize(("type", "enabled"), [("physical", False), ("digital", False), ("license", True)])
def test_licenses_are_on_by_default_for_license_products_only(merchant: Client, type: str, enabled: bool):
    assert new_product(merchant, type=type)["licenseEnabled"] is enabled


def test_a_license_product_may_have_its_licenses_off(merchant: Client):
    assert new_product(merchant, type="license", licenseEnabled=False)["licenseEnabled"] is False


@pytest.mark.parametrize("name", ["x", "x" * 200, "☕" * 200])
def test_names_of_1_to_200_characters_are_taken(merchant: Client, name: str):
    assert new_product(merchant, name=name)["name"] == name


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", None),
        ("name", ""),
        ("name", "x" * 201),
        ("name", 7),
        ("name", "a\0b"),
        ("sku", ""),
        ("sku", 7),
        ("description", ["x"]),
        ("type", "service"),
        ("weight", -1),
        ("weight", 1.5),
        ("weight", "1"),
        ("weight", True),
        ("length", -1),
        ("width", MAX_INTEGER + 1),
        ("height", 10**30),
        ("licenseEnabled", "true"),
        ("maxActivations", 0),
        ("maxActivations", -1),
    ],
)
def test_a_field_out_of_bounds_is_refused_by_its_name(merchant: Client, field: str, value: Any):
    answer = merchant("POST", PRODUCTS, {"name": "Coffee", field: value})
    assert answer.error == (400, "VALIDATION")
    assert answer.field == field
    assert ids(merchant) == []


def test_a_product_without_a_name_is_refused(merchant: Client):
    answer = merchant("POST", PRODUCTS, {"sku": "X"})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "name")


def test_unknown_fields_and_those_that_the_service_sets_are_ignored(merchant: Client):
    product = new_product(merchant, colour="red", id="prod_mine", archived=True, externalSource="shop")
    assert product["id"] != "prod_mine"
    assert (product["archived"], product["externalSource"]) == (False, None)


def test_the_list_shows_the_newest_first_with_their_variants(merchant: Client):
    made = [new_product(merchant, name=f"P{n}") for n in range(5)]
    new_variant(merchant, made[0])
    listed = merchant("GET", PRODUCTS).data["products"]
    assert [product["id"] for product in listed] == [product["id"] for product in reversed(made)]
    assert [len(product["variants"]) for product in listed] == [1, 1, 1, 1, 2]
    assert listed[-1] == merchant("GET", f"{PRODUCTS}/{made[0]['id']}").data["product"]


def test_the_list_leaves_archived_products_out_unless_it_is_asked_for_them(merchant: Client):
    kept, archived = new_product(merchant)["id"], new_product(merchant)["id"]
    assert merchant("DELETE", f"{PRODUCTS}/{archived}").data == {"archived": True}
    assert ids(merchant) == ids(merchant, "?archived=false") == [kept]
    assert ids(merchant, "?archived=true") == [archived, kept]
    assert merchant("GET", f"{PRODUCTS}/{archived}").data["product"]["archived"] is True


@pytest.mark.parametrize("value", ["", "yes", "1", "True"])
def test_archived_is_true_or_false_and_nothing_else(merchant: Client, value: str):
    answer = merchant("GET", f"{PRODUCTS}?archived={value}")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "archived")


def test_a_foreign_product_is_like_one_that_never_was(merchant: Client, stranger: Client):
    product = new_product(merchant)
    answer = stranger("GET", f"{PRODUCTS}/{product['id']}")
    never = stranger("GET", f"{PRODUCTS}/prod_00000000000000000000000000")
    assert answer.error == never.error == (404, "NOT_FOUND")
    assert answer.json["error"] == never.json["error"]
    assert ids(stranger) == []


def test_creating_a_product_is_told_as_the_api_shows_it(merchant: Client):
    product = new_product(merchant, sku="S")
    (event,) = events(merchant, "product.")
    assert (event.type, event.subject, event.sequence) == ("svc.product.created.v1", product["id"], 1)
    assert event.data == product | {"productId": product["id"]}


def test_creating_a_product_is_audited(merchant: Client):
    product = new_product(merchant)
    (entry,) = merchant("GET", "/api/v1/audit-log?target_type=Product").data["entries"]
    assert (entry["action"], entry["targetId"]) == ("product.created", product["id"])
    assert (entry["before"], entry["after"]) == (None, product)


def test_a_refused_product_leaves_no_trace(merchant: Client):
    merchant("POST", PRODUCTS, {"name": ""})
    assert events(merchant, "product.") == []
    assert merchant("GET", "/api/v1/audit-log?target_type=Product").data["entries"] == []


def test_without_a_limit_the_list_shows_up_to_200(merchant: Client):
    made = [new_product(merchant, name=f"P{n}")["id"] for n in range(203)]
    answer = merchant("GET", PRODUCTS)
    assert [product["id"] for product in answer.data["products"]] == made[:2:-1]
    assert answer.json["meta"]["hasMore"] is True
    rest = merchant("GET", f"{PRODUCTS}?cursor={answer.json['meta']['cursor']}")
    assert [product["id"] for product in rest.data["products"]] == made[2::-1]
    assert (rest.json["meta"]["hasMore"], rest.json["meta"]["cursor"]) == (False, None)
