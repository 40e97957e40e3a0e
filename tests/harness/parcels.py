"""Shorthands for shipments: a parcel, the money for it, and what is done with it."""

from typing import Any

from tests.harness.goods import fresh_key
from tests.harness.service import Answer, Client

ORIGIN = {
    "contactName": "Toko Kopi",
    "contactPhone": "0811000001",
    "address": "Jl. Senopati 1",
    "postalCode": "12110",
}
DESTINATION = {
    "contactName": "Siti Rahma",
    "contactPhone": "0811000002",
    "address": "Jl. Dago 2",
    "postalCode": "40132",
}
COFFEE = {"name": "Coffee", "value": 150_000, "weight": 800, "quantity": 1}
PRICE = 50_000
FUNDS = 1_000_000


def item(**fields: Any) -> dict[str, Any]:
    return COFFEE | fields


def draft(*items: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """The body of a new shipment, its price well above the tariff."""
    return {
        "courierCode": "jne",
        "courierServiceCode": "reg",
        "courierType": "standard",
        "price": PRICE,
        "origin": ORIGIN,
        "destination": DESTINATION,
        "items": list(items) or [COFFEE],
        **fields,
    }


def create(client: Client, *items: dict[str, Any], **fields: Any) -> Answer:
    return client("POST", "/api/v1/shipments", draft(*items, **fields))


def new_shipment(client: Client, *items: dict[str, Any], **fields: Any) -> dict[str, Any]:
    answer = create(client, *items, **fields)
    assert answer.status == 201, answer.raw
    return answer.data["shipment"]


def fund(client: Client, amount: int = FUNDS) -> None:
    """Prepaid shipping credit."""
    answer = client("POST", "/api/v1/shipping-credits/topup", {"amount": amount}, key=fresh_key())
    assert answer.status == 201, answer.raw


def credit(client: Client) -> tuple[int, int]:
    """The balance, and what of it is held."""
    data = client("GET", "/api/v1/shipping-credits").data
    assert data["available"] == data["balance"] - data["held"]
    return data["balance"], data["held"]


def ledger(client: Client) -> list[tuple[str, int]]:
    """The kinds and amounts of the credit's transactions, oldest first."""
    found = client("GET", "/api/v1/shipping-credits/transactions?limit=200").data["transactions"]
    return [(transaction["kind"], transaction["amount"]) for transaction in reversed(found)]


def confirm(client: Client, id: str, key: str | None = None) -> Answer:
    return client("POST", f"/api/v1/shipments/{id}/confirm-pickup", key=key)


def booked(client: Client, *items: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A shipment whose courier is booked, in a workspace that can pay for it."""
    fund(client)
    answer = confirm(client, new_shipment(client, *items, **fields)["id"])
    assert answer.status == 200, answer.raw
    return answer.data["shipment"]


def cancel(client: Client, id: str, *, path: str = "/api/v1/shipments", **options: Any) -> Answer:
    return client("POST", f"{path}/{id}/cancel", **options)


def shipment(client: Client, id: str) -> dict[str, Any]:
    """The shipment with its events."""
    answer = client("GET", f"/api/v1/shipping/shipments/{id}")
    assert answer.status == 200, answer.raw
    return answer.data


def total(client: Client, status: str | None = None) -> int:
    """The number of shipments by the maintained counter."""
    query = "" if status is None else f"?status={status}"
    return client("GET", f"/api/v1/shipping/shipments{query}").json["meta"]["total"]
