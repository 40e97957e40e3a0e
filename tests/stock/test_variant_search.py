"""Search of goods: variants with their names and free stock, and the levels that words find."""

from typing import Any
from urllib.parse import quote

import pytest

from tests.harness.goods import default_variant, fresh_key, new_product, new_variant, new_warehouse, stock
from tests.harness.service import Client
from tests.stock.checkout import reserve

VARIANTS = "/api/v1/variants"
LEVELS = "/api/v1/stock/levels"


def search_variants(client: Client, query: str) -> list[dict[str, Any]]:
    answer = client("GET", f"{VARIANTS}?{query}")
    assert answer.status == 200, answer.raw
    return answer.data["variants"]


def levels(client: Client, query: str) -> list[dict[str, Any]]:
    answer = client("GET", f"{LEVELS}?{query}")
    assert answer.status == 200, answer.raw
    return answer.data["stock"]


def ids(rows: list[dict[str, Any]], name: str = "id") -> list[str]:
    return [row[name] for row in rows]


def test_a_variant_is_found_with_what_a_parcel_needs_of_it(merchant: Client):
    product = new_product(merchant, name="Kopi Gayo", sku="GAYO", weight=280, length=10, width=8, height=4)
    large = new_variant(merchant, product, name="1 kg", sku="GAYO-1000", weight=1_050, priceCents=320_000)
    found = {one["id"]: one for one in search_variants(merchant, "q=kopi%20gay")}
    assert found[large["id"]] == {
        "id": large["id"],
        "productId": product["id"],
        "productName": "Kopi Gayo",
        "name": "1 kg",
        "sku": "GAYO-1000",
        "type": "physical",
        "priceCents": 320_000,
        "weight": 1_050,
        "length": 10,
        "width": 8,
        "height": 4,
        "isDefault": False,
        "archived": False,
        "onHand": None,
        "available": None,
    }
    default = found[default_variant(product)]
    assert (default["sku"], default["weight"], default["priceCents"]) == ("GAYO", 280, None)
    assert list(found) == [default["id"], large["id"]], "the default comes first"


def test_the_variant_whose_sku_was_given_comes_before_its_siblings_and_other_products(merchant: Client):
    product = new_product(merchant, name="Kaos")
    blue = new_variant(merchant, product, name="Biru", sku="KAOS-B")
    new_variant(merchant, product, name="Biru tua", sku="KAOS-B-2")
    new_product(merchant, name="Kaos B panjang", sku="KAOS-B-9")
    for text in ("KAOS-B", " kaos-b ", "ＫＡＯＳ－Ｂ", "Kaos‑B"):
        assert ids(search_variants(merchant, f"q={quote(text)}"))[0] == blue["id"]
    warehouse = new_warehouse(merchant)["id"]
    for variant in (blue["id"], default_variant(product)):
        stock(merchant, variant, warehouse, 1)
    for text in ("kaos-b", "Kaos‑B"):
        assert ids(levels(merchant, f"q={quote(text)}"), "variantId") == [blue["id"]]


def test_no_more_are_found_than_a_person_chooses_among(merchant: Client):
    products = [new_product(merchant, name=f"Kaos {nth}", sku=f"KAOS-{nth}") for nth in range(21)]
    sibling = new_variant(merchant, products[0], name="Biru", sku="KAOS-BIRU")
    assert len(search_variants(merchant, "q=kaos")) == 20
    assert ids(search_variants(merchant, "q=KAOS-0")) == [default_variant(products[0]), sibling["id"]]
    assert search_variants(merchant, "type=physical") == [], "nothing was looked for"


def test_what_is_free_is_on_shelves_in_use_and_not_reserve(merchant: Client):
    near, far, old = (new_warehouse(merchant, name)["id"] for name in ("Near", "Far", "Old"))
    variant = default_variant(new_product(merchant, name="Teh"))
    for place, pieces in ((near, 5), (far, 3), (old, 100)):
        stock(merchant, variant, place, pieces)
    assert merchant("DELETE", f"/api/v1/warehouses/{old}").status == 200
    reserve(merchant, {variant: 2}, "cs_1")
    (found,) = search_variants(merchant, f"ids={variant}")
    assert (found["onHand"], found["available"]) == (8, 6)
    details = [level["details"] for level in levels(merchant, f"variant_id={variant}&include=details")]
    assert sum(one["reserved"] for one in details) == 2
    assert sum(one["available"] for one in details) == 106
    assert merchant("DELETE", f"/api/v1/warehouses/{near}").status == 200
    assert merchant("DELETE", f"/api/v1/warehouses/{far}").status == 200
    (found,) = search_variants(merchant, "q=teh")
    assert (found["onHand"], found["available"]) == (0, 0), "it is counted, and nobody can have it"


def test_what_is_not_in_use_and_what_is_not_shipped_is_left_out(merchant: Client):
    product = new_product(merchant, name="Madu")
    gone = new_variant(merchant, product, name="Lama", sku="MADU-L")
    path = f"/api/v1/products/{product['id']}/variants/{gone['id']}"
    assert merchant("DELETE", path).status == 200
    book = new_product(merchant, name="Madu, the book", type="digital")
    assert ids(search_variants(merchant, "q=madu&type=physical")) == [default_variant(product)]
    assert set(ids(search_variants(merchant, "q=madu"))) == {default_variant(product), default_variant(book)}
    assert search_variants(merchant, f"ids={gone['id']}")[0]["archived"] is True


def test_variants_of_others_are_not_there(merchant: Client, stranger: Client):
    variant = default_variant(new_product(merchant, name="Kopi"))
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 1)
    assert ids(search_variants(merchant, f"ids=var_nobodys,{variant},{variant}")) == [variant]
    assert search_variants(stranger, f"ids={variant}") == search_variants(stranger, "q=kopi") == []
    product = search_variants(merchant, f"ids={variant}")[0]["productId"]
    assert len(levels(merchant, f"productId={product}")) == 1
    for query in ("q=kopi", f"productId={product}", f"productId={product}&include=details"):
        assert levels(stranger, query) == []


@pytest.mark.parametrize("text", ["", "%25%25", "---", "x" * 255, "%00", "'%20OR%201=1", "%E2%98%95"])
def test_words_that_find_nothing_find_nothing(merchant: Client, text: str):
    new_product(merchant, name="Kopi")
    for path in (VARIANTS, LEVELS):
        answer = merchant("GET", f"{path}?q={text}")
        assert answer.status == (400 if text == "%00" else 200), answer.raw
        assert text == "%00" or list(answer.data.values()) == [[]]


@pytest.mark.parametrize(
    ("path", "query", "field"),
    [
        (VARIANTS, "q=kopi&ids=var_1", "q"),
        (VARIANTS, "ids=%20,,", "ids"),
        (VARIANTS, "ids=" + ",".join(f"var_{nth}" for nth in range(101)), "ids"),
        (VARIANTS, "ids=" + "v" * 6_001, "ids"),
        (VARIANTS, "q=" + "x" * 256, "q"),
        (VARIANTS, "q=kopi&type=food", "type"),
        (LEVELS, "q=kopi&variant_id=var_1", "q"),
        (LEVELS, "q=kopi&productId=prod_1", "productId"),
        (LEVELS, "q=kopi&at=2026-01-01T00:00:00Z", "q"),
        (LEVELS, "include=names", "include"),
        (LEVELS, "q=kopi&cursor=WyIxIl0", "cursor"),
    ],
)
def test_what_cannot_be_asked_is_refused_by_its_name(merchant: Client, path: str, query: str, field: str):
    answer = merchant("GET", f"{path}?{query}")
    assert (answer.status, answer.json["error"]["field"]) == (400, field)


def test_levels_of_what_words_find_are_walked_page_by_page(merchant: Client):
    first, second = (new_warehouse(merchant, name)["id"] for name in ("A", "B"))
    product = new_product(merchant, name="Kopi", sku="K")
    variants = [default_variant(product), new_variant(merchant, product, sku="K-2")["id"]]
    other = default_variant(new_product(merchant, name="Teh"))
    for variant in (*variants, other):
        for place in (first, second):
            stock(merchant, variant, place, 4)
    whole = levels(merchant, "q=kopi")
    assert len(whole) == 4
    assert set(ids(whole, "variantId")) == set(variants)
    assert whole == levels(merchant, f"productId={product['id']}")
    seen, cursor = [], ""
    while True:
        answer = merchant("GET", f"{LEVELS}?q=kopi&limit=3{cursor}")
        seen += answer.data["stock"]
        if not answer.json["meta"]["hasMore"]:
            break
        cursor = f"&cursor={answer.json['meta']['cursor']}"
    assert seen == whole
    assert set(ids(levels(merchant, f"q=k-2&warehouseId={second}"), "warehouseId")) == {second}
    path = f"/api/v1/products/{product['id']}/variants/{variants[1]}"
    assert merchant("PATCH", path, {"lowStockThreshold": 5}, fresh_key()).status == 200
    assert set(ids(levels(merchant, "q=kopi&low=true"), "variantId")) == {variants[1]}


def test_details_say_what_people_call_a_level_also_of_goods_that_the_catalog_does_not_know(merchant: Client):
    warehouse = new_warehouse(merchant)["id"]
    product = new_product(merchant, name="Kopi", sku="K")
    stock(merchant, default_variant(product), warehouse, 4)
    stock(merchant, "var_of_nobody", warehouse, 2)
    strange, known = levels(merchant, "include=details")
    assert known["details"] == {
        "productId": product["id"],
        "productName": "Kopi",
        "variantName": "Default",
        "sku": "K",
        "archived": False,
        "lowStockThreshold": None,
        "reserved": 0,
        "available": 4,
    }
    assert strange["details"] == dict.fromkeys(known["details"]) | {"reserved": 0, "available": 2}
    plain = levels(merchant, "limit=200")
    assert [{**level, "details": None} for level in plain] == [{**strange, "details": None}, {**known, "details": None}]
    assert "details" not in plain[0]


def test_variants_are_found_by_several_whole_skus_in_their_order(merchant: Client, stranger: Client):
    coffee = new_product(merchant, name="Kopi", sku="KOPI")
    large = new_variant(merchant, coffee, name="1 kg", sku="KOPI,1 kg")
    tea = new_product(merchant, name="Teh", sku="TEH")
    asked = "sku=TEH&sku=KOPI%2C1%20kg&sku=NOBODYS&sku=KOPI&sku=TEH"
    wanted = [default_variant(tea), large["id"], default_variant(coffee)]
    found = search_variants(merchant, asked)
    assert ids(found) == wanted, "a comma is a sign like others, and who says one twice means it once"
    assert ids(found, "sku") == ["TEH", "KOPI,1 kg", "KOPI"]
    assert found == [one for id in wanted for one in search_variants(merchant, f"ids={id}")]
    assert search_variants(merchant, "sku=kopi") == search_variants(merchant, "sku=KOP") == [], (
        "a whole sku is meant, to the letter"
    )
    assert search_variants(stranger, asked) == []


def test_of_a_sku_that_several_have_the_newest_product_comes_first_and_at_most_twenty(merchant: Client):
    products = [new_product(merchant, name=f"Kaos {nth}", sku="KAOS" if nth % 2 else None) for nth in range(24)]
    own = [new_variant(merchant, product, name="Biru", sku="KAOS")["id"] for product in products[::2]]
    shared = [default_variant(product) for product in products[1::2]]
    newest = [id for pair in zip(own, shared, strict=True) for id in pair][::-1]
    assert ids(search_variants(merchant, "sku=KAOS&sku=NOBODYS")) == newest[:20]


def test_by_their_skus_only_goods_in_use_are_found_and_of_the_type_that_is_asked_for(merchant: Client):
    gone = new_product(merchant, name="Lama", sku="LAMA")
    kept = new_product(merchant, name="Kopi")
    variant = new_variant(merchant, kept, name="Lama", sku="LAMA")
    book = new_product(merchant, name="Buku", sku="LAMA", type="digital")
    assert ids(search_variants(merchant, "sku=LAMA")) == [default_variant(book), variant["id"], default_variant(gone)]
    assert ids(search_variants(merchant, "sku=LAMA&type=digital")) == [default_variant(book)]
    for path in (f"products/{gone['id']}", f"products/{kept['id']}/variants/{variant['id']}"):
        assert merchant("DELETE", f"/api/v1/{path}").status == 200
    assert ids(search_variants(merchant, "sku=LAMA")) == [default_variant(book)]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("sku=", "sku.0"),
        ("sku=A&sku=" + "b" * 256, "sku.1"),
        ("&".join(f"sku={nth}" for nth in range(21)), "sku"),
        ("sku=A&q=kopi", "q"),
        ("ids=var_1&sku=A", "ids"),
        ("sku=%00", "sku"),
    ],
)
def test_skus_that_make_no_sense_are_refused_by_name(merchant: Client, query: str, field: str):
    refused = merchant("GET", f"{VARIANTS}?{query}")
    assert (refused.error, refused.json["error"]["field"]) == ((400, "VALIDATION"), field)
