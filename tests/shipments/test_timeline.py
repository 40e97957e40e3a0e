"""Timeline of one shipment: all of its history in one list."""

from typing import Any

from tests.harness.database import execute
from tests.harness.goods import default_variant, fresh_key, new_product, new_warehouse, stock
from tests.harness.parcels import booked, cancel, item, new_shipment
from tests.harness.service import Client


def get_timeline(client: Client, id: str) -> list[dict[str, Any]]:
    answer = client("GET", f"/api/v1/shipping/shipments/{id}/timeline")
    assert answer.status == 200, answer.raw
    return answer.data["entries"]


def filter_by_kind(entries: list[dict[str, Any]], kind: str) -> list[tuple[Any, ...]]:
    return [(entry["what"], entry["amount"] or entry["quantity"]) for entry in entries if entry["kind"] == kind]


def test_courier_money_stock_and_people_stand_in_one_list(merchant: Client) -> None:
    variant = default_variant(new_product(merchant))
    stock(merchant, variant, new_warehouse(merchant)["id"], 10)
    shipment = booked(merchant, item(variantId=variant, quantity=2))
    marked = merchant("POST", "/api/v1/shipments/printed", {"shipmentIds": [shipment["id"]], "printed": True})
    assert marked.status == 200, marked.raw
    assert cancel(merchant, shipment["id"]).status == 200
    entries = get_timeline(merchant, shipment["id"])
    assert filter_by_kind(entries, "stock") == [("released", 2), ("taken", -2)]
    charge = shipment["price"] + shipment["insurance"]
    assert filter_by_kind(entries, "money") == [("shipment_refund", charge), ("shipment_charge", -charge)]
    assert filter_by_kind(entries, "person") == [("shipment.printed", None)]
    assert "cancelled" in [what for what, _ in filter_by_kind(entries, "courier")]
    assert [entry["at"] for entry in entries] == sorted((entry["at"] for entry in entries), reverse=True)


def test_a_webhook_stands_with_how_far_it_is(merchant: Client) -> None:
    endpoint = {"url": "http://127.0.0.1:9/", "events": ["*"]}
    merchant("POST", "/api/v1/webhooks/endpoints", endpoint, key=fresh_key())
    id = new_shipment(merchant)["id"]
    delivery = """INSERT INTO webhook_deliveries
                         (account_id, id, endpoint_id, event_id, type, status, attempts, created_at, updated_at)
                  SELECT e.account_id, 'whd_1', w.id, e.id, e.type, 'failed', 6, now(), now()
                    FROM events e JOIN webhook_endpoints w ON w.account_id = e.account_id WHERE e.subject = '{}'"""
    execute(merchant, delivery.format(id))
    (entry,) = [entry for entry in get_timeline(merchant, id) if entry["kind"] == "webhook"]
    assert (entry["state"], entry["attempts"], entry["url"]) == ("failed", 6, "http://127.0.0.1:9/")


def test_a_draft_has_a_list_that_may_be_empty_and_nobody_else_has_one(merchant: Client, stranger: Client) -> None:
    id = new_shipment(merchant)["id"]
    assert get_timeline(merchant, id) == []
    for client, sought in ((stranger, id), (merchant, "ship_unknown")):
        refused = client("GET", f"/api/v1/shipping/shipments/{sought}/timeline")
        assert refused.error == (404, "NOT_FOUND")
