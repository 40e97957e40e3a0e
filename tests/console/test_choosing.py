"""An ambiguous text selects nothing by itself: a person chooses the product, the place, the warehouse."""

import re

from tests.console.test_products import ProductsConsole
from tests.console.test_shipment import TYPED, hidden_value, lines_form, send, set_origin
from tests.harness.goods import default_variant, new_product, new_variant, new_warehouse
from tests.harness.parcels import total
from tests.harness.service import Client

BLANK = dict.fromkeys(("title-0", "of-0", "variant-0"), "")


def list_options(page: str, name: str) -> list[str]:
    """The options of a select. None is selected, so a browser shows the first, which is empty."""
    found = re.search(rf'<select id="{name}"[^>]*>(.*?)</select>', page, re.DOTALL)
    assert found is not None, name
    assert "selected" not in found[1]
    values = re.findall(r'<option value="([^"]*)"', found[1])
    assert values[0] == ""
    return values[1:]


def test_of_several_products_none_is_taken_until_a_person_chooses(merchant: Client) -> None:
    set_origin(merchant)
    made = [default_variant(new_product(merchant, name=f"Kopi {nth}", weight=250)) for nth in range(43)]
    fields = TYPED | BLANK | {"what-0": "kopi", "key": "form_1"}
    for act in ("ask", "more", "book", "draft"):
        page = send(merchant, "/shipments/new", fields | {"act": act, "choose-0": ""}).raw.decode()
        first = list_options(page, "choose-0")
        assert hidden_value(page, "variant-0") == "" and 'name="quoted"' not in page and total(merchant) == 0, act
    again = {"of-0": "kopi", "older-0": hidden_value(page, "older-0"), "choose-0": "", "act": "older-0"}
    page = send(merchant, "/shipments/new", fields | again).raw.decode()
    rest = list_options(page, "choose-0")
    assert sorted(first + rest) == sorted(made) and total(merchant) == 0
    chosen = send(merchant, "/shipments/new", fields | again | {"act": "ask", "choose-0": rest[-1]}).raw.decode()
    assert hidden_value(chosen, "variant-0") == rest[-1] and hidden_value(chosen, "quoted")


def test_a_sku_that_two_products_have_chooses_neither(merchant: Client) -> None:
    set_origin(merchant)
    two = {default_variant(new_product(merchant, name=name, sku="SKU-0", weight=250)) for name in ("Kopi", "Teh")}
    for count in (1, 4):
        page = send(merchant, "/shipments/new", lines_form(count) | {"act": "draft", "key": "form_1"}).raw.decode()
        assert set(list_options(page, "choose-0")) == two and total(merchant) == 0, count


def test_of_several_places_none_is_taken_until_a_person_chooses(merchant: Client) -> None:
    set_origin(merchant)
    fields = TYPED | {"area": "Bandung", "area-of": "Bandung", "area-id": ""}
    for act in ("ask", "book", "draft"):
        page = send(merchant, "/shipments/new", fields | {"act": act, "key": "form_1"}).raw.decode()
        assert len(list_options(page, "area-choice")) > 1 and total(merchant) == 0, act
    before = merchant("GET", "/api/v1/shipping/origin").data
    origin = {"contact": "Ayu", "phone": "0811000001", "address": "Jl. Braga 1", "area": "Bandung", "key": "form_2"}
    page = ProductsConsole(merchant).send("/settings/origin", **origin).raw.decode()
    assert page.count('name="choice"') > 1 and not re.search(r'name="choice"[^>]* checked', page)
    assert merchant("GET", "/api/v1/shipping/origin").data == before


def test_of_several_warehouses_and_variants_none_is_chosen(merchant: Client) -> None:
    product = new_product(merchant, name="Kopi")
    new_variant(merchant, product, name="Large")
    for name in ("A", "B"):
        new_warehouse(merchant, name)
    page = ProductsConsole(merchant).read(f"/stock/first?product={product['id']}")
    assert (len(list_options(page, "variant")), len(list_options(page, "warehouse"))) == (2, 2)
