"""Stock: levels found and looked at, moved by differences alone, and counted without losing what others did."""

import html
import re
from typing import Any

import pytest

from tests.console.counting import count_statements
from tests.console.test_products import ESCAPED, MARKUP, READERS, ProductsConsole, message_text
from tests.harness.goods import adjust, default_variant, new_product, new_variant, new_warehouse, quantity, stock
from tests.harness.parcels import item, new_shipment
from tests.harness.service import Client
from tests.harness.simulator import Courier


class StockLevel:
    """A level of 40 pieces, and another warehouse."""

    def __init__(self, merchant: Client, **fields: Any):
        self.merchant, self.product = merchant, new_product(merchant, **fields)
        self.variant = default_variant(self.product)
        self.warehouse, self.other = new_warehouse(merchant, "Dago")["id"], new_warehouse(merchant, "Cimahi")["id"]
        stock(merchant, self.variant, self.warehouse, 40)

    @property
    def path(self) -> str:
        return f"/stock/{self.variant}/{self.warehouse}"

    def read_quantity(self, warehouse: str | None = None) -> int | None:
        return quantity(self.merchant, self.variant, warehouse or self.warehouse)

    def movements(self) -> list[dict[str, Any]]:
        path = f"/api/v1/stock/movements?variant_id={self.variant}&warehouseId={self.warehouse}"
        return self.merchant("GET", path).data["movements"]


@pytest.fixture
def shelf(merchant: Client) -> StockLevel:
    return StockLevel(merchant, name="Gayo", sku="GAYO-250")


@pytest.fixture
def packer(merchant: Client) -> ProductsConsole:
    return ProductsConsole(merchant, "packer")


def plain_text(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_levels_are_found_by_name_warehouse_and_want(shelf: StockLevel, packer: ProductsConsole) -> None:
    other = new_product(shelf.merchant, name="Toraja")
    stock(shelf.merchant, default_variant(other), shelf.other, 3)
    page = packer.read("/stock")
    assert "Gayo" in page and "Toraja" in page and packer.base + shelf.path in page
    for query, found in (("q=gayo", "Gayo"), ("q=GAYO-250", "Gayo"), (f"warehouseId={shelf.other}", "Toraja")):
        listed = packer.read(f"/stock?{query}").partition("<tbody")[2]
        assert {name for name in ("Gayo", "Toraja") if name in listed} == {found}
    assert "Nothing matches these filters." in packer.read("/stock?low=true")
    owner = ProductsConsole(shelf.merchant)
    assert owner.submit(f"{shelf.path}/threshold", threshold="50", key="t1") == f"{shelf.path}?done=threshold"
    assert "Gayo" in packer.read("/stock?low=true") and "low below 50" in plain_text(packer.read(shelf.path))
    for query in ("low=maybe", "cursor=zz", "q=" + "x" * 300):
        answer = packer.get(f"/stock?{query}")
        assert answer.status == 400 and "Gayo" in answer.raw.decode()


def test_a_level_is_adjusted_with_a_number_and_enter_once(shelf: StockLevel, packer: ProductsConsole) -> None:
    for _ in range(2):
        assert packer.submit(f"{shelf.path}/adjust", delta="-3", key="a1") == f"{shelf.path}?done=adjusted"
    assert packer.submit(f"{shelf.path}/adjust", delta="+1.000", reason="refund_restock", note=MARKUP, key="a2")
    assert shelf.read_quantity() == 1_037
    newest, before, _ = shelf.movements()
    assert (newest["reason"], before["reason"], before["delta"]) == ("refund_restock", "manual_adjust", -3)
    page = packer.read(f"{shelf.path}?done=adjusted")
    assert MARKUP not in page and ESCAPED in page
    assert "Came back from a buyer" in page and "−3" in page and "<svg viewBox" in page and " You " in plain_text(page)


@pytest.mark.parametrize(
    ("act", "fields"),
    [
        ("adjust", {"delta": ""}),
        ("adjust", {"delta": "0"}),
        ("adjust", {"delta": "some"}),
        ("adjust", {"delta": "1", "reason": "time_slice"}),
        ("adjust", {"delta": "5", "reason": "damaged"}),
        ("adjust", {"delta": "9007199254740991"}),
        ("count", {"counted": "", "was": "40"}),
        ("count", {"counted": "4.5", "was": "40"}),
        ("transfer", {"pieces": "", "to": "OTHER"}),
        ("transfer", {"pieces": "41", "to": "OTHER"}),
        ("transfer", {"pieces": "1", "to": "wh_nothing"}),
    ],
)
def test_what_cannot_be_done_is_said_beside_its_field_and_nothing_moves(
    shelf: StockLevel, packer: ProductsConsole, act: str, fields: dict[str, str]
) -> None:
    said = {name: value.replace("OTHER", shelf.other) for name, value in fields.items()}
    answer = packer.send(f"{shelf.path}/{act}", **said, key="w1")
    assert answer.status in (400, 404, 409) and 'class="wrong"' in answer.raw.decode(), message_text(answer)
    assert shelf.read_quantity() == 40 and len(shelf.movements()) == 1


def test_what_would_fall_below_zero_is_told_and_may_be_sent_again(shelf: StockLevel, packer: ProductsConsole) -> None:
    answer = packer.send(f"{shelf.path}/adjust", delta="-41", key="b1")
    assert "Stock cannot go below zero." in message_text(answer) and 'value="-41"' in answer.raw.decode()
    assert shelf.read_quantity() == 40
    form = answer.raw.decode().partition(f'action="{packer.base}{shelf.path}/adjust"')[2]
    key = re.findall(r'name="key" value="([^"]+)"', form)[0]
    assert packer.submit(f"{shelf.path}/adjust", delta="-40", key=key) and shelf.read_quantity() == 0


def test_a_count_moves_the_level_by_the_difference_and_is_asked_again_where_it_moved(
    shelf: StockLevel, packer: ProductsConsole
) -> None:
    assert 'name="was" value="40"' in packer.read(shelf.path)
    assert adjust(shelf.merchant, shelf.variant, shelf.warehouse, -5).status == 200
    asked = packer.send(f"{shelf.path}/count", counted="38", was="40", key="c1")
    page = asked.raw.decode()
    assert asked.status == 200 and "changed from 40 to 35" in page and 'name="was" value="35"' in page
    assert 'value="38"' in page and shelf.read_quantity() == 35
    for _ in range(2):
        location = packer.submit(f"{shelf.path}/count", counted="38", was="35", key="c2")
    assert location == f"{shelf.path}?done=same"
    assert shelf.read_quantity() == 38 and shelf.movements()[0]["delta"] == 3 and len(shelf.movements()) == 3


def test_a_product_is_counted_for_the_first_time_from_its_page(shelf: StockLevel, packer: ProductsConsole) -> None:
    there = f"/stock/{shelf.variant}/{shelf.other}"
    product = f"product={shelf.product['id']}"
    led = packer.get(f"/stock/first?{product}&variant={shelf.variant}&warehouse={shelf.other}")
    assert led.headers["location"] == f"{packer.base}{there}?{product}"
    assert "not been counted here" in packer.read(f"{there}?{product}")
    assert "Cimahi" in packer.read(f"/stock/first?{product}")
    assert packer.get(there).status == 404
    assert 'class="wrong"' in packer.send(f"{there}/count?{product}", counted="0", was="0").raw.decode()
    assert packer.submit(f"{there}/count?{product}", counted="12", was="0", key="f1") == f"{there}?done=counted"
    assert shelf.read_quantity(shelf.other) == 12
    movements = shelf.merchant("GET", f"/api/v1/stock/movements?warehouseId={shelf.other}").data["movements"]
    assert [one["reason"] for one in movements] == ["initial_stock"]


def test_free_pieces_are_sent_to_another_warehouse_once(shelf: StockLevel, packer: ProductsConsole) -> None:
    for _ in range(2):
        location = packer.submit(
            f"{shelf.path}/transfer", pieces="15", to=shelf.other, transfer_note="Pindah rak", key="m1"
        )
        assert location == f"{shelf.path}?done=transferred"
    assert (shelf.read_quantity(), shelf.read_quantity(shelf.other)) == (25, 15)
    assert "Transfer out" in packer.read(shelf.path) and "Pindah rak" in packer.read(shelf.path)


def test_what_a_parcel_took_leads_to_it(shelf: StockLevel, packer: ProductsConsole) -> None:
    shipment = new_shipment(shelf.merchant, item(variantId=shelf.variant, quantity=2))
    page = packer.read(shelf.path)
    assert "Taken for a parcel" in page and f'href="{packer.base}/shipments/{shipment["id"]}"' in page


def test_roles_see_and_send_what_they_may(shelf: StockLevel, merchant: Client) -> None:
    acts = {"adjust": {"delta": "1"}, "count": {"counted": "9", "was": "40"}, "transfer": {"pieces": "1"}}
    for role in READERS:
        person = ProductsConsole(merchant, role)
        shown = set(re.findall(rf'action="{person.base}{shelf.path}/(\w+)"', person.read(shelf.path)))
        assert shown == (set(acts) if role == "packer" else set())
        assert person.send(f"{shelf.path}/threshold", threshold="5").status == 403
        if role != "packer":
            assert {person.send(f"{shelf.path}/{act}", **fields).status for act, fields in acts.items()} == {403}
            assert person.get(f"/stock/first?product={shelf.product['id']}").status == 403
    assert shelf.read_quantity() == 40


def test_strange_levels_are_pages_that_say_so_and_are_never_begun(
    shelf: StockLevel, packer: ProductsConsole, stranger: Client
) -> None:
    theirs = StockLevel(stranger)
    places = [(theirs.variant, theirs.warehouse), (theirs.variant, shelf.warehouse), ("var_x", shelf.warehouse)]
    for variant, warehouse in [*places, (shelf.variant, theirs.warehouse), (shelf.variant, "wh_nothing")]:
        for product in ("", f"?product={theirs.product['id']}", f"?product={shelf.product['id']}"):
            assert packer.get(f"/stock/{variant}/{warehouse}{product}").status == 404
            assert packer.send(f"/stock/{variant}/{warehouse}/count{product}", counted="5", was="0").status == 404
        for act in ("adjust", "transfer"):
            answer = packer.send(f"/stock/{variant}/{warehouse}/{act}", delta="1", pieces="1", to=shelf.other)
            assert answer.status == 404 and "<h1>" in answer.raw.decode()
    assert packer.get(f"/stock/first?product={theirs.product['id']}").status == 404
    levels = shelf.merchant("GET", "/api/v1/stock/levels").data["stock"]
    assert [(one["variantId"], one["quantity"]) for one in levels] == [(shelf.variant, 40)]


def test_names_are_text_in_every_place(merchant: Client, packer: ProductsConsole) -> None:
    marked = StockLevel(merchant, name=MARKUP, sku=MARKUP)
    variant = new_variant(merchant, marked.product, name=MARKUP)["id"]
    warehouse = new_warehouse(merchant, MARKUP)["id"]
    stock(merchant, variant, warehouse, 1)
    for path in ("/stock", f"/stock?q={variant}", marked.path, f"/stock/{variant}/{warehouse}"):
        assert MARKUP not in packer.read(path)
    assert ESCAPED in packer.read("/stock") and ESCAPED in packer.read(f"/stock/{variant}/{warehouse}")
    assert ESCAPED in packer.read(f"/stock/first?product={marked.product['id']}")


def test_a_page_asks_the_database_six_times_at_most(shelf: StockLevel, courier: Courier) -> None:
    uncounted = f"/stock/{shelf.variant}/{shelf.other}?product={shelf.product['id']}"
    first = f"/stock/first?product={shelf.product['id']}"
    pages = ["/stock", "/stock?q=gayo", "/stock?low=true", shelf.path, uncounted, first]
    statements = count_statements(shelf.merchant.service.database_url, courier.url, pages, shelf.merchant.account_id)
    assert max(map(len, statements.values())) <= 6 and min(map(len, statements.values())) >= 2, statements
