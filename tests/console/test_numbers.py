"""Every field for a number refuses what cannot be read for certain, beside the field, and nothing typed is lost."""

import re
from html import escape, unescape
from typing import Any
from urllib.parse import urlencode

import pytest

from fulfilment.infra.i18n import CONSOLE
from tests.console.test_products import ProductsConsole
from tests.console.test_shipment import TYPED, set_origin
from tests.harness.buyers import moved
from tests.harness.goods import default_variant, new_product, new_warehouse, quantity, stock
from tests.harness.parcels import booked, item, total
from tests.harness.service import Client
from tests.harness.simulator import Courier

UNCERTAIN = ("2.0", "1,5", "0.500", "1.000,000", "12 kg")
NO_DEGREES = ("1.2.3", "1_0", "1e1", "6,88,5", "181")
# The numeric fields of each template; postal codes are digits, and no numbers.
FIELDS = {
    "credit/amounts.html": {"amount"},
    "new_shipment/new.html": {"quantity", "weight", "value"},
    "products/new.html": {"weight", "price", "quantity"},
    "products/product.html": {"weight"},
    "products/variant.html": {"price", "cost", "weight", "threshold"},
    "stock/level.html": {"delta", "counted", "pieces", "threshold"},
    "shipment/restock.html": {"good", "damaged"},
    "settings/origin.html": {"lat", "lng"},
}
_NUMERIC = re.compile(r'inputmode"?(?:=|: )"(?:numeric|decimal)"')


def list_forms(merchant: Client, courier: Courier) -> list[tuple[str, dict[str, str], str, tuple[str, ...]]]:
    """Each form's address, what else is typed into it, its field for a number, and texts that are none."""
    product = new_product(merchant, name="Kopi")
    variant, here, there = default_variant(product), new_warehouse(merchant)["id"], new_warehouse(merchant, "B")["id"]
    stock(merchant, variant, here, 40)
    back = booked(merchant, item(variantId=variant, quantity=2))
    moved(merchant, courier, back, "picking_up", "picked", "dropping_off", "returned")
    level, goods = f"/stock/{variant}/{here}", f"/products/{product['id']}"
    origin = {"contact": "Ayu", "phone": "0811000001", "address": "Jl. Senopati 1", "area": "12110"}
    drafted = [("/shipments/new", TYPED | {"act": "draft"}, f"{name}-0") for name in ("quantity", "weight", "value")]
    plain = [
        *drafted,
        *(("/products/new", {"name": "Teh"}, name) for name in ("weight", "price", "quantity")),
        (goods, {"name": "Kopi"}, "weight"),
        *((f"{goods}/variants/{variant}", {"name": "Kopi"}, name) for name in ("price", "cost", "weight", "threshold")),
        (f"{level}/adjust", {"reason": "manual_adjust"}, "delta"),
        (f"{level}/count", {"was": "40"}, "counted"),
        (f"{level}/transfer", {"to": there}, "pieces"),
        (f"{level}/threshold", {}, "threshold"),
        (f"/shipments/{back['id']}/restock", {"damaged-0": "1"}, "good-0"),
        (f"/shipments/{back['id']}/restock", {"good-0": "1"}, "damaged-0"),
    ]
    degrees = [("/settings/origin", origin, name) for name in ("lat", "lng")]
    return [(*one, UNCERTAIN) for one in plain] + [(*one, NO_DEGREES) for one in degrees]


def list_levels(merchant: Client) -> list[tuple[str, int]]:
    found = merchant("GET", "/api/v1/stock/levels").data["stock"]
    return [(one["variantId"], one["quantity"]) for one in found]


def test_what_is_no_certain_number_is_refused_beside_its_field(merchant: Client, courier: Courier) -> None:
    set_origin(merchant)
    owner, cases = ProductsConsole(merchant), list_forms(merchant, courier)
    before = list_levels(merchant)
    for path, others, field, texts in cases:
        for text in texts:
            answer = owner.send(path, **others | {field: text, "key": f"{path}{field}{text}"[-200:].replace(" ", "")})
            page = answer.raw.decode()
            assert f'id="{field}-wrong"' in page, (path, field, text, answer.status)
            assert re.search(rf'id="{field}"[^>]* value="{re.escape(escape(text))}"', page), (path, field, text)
            hidden = ("act", "was", "service", "quoted", field)
            kept = [value for name, value in others.items() if name not in hidden]
            assert [value for value in kept if value not in unescape(page)] == [], (path, field, text)
    assert list_levels(merchant) == before
    assert total(merchant, "pending") == 0 and len(merchant("GET", "/api/v1/products").data["products"]) == 1


def test_an_amount_to_buy_that_is_not_certain_is_asked_again(merchant: Client) -> None:
    owner = ProductsConsole(merchant)
    for text in UNCERTAIN:
        page = owner.get(f"/credit/top-up?{urlencode({'amount': text})}").raw.decode()
        assert 'id="amount-wrong"' in page and f'value="{escape(text)}"' in page and "minor-units" not in page, text


@pytest.mark.parametrize("counts", [{"good-0": "0", "damaged-0": "0"}, {}])
def test_a_return_of_nothing_puts_nothing_back(merchant: Client, courier: Courier, counts: dict[str, Any]) -> None:
    variant, here = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, here, 5)
    back = booked(merchant, item(variantId=variant, quantity=2))
    moved(merchant, courier, back, "picking_up", "picked", "dropping_off", "returned")
    answer = ProductsConsole(merchant).send(f"/shipments/{back['id']}/restock", **counts, key="form_1")
    assert b'id="good-0-wrong"' in answer.raw and quantity(merchant, variant, here) == 3


def test_every_template_with_a_numeric_field_is_covered() -> None:
    found = {}
    for path in CONSOLE.rglob("*.html"):
        count = sum('"postal"' not in line for line in path.read_text().splitlines() if _NUMERIC.search(line))
        if count:
            found[str(path.relative_to(CONSOLE))] = count
    # One line of the form of a parcel is all three of its fields; degrees and differences may have a sign.
    lines = {"new_shipment/new.html": 1, "settings/origin.html": 0, "stock/level.html": 3}
    expected = {path: lines.get(path, len(names)) for path, names in FIELDS.items()}
    assert found == {path: count for path, count in expected.items() if count}
