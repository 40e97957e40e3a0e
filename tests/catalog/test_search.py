"""Finding products: words, skus and types, alone and together, page by page (decisions, section 2)."""

from typing import Any
from urllib.parse import quote

import pytest

from tests.harness.goods import new_product, new_variant
from tests.harness.service import Client

PRODUCTS = "/api/v1/products"


def names(client: Client, query: str) -> list[str]:
    """The names that a query finds, having made sure that small pages put together are the same."""
    answer = client("GET", f"{PRODUCTS}?{query}")
    assert answer.status == 200, answer.raw
    whole = answer.data["products"]
    for limit in (1, 2):
        seen: list[dict[str, Any]] = []
        cursor = ""
        while True:
            page = client("GET", f"{PRODUCTS}?{query}&limit={limit}{cursor}")
            seen += page.data["products"]
            if not page.json["meta"]["hasMore"]:
                break
            cursor = f"&cursor={page.json['meta']['cursor']}"
        assert seen == whole
    return [product["name"] for product in whole]


@pytest.fixture
def shop(merchant: Client) -> dict[str, dict[str, Any]]:
    """A few products, the oldest first."""
    made = [
        new_product(merchant, name="Kopi Gayo", sku="KOPI-GAYO-250"),
        new_product(merchant, name="Kopi Toraja", type="digital"),
        new_product(merchant, name="Teh Hijau", sku="TEH_1", type="license"),
        new_product(merchant, name="☕ Straße 木村 50% off_now"),
    ]
    new_variant(merchant, made[2], sku="gayo-blend")
    return {product["name"]: product for product in made}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("kopi", ["Kopi Toraja", "Kopi Gayo"]),
        ("KOP", ["Kopi Toraja", "Kopi Gayo"]),
        ("tora", ["Kopi Toraja"]),
        ("kopi%20gay", ["Kopi Gayo"]),
        ("gay%20kopi", ["Kopi Gayo"]),
        ("kopi-gayo-250", ["Kopi Gayo"]),
        ("250", ["Kopi Gayo"]),
        ("blend", ["Teh Hijau"]),
        ("teh_1", ["Teh Hijau"]),
        ("strasse", ["☕ Straße 木村 50% off_now"]),
        ("%E6%9C%A8", ["☕ Straße 木村 50% off_now"]),
        ("opi", []),
        ("kopi%20hijau", []),
        ("%25", []),
        ("%E2%98%95", []),
        ("_", []),
        ("k%25", ["Kopi Toraja", "Kopi Gayo"]),
        ("x" * 255, []),
    ],
)
def test_words_are_found_by_their_beginnings(merchant: Client, shop: dict[str, Any], words: str, found: list[str]):
    assert names(merchant, f"q={words}") == found


def test_a_word_of_name_and_sku_finds_its_product_once(merchant: Client):
    new_product(merchant, name="Gayo gayo gayonese", sku="GAYO-GAYO")
    assert names(merchant, "q=gayo") == ["Gayo gayo gayonese"]


def test_every_word_of_a_long_name_is_found(merchant: Client):
    words = [f"{number}" for number in range(40, 104)]
    name = " ".join(words)
    assert len(name) <= 200
    new_product(merchant, name=name)
    assert names(merchant, f"q={words[-1]}") == names(merchant, f"q={words[0]}") == [name]


def test_filters_narrow_each_other(merchant: Client, shop: dict[str, Any]):
    assert names(merchant, "type=digital") == ["Kopi Toraja"]
    assert names(merchant, "q=kopi&type=digital") == ["Kopi Toraja"]
    assert names(merchant, "sku=gayo-blend") == names(merchant, "q=teh&sku=gayo-blend") == ["Teh Hijau"]
    assert names(merchant, "sku=TEH_1&type=license") == ["Teh Hijau"]
    assert names(merchant, "sku=teh_1") == names(merchant, "sku=") == names(merchant, "q=kopi&type=license") == []
    assert len(names(merchant, "q=")) == 4


def test_archived_products_are_found_only_when_they_are_asked_for(merchant: Client, shop: dict[str, Any]):
    merchant("DELETE", f"{PRODUCTS}/{shop['Kopi Gayo']['id']}")
    for query in ("q=kopi", "type=physical", "sku=KOPI-GAYO-250"):
        assert "Kopi Gayo" not in names(merchant, query)
        assert "Kopi Gayo" in names(merchant, f"{query}&archived=true")


def test_what_is_found_follows_changes(merchant: Client, shop: dict[str, Any]):
    product = shop["Kopi Gayo"]
    merchant("PATCH", f"{PRODUCTS}/{product['id']}", {"name": "Susu", "sku": None})
    assert names(merchant, "q=gayo") == ["Teh Hijau"]
    assert names(merchant, "q=susu") == ["Susu"]
    variant = next(each for each in shop["Teh Hijau"]["variants"])
    path = f"{PRODUCTS}/{shop['Teh Hijau']['id']}/variants/{variant['id']}"
    merchant("PATCH", path, {"sku": "matcha"})
    assert names(merchant, "q=matcha") == names(merchant, "sku=matcha") == ["Teh Hijau"]
    merchant("PATCH", path, {"sku": None})
    assert names(merchant, "q=matcha") == names(merchant, "sku=matcha") == []


def test_another_workspace_finds_nothing(merchant: Client, stranger: Client, shop: dict[str, Any]):
    for query in ("q=kopi", "type=digital", "sku=TEH_1"):
        assert names(stranger, query) == []


@pytest.mark.parametrize(
    ("query", "field"), [("type=service", "type"), ("type=", "type"), ("q=kopi&cursor=WyJh", "cursor")]
)
def test_a_filter_that_makes_no_sense_is_refused(merchant: Client, query: str, field: str):
    answer = merchant("GET", f"{PRODUCTS}?{query}")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


def test_of_many_products_with_one_sku_and_word_the_newest_come_first(merchant: Client):
    made = [new_product(merchant, name=f"Kopi {number}", sku="Susu-1") for number in range(3)]
    new_product(merchant, name="Kopi lain", sku="SUSU-1")
    new_product(merchant, name="Teh", sku="Susu-1")
    assert names(merchant, "q=kop&sku=Susu-1") == [product["name"] for product in reversed(made)]
    assert names(merchant, "q=kop%202&sku=Susu-1") == ["Kopi 2"]


def test_words_and_a_type_are_merged_in_the_order_of_the_words(merchant: Client):
    for name, type in (("Kopi b", "physical"), ("Kopia a", "digital"), ("Kopi c", "license"), ("Kopiz", "physical")):
        new_product(merchant, name=name, type=type)
    assert names(merchant, "q=kopi") == ["Kopi c", "Kopi b", "Kopia a", "Kopiz"]
    assert names(merchant, "q=kopi&type=physical") == ["Kopi b", "Kopiz"]


def test_a_product_that_is_active_again_is_found_again(merchant: Client, shop: dict[str, Any]):
    path = f"{PRODUCTS}/{shop['Kopi Gayo']['id']}"
    merchant("DELETE", path)
    assert names(merchant, "q=gayo") == ["Teh Hijau"]
    merchant("PATCH", path, {"archived": False})
    assert names(merchant, "q=gayo") == ["Teh Hijau", "Kopi Gayo"]


SPELLINGS = {
    "İPEK": ("İPEK", "ipek", "I\u0307PEK"),
    "ΟΔΥΣΣΕΥΣ": ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"),
    "Crème Brûlée": ("creme brulee", "CRÈME", "bru\u0302le\u0301e", "ｃｒｅｍｅ"),
    "Rendang Ma’asyik": ("ma'asyik", "MA`ASYIK", "maasyik"),
    "Kopi‑Susu": ("kopi-susu", "kopi susu", "KOPI–SUSU"),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_a_name_is_found_in_every_spelling_of_its_letters(merchant: Client, name: str):
    new_product(merchant, name=name)
    new_product(merchant, name="Teh")
    assert [text for text in SPELLINGS[name] if names(merchant, f"q={quote(text)}") != [name]] == []
