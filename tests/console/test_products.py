"""Products: the view of each role, and forms that take effect once."""

import html
import re
from typing import Any

import pytest
from markupsafe import escape

from tests.console.counting import count_statements
from tests.console.people import get_page, session_headers, submit_form
from tests.harness.goods import default_variant, new_product, new_variant, new_warehouse, quantity, stock
from tests.harness.service import Answer, Client
from tests.harness.simulator import Courier

MARKUP = "<b onclick=x>\"Gayo\" & 'Toraja'</b>"
ESCAPED = str(escape(MARKUP))
READERS = ("packer", "support", "developer")


class ProductsConsole:
    """A browser of a person with a role, at the products of one workspace."""

    def __init__(self, merchant: Client, role: str = "owner"):
        self.service, self.base = merchant.service, f"/console/{merchant.account_id}"
        self.headers = session_headers(merchant.service, merchant.account_id, role)

    def get(self, path: str) -> Answer:
        return get_page(self.service, self.base + path, self.headers)

    def read(self, path: str) -> str:
        answer = self.get(path)
        assert answer.status == 200, (path, answer.status)
        return answer.raw.decode()

    def send(self, path: str, **fields: Any) -> Answer:
        named = {name.replace("_", "-"): value for name, value in fields.items()}
        return submit_form(self.service, self.base + path, self.headers, named)

    def submit(self, path: str, **fields: Any) -> str:
        """Where a form leads, under the workspace."""
        answer = self.send(path, **fields)
        assert answer.status == 303, (answer.status, message_text(answer))
        return answer.headers["location"].removeprefix(self.base)


def message_text(answer: Answer) -> str:
    """The text of the page's message and of the errors at its fields."""
    found = re.findall(
        r'<div class="message bad".*?</div>|<span class="wrong".*?</span>', answer.raw.decode(), re.DOTALL
    )
    return html.unescape(re.sub(r"<[^>]+>", " ", " ".join(found)))


def list_products(merchant: Client) -> list[dict[str, Any]]:
    return merchant("GET", "/api/v1/products?archived=true").data["products"]


def test_a_first_product_comes_with_its_price_its_stock_and_a_warehouse_once(merchant: Client) -> None:
    owner = ProductsConsole(merchant)
    assert "/products/new" in owner.read("/products")
    said = {
        "name": "Gayo 250 g",
        "sku": "GAYO-250",
        "weight": "1.040",
        "price": "Rp 85.000",
        "quantity": "40",
        "key": "n1",
    }
    location = owner.submit("/products/new", **said)
    assert owner.submit("/products/new", **said) == location
    (product,) = list_products(merchant)
    assert location == f"/products/{product['id']}?done=created"
    assert (product["sku"], product["weight"], product["type"]) == ("GAYO-250", 1_040, "physical")
    assert product["variants"][0]["priceCents"] == 85_000
    (warehouse,) = merchant("GET", "/api/v1/warehouses").data["warehouses"]
    assert quantity(merchant, default_variant(product), warehouse["id"]) == 40
    row = owner.read("/products?q=gayo")
    assert "Rp85,000" in row and ">40<" in row
    assert "Nothing matches these filters." in owner.read("/products?q=toraja")


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"weight": "heavy"}, "weight"),
        ({"weight": "-5"}, "weight"),
        ({"price": "8.50"}, "price"),
        ({"quantity": "9" * 20}, "quantity"),
        ({"type": "time_slice"}, "type"),
    ],
)
def test_what_a_new_product_lacks_is_said_beside_its_field_and_nothing_typed_is_lost(
    merchant: Client, wrong: dict[str, str], field: str
) -> None:
    said = {"name": "Gayo", "sku": MARKUP, "weight": "250", "price": "85000", "quantity": "3", **wrong}
    answer = ProductsConsole(merchant).send("/products/new", **said)
    page = answer.raw.decode()
    assert answer.status == 400 and f'href="#{field}"' in page and 'class="wrong"' in page
    assert ESCAPED in page and MARKUP not in page
    assert list_products(merchant) == []


def test_a_product_is_changed_archived_after_a_question_and_brought_back(merchant: Client) -> None:
    product, owner = new_product(merchant), ProductsConsole(merchant)
    here = f"/products/{product['id']}"
    assert (
        owner.submit(here, name=MARKUP, sku=MARKUP, weight="300", description=MARKUP, key="c1") == f"{here}?done=saved"
    )
    for path in (here, "/products", f"{here}/archive", f"{here}/variants/new"):
        page = owner.read(path)
        assert MARKUP not in page and ESCAPED in page
    assert 'class="wrong"' in owner.send(here, name="", weight="1").raw.decode()
    assert f'action="{owner.base}{here}/archive"' in owner.read(f"{here}/archive")
    assert not list_products(merchant)[0]["archived"]
    assert owner.submit(f"{here}/archive", key="a1").endswith("done=archived")
    assert product["id"] not in owner.read("/products") and product["id"] in owner.read("/products?archived=true")
    assert owner.submit(f"{here}/restore", key="r1").endswith("done=restored")
    (changed,) = list_products(merchant)
    assert (changed["name"], changed["weight"], changed["archived"]) == (MARKUP, 300, False)


def test_variants_are_added_priced_promoted_and_archived(merchant: Client) -> None:
    product, owner = new_product(merchant), ProductsConsole(merchant)
    here = f"/products/{product['id']}"
    said = {"name": MARKUP, "sku": "L", "price": "90.000", "cost": "40.000", "weight": "500", "threshold": "10"}
    for _ in range(2):
        assert owner.submit(f"{here}/variants/new", **said, key="v1") == f"{here}?done=variant-added"
    assert "Another variant of this product has this SKU." in message_text(
        owner.send(f"{here}/variants/new", **said, key="v2")
    )
    (first, large) = list_products(merchant)[0]["variants"]
    assert (large["priceCents"], large["costCents"], large["lowStockThreshold"]) == (90_000, 40_000, 10)
    there = f"{here}/variants/{large['id']}"
    page = owner.read(there)
    assert MARKUP not in page and ESCAPED in page and 'value="90,000"' in page
    assert owner.submit(there, **{**said, "price": "", "name": "Large"}, key="v3").endswith("done=variant-saved")
    assert owner.submit(f"{there}/default", key="v4").endswith("done=variant-default")
    assert "Archive Large" in owner.read(f"{there}/archive")
    assert owner.submit(f"{there}/archive", key="v5").endswith("done=variant-archived")
    (first, large) = list_products(merchant)[0]["variants"]
    assert (large["name"], large["priceCents"], large["archived"], first["isDefault"]) == ("Large", None, True, True)
    assert owner.submit(f"{there}/restore", key="v6").endswith("done=variant-restored")
    assert 'class="wrong"' in owner.send(there, **{**said, "threshold": "many"}).raw.decode()


def test_who_may_only_read_sees_no_forms_and_is_refused(merchant: Client) -> None:
    product = new_product(merchant)
    stock(merchant, default_variant(product), new_warehouse(merchant)["id"], 7)
    here = f"/products/{product['id']}"
    forms = ("/products/new", here, f"{here}/archive", f"{here}/restore", f"{here}/variants/new")
    forms += tuple(
        f"{here}/variants/{default_variant(product)}{act}" for act in ("", "/default", "/archive", "/restore")
    )
    for role in READERS:
        reader = ProductsConsole(merchant, role)
        assert 'method="post"' not in reader.read(here).partition("<main")[2]
        assert "/products/new" not in reader.read("/products")
        assert {reader.send(path, name="Mine").status for path in forms} == {403}
        assert {reader.get(path).status for path in forms if path.endswith(("new", "archive"))} == {403}
        assert (">First count<" in reader.read(here) or ">Count in another warehouse<" in reader.read(here)) == (
            role == "packer"
        )
    assert list_products(merchant)[0]["name"] == product["name"] and not list_products(merchant)[0]["archived"]


def test_foreign_products_are_pages_that_say_there_is_no_such_thing(merchant: Client, stranger: Client) -> None:
    owner, theirs, own = ProductsConsole(merchant), new_product(stranger), new_product(merchant)
    variant = default_variant(theirs)
    for id in (theirs["id"], "prod_nothing"):
        here = f"/products/{id}"
        for path in (here, f"{here}/archive", f"{here}/variants/new", f"{here}/variants/{variant}"):
            assert owner.get(path).status == 404
        for path in (here, f"{here}/archive", f"{here}/restore", f"{here}/variants/new", f"{here}/variants/{variant}"):
            answer = owner.send(path, name="Mine")
            assert answer.status == 404 and "<h1>" in answer.raw.decode()
    assert owner.get(f"/products/{own['id']}/variants/{variant}").status == 404
    assert owner.send(f"/products/{own['id']}/variants/{variant}/archive").status == 404
    assert list_products(stranger)[0] == theirs


def test_an_address_that_makes_no_sense_is_told_of_above_the_list(merchant: Client) -> None:
    new_product(merchant, name="Gayo")
    for query in ("type=spell", "archived=maybe", "cursor=zz", "q=" + "x" * 300):
        answer = ProductsConsole(merchant).get(f"/products?{query}")
        assert answer.status == 400 and "Gayo" in answer.raw.decode() and 'role="alert"' in answer.raw.decode()


def test_a_page_asks_the_database_six_times_at_most(merchant: Client, courier: Courier) -> None:
    warehouse = new_warehouse(merchant)["id"]
    single, many = new_product(merchant), new_product(merchant)
    variants = [default_variant(single), default_variant(many), new_variant(merchant, many)["id"]]
    for variant in variants:
        stock(merchant, variant, warehouse, 5)
    uncounted = new_product(merchant)
    new_variant(merchant, uncounted)
    pages = ["/products", "/products/new", *(f"/products/{one['id']}" for one in (single, many, uncounted))]
    variants_at = f"/products/{many['id']}/variants"
    pages += [f"{variants_at}/new", f"{variants_at}/{variants[2]}", f"{variants_at}/{variants[2]}/archive"]
    pages.append(f"/products/{many['id']}/archive")
    statements = count_statements(merchant.service.database_url, courier.url, pages, merchant.account_id)
    assert max(map(len, statements.values())) <= 6 and min(map(len, statements.values())) >= 2, statements
