"""Each type of event, caused once over the API: the stored event fits the published schema."""

import json

import asyncpg

from fulfilment.app import all_events
from fulfilment.infra import clock
from fulfilment.webhooks.dispatch import result_recording
from tests.deliveries import selling
from tests.harness.database import execute
from tests.harness.goods import adjust, default_variant, new_product, new_variant, new_warehouse, stock
from tests.harness.misfits import misfits_of
from tests.harness.parcels import booked, cancel, new_shipment
from tests.harness.service import Client
from tests.harness.simulator import Courier
from tests.harness.workspaces import as_operator, in_database


def do(client: Client, method: str, path: str, body: object = None) -> dict:
    answer = client(method, f"/api/v1{path}", body)
    assert answer.status < 300, answer.raw
    return answer.data


def sell(client: Client) -> None:
    """A product and a variant come and go; a level falls below its threshold."""
    product, warehouse = new_product(client), new_warehouse(client)
    variant = new_variant(client, product, lowStockThreshold=5, sku="COF-L")
    stock(client, variant["id"], warehouse["id"], 6)
    assert adjust(client, variant["id"], warehouse["id"], -2, note="Wet box").status == 200
    adjust(client, default_variant(product), warehouse["id"], 1)
    do(client, "PATCH", f"/products/{product['id']}", {"name": "Tea", "weight": 250})
    do(client, "DELETE", f"/products/{product['id']}/variants/{variant['id']}")
    do(client, "DELETE", f"/products/{product['id']}")


def ship(client: Client, courier: Courier) -> None:
    """A shipment is booked, reported on, and replaced; others are cancelled, by the merchant and by the courier."""
    shipment = booked(client, externalSource="shop", externalRef="order-1")
    courier.report(shipment["aggregatorOrderId"], "picking_up", note="On the way")
    courier.control(f"orders/{shipment['aggregatorOrderId']}/price", price=99_000)
    cancel(client, booked(client)["id"])
    courier.report(booked(client)["aggregatorOrderId"], "courier_not_found")
    do(client, "POST", f"/shipments/{new_shipment(client)['id']}/rebook", {"price": 60_000})


def ship_many(client: Client) -> None:
    """A batch is stopped before it began."""
    given = {"kind": "book", "shipmentIds": [new_shipment(client)["id"]]}
    batch = do(client, "POST", "/batches", given)["batch"]["id"]
    do(client, "POST", f"/batches/{batch}/stop")


def deliver(client: Client) -> None:
    """A download is granted, counted and extended; others are about to expire, and have expired."""
    product = selling.digital(client)
    delivery = selling.grant(client, product)
    for action in ("download", "reset-downloads", "extend", "revoke"):
        selling.act_successfully(client, delivery, action)
    selling.grant(client, product, "cs_2", expiresAt=selling.ahead(hours=1))
    selling.grant(client, product, "cs_3", expiresAt=selling.ahead(hours=-1))
    selling.sweep(client.service.database_url)


def license(client: Client) -> None:
    """A license is issued, changed, bound to an instance and freed of it, suspended for a while, and revoked."""
    product = new_product(client, name="Editor", type="license")["id"]
    made = do(client, "POST", "/licenses", {"productId": product, "customerId": "cus_81"})["license"]
    path, slot = f"/licenses/{made['id']}", {"key": made["key"], "instanceId": "laptop"}
    do(client, "PATCH", path, {"maxActivations": 2})
    for action in ("activate", "deactivate"):
        raw, headers = json.dumps(slot).encode(), [("Content-Type", "application/json")]
        assert client.service.send("POST", f"/api/v1/licenses/{action}", headers, raw).status == 200
    for action in ("suspend", "reinstate", "revoke"):
        do(client, "POST", f"{path}/{action}")


def listen(client: Client) -> None:
    """Test an endpoint, and disable an endpoint that has failed for a day."""
    endpoint = do(client, "POST", "/webhooks/endpoints", {"url": "http://127.0.0.1:9/hook"})["endpoint"]["id"]
    do(client, "POST", f"/webhooks/endpoints/{endpoint}/test")
    failing = "UPDATE webhook_endpoints SET consecutive_failures = 20, failing_since = now() - interval '25 hours'"
    execute(client, f"{failing} WHERE id = $1", endpoint)

    async def switch_off(db: asyncpg.Connection) -> None:
        async with db.transaction():
            failing = await db.fetch("SELECT * FROM webhook_endpoints WHERE id = $1", endpoint)
            assert await result_recording.disable_failing(db, failing, clock.now())

    with as_operator():
        in_database(client.service.database_url, switch_off)


def collect(client: Client) -> list[dict]:
    return client("GET", "/api/v1/events?limit=200").data["events"]


def test_each_type_that_there_is_can_happen_and_fits_its_schema(merchant: Client, courier: Courier) -> None:
    sell(merchant)
    ship(merchant, courier)
    ship_many(merchant)
    deliver(merchant)
    license(merchant)
    listen(merchant)
    sent = collect(merchant)
    assert {event["type"] for event in sent} == {f"svc.{name}.v1" for name in all_events()}
    assert [problem for event in sent for problem in misfits_of(event)] == []
