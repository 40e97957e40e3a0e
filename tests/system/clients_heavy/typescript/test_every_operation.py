"""The TypeScript client calls every operation of the document, on the real service."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.contract import world
from tests.contract.document import PREFIX, CheckedClient, Document
from tests.harness.database import execute
from tests.harness.inbound import INBOUND, REPORT_TOKEN
from tests.harness.payment_simulator import Payments, simulating
from tests.harness.service import Client, Service, serving
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.harness.workspaces import open_partner
from tests.payments import selling
from tests.storefront import shop
from tests.system.clients_heavy.typescript.npm import node


@pytest.fixture(scope="module")
def payments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Payments]:
    with simulating(tmp_path_factory.mktemp("payments")) as simulator:
        yield simulator


@pytest.fixture(scope="module")
def service(module_database_url: str, courier: Courier, payments: Payments) -> Iterator[Service]:
    """With a courier and a payment provider that report to it."""
    given = {
        "aggregator_url": courier.url,
        "aggregator_key": "simulator",
        "aggregator_report_token": REPORT_TOKEN,
        "payment_simulator_port": payments.url.rpartition(":")[2],
    }
    with serving(module_database_url, **given) as running:
        courier.report_to(f"http://127.0.0.1:{running.port}{INBOUND}")
        payments.report_to(f"http://127.0.0.1:{running.port}{selling.INBOUND}")
        yield running


def returned(client: Client, courier: Courier) -> str:
    """A parcel with goods in it that its courier brought back."""
    product = client("POST", f"{PREFIX}/products", {"name": "Returned", "weight": 1}).data["product"]
    (variant,) = client("GET", f"{PREFIX}/products/{product['id']}").data["product"]["variants"]
    warehouse = client("GET", f"{PREFIX}/warehouses").data["warehouses"][0]["id"]
    level = {"variantId": variant["id"], "warehouseId": warehouse, "delta": 5, "reason": "initial_stock"}
    assert client("POST", f"{PREFIX}/stock/adjust", level).status == 200
    body = {**world.SHIPMENT, "items": [{**world.ITEM, "productId": product["id"], "variantId": variant["id"]}]}
    made = client("POST", f"{PREFIX}/shipments", body).data["shipment"]["id"]
    booked = client("POST", f"{PREFIX}/shipments/{made}/confirm-pickup").data["shipment"]
    courier.report(booked["aggregatorOrderId"], "returned")
    eventually(lambda: client("GET", f"{PREFIX}/shipping/shipments/{made}").data["status"] == "returned")
    return made


def failed_delivery(client: Client, endpoint_id: str) -> str:
    """A line of the log whose attempts are used up."""
    made = client("POST", f"{PREFIX}/webhooks/endpoints/{endpoint_id}/test").data["event"]["id"]
    for statement in (
        "DELETE FROM webhook_queue WHERE account_id = $1 AND delivery_id = $2",
        "UPDATE webhook_deliveries SET status = 'failed', next_retry_at = NULL WHERE account_id = $1 AND id = $2",
    ):
        execute(client, statement, client.account_id, made)
    return made


def inbound(service: Service) -> dict[str, Any]:
    """Requests of a courier, the payment provider and a storefront, with their own signatures."""
    storefront = shop.open_shop(service)
    told = json.dumps(shop.event("product.deleted", {"ref": "unknown"})).encode()
    event = selling.event("something.unknown", "x", "evt_of_the_client")
    return {
        "courier": {"name": REPORT_TOKEN, "body": "{}", "headers": {"Content-Type": "application/json"}},
        "payment": {"name": "", "body": event.decode(), "headers": {"Stripe-Signature": selling.signature(event)}},
        "storefront": {
            "name": storefront.id,
            "body": told.decode(),
            "headers": dict([shop.sign(storefront.secret, told), ("Content-Type", "application/json")]),
        },
    }


def test_the_client_drives_every_operation_of_the_document(
    service: Service, courier: Courier, payments: Payments, clean: Path
):
    document = Document()
    owner = open_partner(service, "Owner", shares_identity_provider=True)
    made = world.build(CheckedClient(owner, document))
    made["returned"] = returned(owner, courier)
    made["failed_delivery"] = failed_delivery(owner, made["endpoint"])
    given = {
        "baseUrl": f"http://127.0.0.1:{service.port}",
        "keyId": owner.key_id,
        "secret": owner.secret,
        "world": made,
        "inbound": inbound(service),
        "payments": payments.url,
    }
    told = json.loads(node("drive/every-operation.ts", folder=clean, given=json.dumps(given)))
    assert told["failures"] == [], service.faults()
    expected = {operation.id for operation in document.operations()}
    assert set(told["answered"]) >= expected and len(expected) > 100
