"""Lists with large rows: a page ends at 4 MB, and the pages join into the whole list."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest

from tests.harness.database import execute
from tests.harness.goods import fresh_key, new_product
from tests.harness.parcels import draft, item
from tests.harness.service import Client

MANY = 6
# Requests carry no texts as long as that, but those of earlier days are kept.
_ENLARGE = """
    WITH large AS (SELECT repeat('x', 1000000) AS text),
    p AS (UPDATE products SET description = text FROM large WHERE account_id = $1),
    a AS (UPDATE audit_entries SET after = json_build_object('description', text) FROM large WHERE account_id = $1),
    b AS (UPDATE addresses SET note = text FROM large WHERE account_id = $1),
    m AS (UPDATE stock_movements SET note = text FROM large WHERE account_id = $1),
    s AS (UPDATE shipments SET items = json_build_array((items -> 0)::jsonb || jsonb_build_object('description', text))
            FROM large WHERE account_id = $1),
    e AS (UPDATE webhook_endpoints SET description = text FROM large WHERE account_id = $1)
    UPDATE warehouses SET address = text FROM large WHERE account_id = $1
"""

Made = Callable[[Client, int], tuple[str, Any]]


def product(_: Client, number: int, **fields: Any) -> tuple[str, Any]:
    return "/products", {"name": f"Large red {number}", "sku": "SAME", **fields}


def address(_: Client, number: int) -> tuple[str, Any]:
    place = {"label": "Home", "contactName": "Siti", "contactPhone": "0811", "address": f"Jl. Dago {number}"}
    return "/addresses", {"customerId": "cus_1", **place}


def warehouse(_: Client, number: int) -> tuple[str, Any]:
    return "/warehouses", {"name": f"Warehouse {number}"}


def movement(client: Client, number: int) -> tuple[str, Any]:
    opened = client("GET", "/api/v1/warehouses").data["warehouses"]
    if not opened:
        opened = [client("POST", "/api/v1/warehouses", {"name": "Main"}, key=fresh_key()).data["warehouse"]]
    level = {"variantId": "var_of_somebody", "warehouseId": opened[0]["id"]}
    return "/stock/adjust", {**level, "delta": number + 1, "reason": "import"}


def endpoint(_: Client, number: int) -> tuple[str, Any]:
    return "/webhooks/endpoints", {"url": f"https://example.com/{number}", "events": ["*"]}


def shipment(_: Client, number: int) -> tuple[str, Any]:
    return "/shipments", draft(item(), customerId="cus_1", externalRef=str(number))


ENDING_EARLY = [
    (product, "/products"),
    (product, "/products?limit=200&archived=true"),
    (product, "/products?type=physical&sku=SAME"),
    (product, "/products?q=large"),
    (product, "/products?q=large+red&type=physical"),
    (product, "/audit-log?limit=500"),
    (product, "/audit-log?action=product.&target_type=Product"),
    (address, "/addresses"),
    (address, "/addresses?customer_id=cus_1"),
    (movement, "/stock/movements"),
    (movement, "/stock/movements?variant_id=var_of_somebody&reason=import"),
    (shipment, "/shipping/shipments"),
    (shipment, "/shipping/shipments?status=pending"),
    (shipment, "/shipping/shipments?customerId=cus_1"),
    (shipment, "/shipments"),
    (shipment, "/shipments?status=pending"),
    (shipment, "/shipments?limit=200"),
    (shipment, "/shipments?limit=200&status=pending"),
    (warehouse, "/warehouses"),
    (warehouse, "/warehouses?archived=true"),
    (warehouse, "/warehouses?limit=200"),
    (endpoint, "/webhooks/endpoints"),
]


def make(client: Client, made: Made, many: int = MANY) -> None:
    for number in range(many):
        target, body = made(client, number)
        answer = client("POST", f"/api/v1{target}", body, key=fresh_key())
        assert answer.status in (200, 201), answer.raw[:500]
    execute(client, _ENLARGE, client.account_id)


def asking(target: str, **also: Any) -> str:
    """The target with more in its query."""
    path, _, query = target.partition("?")
    asked = urlencode(dict(parse_qsl(query)) | also)
    return f"/api/v1{path}?{asked}" if asked else f"/api/v1{path}"


def pages(client: Client, target: str, **also: Any) -> Iterator[list[dict[str, Any]]]:
    """The pages of a list, from one cursor to the next."""
    cursor: dict[str, str] | None = {}
    while cursor is not None:
        answer = client("GET", asking(target, **also, **cursor))
        (rows,) = [answer.data] if isinstance(answer.data, list) else answer.data.values()
        yield rows
        meta = answer.json["meta"]
        assert meta["hasMore"] is (meta["cursor"] is not None)
        cursor = {"cursor": meta["cursor"]} if meta["hasMore"] else None


@pytest.mark.parametrize(("made", "target"), ENDING_EARLY, ids=[target for _, target in ENDING_EARLY])
def test_a_page_of_large_rows_ends_early_and_the_cursor_leads_on(merchant: Client, made: Made, target: str) -> None:
    make(merchant, made)
    listed = list(pages(merchant, target))
    assert (len(listed), len(listed[0])) == (2, MANY - 1)
    bare, _, query = target.partition("?")
    one_by_one = list(pages(merchant, f"{bare}?{query.replace('limit=', 'was=')}&limit=1"))
    assert [row for page in listed for row in page] == [row for page in one_by_one for row in page]


def test_a_page_ends_by_what_its_rows_come_to_on_the_wire(merchant: Client) -> None:
    make(merchant, product, 3)
    # Six characters each in JSON.
    written = "UPDATE products SET description = repeat(chr(1), 1000000) WHERE account_id = $1"
    execute(merchant, written, merchant.account_id)
    for target in ("/products", "/products?q=large"):
        assert [len(page) for page in pages(merchant, target)] == [1, 1, 1]


def test_a_legacy_page_of_200_shipments_of_many_items_ends_early(merchant: Client) -> None:
    goods = [item(name="Kopi " + "x" * 195, description="y" * 500, sku="z" * 255) for _ in range(5)]
    for _ in range(2):
        answer = merchant("POST", "/api/v1/shipments/bulk", {"shipments": [draft(*goods)] * 100}, key=fresh_key())
        assert {outcome["status"] for outcome in answer.data["outcomes"]} == {201}
    more = "SELECT json_agg(one) FROM generate_series(1, 7), json_array_elements(items::json) one"
    execute(merchant, f"UPDATE shipments SET items = ({more}) WHERE account_id = $1", merchant.account_id)
    answer = merchant("GET", "/api/v1/shipments")
    assert len(answer.raw) < 4_300_000 and answer.json["meta"]["hasMore"]
    assert sum(len(page) for page in pages(merchant, "/shipments")) == 200


def test_what_a_filter_keeps_back_fills_no_page(merchant: Client) -> None:
    make(merchant, lambda client, number: product(client, number, name=f"Large {'red' if number < 2 else 'blue'}"), 8)
    assert [len(page) for page in pages(merchant, "/products?q=large+red")] == [2]


def test_a_row_of_more_than_a_page_is_a_page(merchant: Client) -> None:
    products = [new_product(merchant)["id"] for _ in range(2)]
    execute(
        merchant,
        "UPDATE products SET description = repeat('x', 5000000) WHERE account_id = $1 AND id = ANY ($2)",
        merchant.account_id,
        products,
    )
    assert [[row["id"] for row in page] for page in pages(merchant, "/products")] == [products[1:], products[:1]]


def test_many_variants_make_a_product_large(merchant: Client) -> None:
    products = [new_product(merchant)["id"] for _ in range(3)]
    of_each = """
        INSERT INTO variants (account_id, id, product_id, name, is_default)
        SELECT $1, id || ' ' || n, id, repeat('🌱', 160), false FROM unnest($2::text[]) id, generate_series(1, 3000) n
    """
    execute(merchant, of_each, merchant.account_id, products)
    assert [[row["id"] for row in page] for page in pages(merchant, "/products")] == [products[:0:-1], products[:1]]
