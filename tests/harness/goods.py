"""Shorthands for what most tests begin with: something to sell, and somewhere to keep it."""

from itertools import count
from typing import Any

from tests.harness.service import Answer, Client

_keys = count(1)


def fresh_key() -> str:
    """An idempotency key that no other request has."""
    return f"key-{next(_keys)}"


def new_product(client: Client, **fields: Any) -> dict[str, Any]:
    answer = client("POST", "/api/v1/products", {"name": "Coffee", **fields})
    assert answer.status == 201, answer.raw
    return answer.data["product"]


def new_variant(client: Client, product: dict[str, Any], **fields: Any) -> dict[str, Any]:
    answer = client("POST", f"/api/v1/products/{product['id']}/variants", {"name": "Large", **fields})
    assert answer.status == 201, answer.raw
    return answer.data["variant"]


def default_variant(product: dict[str, Any]) -> str:
    return product["variants"][0]["id"]


def new_warehouse(client: Client, name: str = "Main", **fields: Any) -> dict[str, Any]:
    answer = client("POST", "/api/v1/warehouses", {"name": name, **fields}, key=fresh_key())
    assert answer.status == 201, answer.raw
    return answer.data["warehouse"]


def change(variant_id: str, warehouse_id: str, delta: object, **fields: Any) -> dict[str, Any]:
    """The body of a stock adjustment."""
    return {
        "variantId": variant_id,
        "warehouseId": warehouse_id,
        "delta": delta,
        "reason": "manual_adjust",
        **fields,
    }


def adjust(client: Client, variant_id: str, warehouse_id: str, delta: object, **fields: Any) -> Answer:
    return client("POST", "/api/v1/stock/adjust", change(variant_id, warehouse_id, delta, **fields))


def stock(client: Client, variant_id: str, warehouse_id: str, quantity: int) -> None:
    """Put so much more on the shelf."""
    answer = adjust(client, variant_id, warehouse_id, quantity, reason="initial_stock")
    assert answer.status == 200, answer.raw


def quantity(client: Client, variant_id: str, warehouse_id: str) -> int | None:
    """The quantity on hand by the API; None without a level."""
    levels = client("GET", f"/api/v1/stock/levels?variant_id={variant_id}").data["stock"]
    return next((level["quantity"] for level in levels if level["warehouseId"] == warehouse_id), None)


def movements(client: Client, variant_id: str) -> list[dict[str, Any]]:
    """The ledger of a variant, oldest first."""
    found = client("GET", f"/api/v1/stock/movements?variant_id={variant_id}").data["movements"]
    return sorted(found, key=lambda movement: (movement["warehouseId"], movement["number"]))


def reservations(client: Client) -> list[dict[str, Any]]:
    """Oldest first."""
    found = client("GET", "/api/v1/stock/reservations").data["reservations"]
    return sorted(found, key=lambda reservation: (reservation["createdAt"], reservation["id"]))


def took(client: Client, variant: str) -> dict[str, int]:
    """How many units went out, by warehouse."""
    out: dict[str, int] = {}
    for movement in movements(client, variant):
        if movement["reason"] == "transfer_out":
            out[movement["warehouseId"]] = out.get(movement["warehouseId"], 0) - movement["delta"]
    return out
