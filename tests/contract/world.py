"""A workspace with at least one record of everything, made over the API; every answer on the way is checked."""

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from fulfilment.bulk_jobs.runner import BulkJobRunner
from fulfilment.infra.database.pool import Database
from fulfilment.settings import load
from fulfilment.storefront import checkouts
from fulfilment.storefront.schemas import Storefront, StorefrontEvent
from fulfilment.webhooks.dispatch.fan_out import FanOut
from tests.contract.document import PREFIX, CheckedClient
from tests.harness.goods import fresh_key
from tests.harness.service import MASTER_KEYS
from tests.harness.workspaces import as_operator, in_database
from tests.shipments.worker_context import run_in_worker, settings_for
from tests.stock.checkout import within

ORIGIN = {
    "address": "Jl. Senopati 1",
    "contactName": "Toko Kopi",
    "contactPhone": "0811000001",
    "postal": "12110",
    "areaId": "IDNP6IDNC148IDND836IDZ12110",
    "lat": -6.2436,
    "lng": 106.8003,
}
DESTINATION = {
    "contactName": "Siti",
    "contactPhone": "0811000002",
    "address": "Jl. Dago 2",
    "postalCode": "40132",
}
ITEM = {"name": "Coffee", "value": 150_000, "weight": 800, "quantity": 1}
SHIPMENT = {
    "courierCode": "jne",
    "courierServiceCode": "reg",
    "courierType": "standard",
    "price": 20_000,
    "origin": {},
    "destination": DESTINATION,
    "items": [ITEM],
}

# Records of a world, each with the function that creates it; later functions may use earlier records.
_MAKERS: dict[str, Callable[[CheckedClient, dict[str, str]], str]] = {}


def _made(name: str) -> Callable:
    def register(maker: Callable[[CheckedClient, dict[str, str]], str]) -> Callable:
        _MAKERS[name] = maker
        return maker

    return register


def build(client: CheckedClient, *, of_partner: bool = True) -> dict[str, str]:
    """The ids of a new world by the name of what they are; only a partner's has a workspace in it."""
    world: dict[str, str] = {}
    for name, maker in _MAKERS.items():
        if of_partner or name != "workspace":
            world[name] = maker(client, world)
    return world


def _post(client: CheckedClient, path: str, body: Any = None) -> Any:
    answer = client("POST", PREFIX + path, body, fresh_key())
    assert answer.status < 300, (path, answer.raw, client.client.service.faults())
    return answer.data


@_made("endpoint")
def _endpoint(client: CheckedClient, world: dict[str, str]) -> str:
    # No server listens there, and no request is sent: no worker runs here.
    url = "http://127.0.0.1:9/hook"
    return _post(client, "/webhooks/endpoints", {"url": url, "events": ["*"], "description": "all"})["endpoint"]["id"]


@_made("api_key")
def _api_key(client: CheckedClient, world: dict[str, str]) -> str:
    return _post(client, "/api-keys", {"name": "Second", "scopes": ["read"]})["apiKey"]["id"]


@_made("product")
def _product(client: CheckedClient, world: dict[str, str]) -> str:
    for type in ("digital", "license"):
        _post(client, "/products", {"name": type, "type": type})
    body = {"name": "Coffee", "sku": "COF", "description": "Beans", "weight": 800}
    return _post(client, "/products", body)["product"]["id"]


@_made("variant")
def _variant(client: CheckedClient, world: dict[str, str]) -> str:
    body = {"name": "Large", "sku": "COF-L", "priceCents": 150_000, "lowStockThreshold": 5}
    return _post(client, f"/products/{world['product']}/variants", body)["variant"]["id"]


@_made("warehouse")
def _warehouse(client: CheckedClient, world: dict[str, str]) -> str:
    body = {"name": "Main", "city": "Jakarta", "lat": -6.2, "lng": 106.8}
    return _post(client, "/warehouses", body)["warehouse"]["id"]


@_made("other_warehouse")
def _other_warehouse(client: CheckedClient, world: dict[str, str]) -> str:
    return _post(client, "/warehouses", {"name": "Second"})["warehouse"]["id"]


@_made("address")
def _address(client: CheckedClient, world: dict[str, str]) -> str:
    body = {"customerId": "cus_1", "label": "Home", "contactName": "Siti", "contactPhone": "0811", "address": "Jl. 1"}
    return _post(client, "/addresses", {**body, "email": "siti@example.com", "isDefault": True})["address"]["id"]


@_made("movement")
def _movement(client: CheckedClient, world: dict[str, str]) -> str:
    level = {"variantId": world["variant"], "warehouseId": world["warehouse"]}
    made = _post(client, "/stock/adjust", {**level, "delta": 10, "reason": "initial_stock", "note": "first"})
    _post(client, "/stock/adjust", {**level, "delta": -6, "reason": "damaged"})
    return made["movement"]["id"]


@_made("origin")
def _origin(client: CheckedClient, world: dict[str, str]) -> str:
    answer = client("PATCH", f"{PREFIX}/shipping/origin", ORIGIN)
    assert answer.status == 200, answer.raw
    assert client("PUT", f"{PREFIX}/shipping/config", {"defaultCourier": "jne"}).status == 200
    return ORIGIN["areaId"]


@_made("credit")
def _credit(client: CheckedClient, world: dict[str, str]) -> str:
    body = {"amount": 500_000, "externalRef": "first", "memo": "start"}
    made = _post(client, "/shipping-credits/topup", body)["transaction"]["id"]
    assert _post(client, "/shipping-credits/topup", body)["transaction"]["id"] == made
    _post(client, "/shipping-credits/adjust", {"amount": -1_000, "kind": "manual_adjustment"})
    return made


@_made("draft")
def _draft(client: CheckedClient, world: dict[str, str]) -> str:
    return _post(client, "/shipments", SHIPMENT)["shipment"]["id"]


@_made("shipment")
def _shipment(client: CheckedClient, world: dict[str, str]) -> str:
    item = {**ITEM, "productId": world["product"], "variantId": world["variant"]}
    made = _post(client, "/shipments", {**SHIPMENT, "items": [item], "customerEmail": "siti@example.com"})
    return _post(client, f"/shipments/{made['shipment']['id']}/confirm-pickup")["shipment"]["id"]


@_made("waybill")
def _waybill(client: CheckedClient, world: dict[str, str]) -> str:
    return client("GET", f"{PREFIX}/shipping/shipments/{world['shipment']}").data["waybillId"]


@_made("batch")
def _batch(client: CheckedClient, world: dict[str, str]) -> str:
    given = {"kind": "print", "shipmentIds": [world["shipment"]]}
    assert client("POST", f"{PREFIX}/batches/preview", given).status == 200
    made = _post(client, "/batches", given)["batch"]["id"]
    _carry_out(client)
    return made


@_made("failed_batch")
def _failed_batch(client: CheckedClient, world: dict[str, str]) -> str:
    """A batch that fails, since the credit does not cover its bookings."""
    dear = _post(client, "/shipments", SHIPMENT | {"price": 10**12})["shipment"]["id"]
    made = _post(client, "/batches", {"kind": "book", "shipmentIds": [dear]})["batch"]["id"]
    _carry_out(client)
    return made


def _carry_out(client: CheckedClient) -> None:
    """Run the due batches, since no worker runs here. A print, or a booking without credit, calls no courier."""
    url = client.client.service.database_url
    run_in_worker(
        settings_for(url, "http://127.0.0.1:9"),
        lambda inside: BulkJobRunner(inside.db, inside.notifier, inside.aggregators, inside.settings).run_due(),
    )


@_made("bulk_draft")
def _bulk_draft(client: CheckedClient, world: dict[str, str]) -> str:
    outcomes = _post(client, "/shipments/bulk", {"shipments": [SHIPMENT, {}]})["outcomes"]
    assert [outcome["status"] for outcome in outcomes] == [201, 400]
    return outcomes[0]["data"]["shipment"]["id"]


@_made("replacement")
def _replacement(client: CheckedClient, world: dict[str, str]) -> str:
    made = _post(client, f"/shipments/{world['bulk_draft']}/rebook", {"price": 30_000})["shipment"]["id"]
    assert client("POST", f"{PREFIX}/shipments/labels", {"shipmentIds": [made, world["shipment"]]}).status == 200
    assert client("POST", f"{PREFIX}/shipments/packing-slips", {"shipmentIds": [made]}).status == 200
    assert client("POST", f"{PREFIX}/shipments/hand-over-list", {"shipmentIds": [world["shipment"]]}).status == 200
    _post(client, "/shipments/printed", {"shipmentIds": [made], "printed": True})
    assert client("GET", f"{PREFIX}/shipping/track/{world['waybill']}?courier=jne").status == 200
    for format in ("json", "csv"):
        assert client("GET", f"{PREFIX}/shipping-credits/statement?format={format}").status == 200
    return made


@_made("license_product")
def _license_product(client: CheckedClient, world: dict[str, str]) -> str:
    return _post(client, "/products", {"name": "Editor", "type": "license", "maxActivations": 3})["product"]["id"]


@_made("license_key")
def _license_key(client: CheckedClient, world: dict[str, str]) -> str:
    row = {"productId": world["license_product"], "customerId": "cus_1"}
    outcomes = _post(client, "/licenses/bulk", {"licenses": [row, {}]})["outcomes"]
    assert [outcome["status"] for outcome in outcomes] == [201, 400]
    return _post(client, "/licenses", {**row, "externalRef": "first"})["license"]["key"]


@_made("license")
def _license(client: CheckedClient, world: dict[str, str]) -> str:
    for instance in ("instance_1", "instance_2"):
        _post(client, "/licenses/activate", {"key": world["license_key"], "instanceId": instance})
    made = client("GET", f"{PREFIX}/licenses/lookup?key={world['license_key']}").data["license"]["id"]
    for done in ("suspend", "reinstate"):
        _post(client, f"/licenses/{made}/{done}")
    _post(client, "/licenses/deactivate", {"key": world["license_key"], "instanceId": "instance_2"})
    return made


@_made("activation")
def _activation(client: CheckedClient, world: dict[str, str]) -> str:
    (held,) = client("GET", f"{PREFIX}/licenses/{world['license']}/activations?active=true").data["activations"]
    return held["id"]


@_made("digital_product")
def _digital_product(client: CheckedClient, world: dict[str, str]) -> str:
    return _post(client, "/products", {"name": "E-book", "type": "digital"})["product"]["id"]


@_made("delivery")
def _delivery(client: CheckedClient, world: dict[str, str]) -> str:
    given = {"productId": world["digital_product"], "customerId": "cus_1", "checkoutSessionId": "cs_1"}
    made = _post(client, "/deliveries", given)["delivery"]["id"]
    _post(client, f"/deliveries/{made}/download")
    revoked = _post(client, "/deliveries", {**given, "checkoutSessionId": "cs_2"})["delivery"]["id"]
    _post(client, f"/deliveries/{revoked}/revoke")
    return made


@_made("order")
def _order(client: CheckedClient, world: dict[str, str]) -> str:
    """Told of by a storefront, which did not say the courier that the buyer chose."""
    lines = [{"ref": "1", "quantity": 1, "productId": world["product"]}]
    said = {"checkoutSessionId": "cs_3", "customer": {"id": "cus_1"}, "lines": lines, "destination": DESTINATION}
    now = datetime.now(UTC)
    event = StorefrontEvent("evt_1", "checkout.paid", now, json.dumps(said).encode())
    workspace = client("GET", f"{PREFIX}/shipping-credits").data["accountId"]
    storefront = Storefront(workspace, "sf_1", "shopfront", is_suspended=False, now=now)
    made = in_database(
        client.client.service.database_url,
        lambda db: within(db, workspace, lambda tx: checkouts.apply_paid(tx, storefront, event)),
    ).order.id
    assert _post(client, f"/storefront/orders/{made}/retry")["order"]["status"] == "failed"
    return made


@_made("event")
def _event(client: CheckedClient, world: dict[str, str]) -> str:
    """A line of the delivery log, by the worker's own fan-out."""
    fan_out(client.client.service.database_url)
    return client("GET", f"{PREFIX}/webhooks/events?endpointId={world['endpoint']}").data["events"][0]["id"]


@_made("recovery")
def _recovery(client: CheckedClient, world: dict[str, str]) -> str:
    assert client("GET", f"{PREFIX}/webhooks/endpoints/{world['endpoint']}/stats?window=7d").status == 200
    since = (datetime.now(UTC) - timedelta(days=1)).isoformat()
    return _post(client, f"/webhooks/endpoints/{world['endpoint']}/recover", {"since": since})["recovery"]["id"]


@_made("workspace")
def _workspace(client: CheckedClient, world: dict[str, str]) -> str:
    made = _post(client, "/admin/workspaces", {"name": "Merchant", "externalRef": "first", "discountRate": 0.25})
    assert client("GET", f"{PREFIX}/admin/workspaces/{made['accountId']}").data == made
    return made["accountId"]


@_made("envelope")
def _envelope(client: CheckedClient, world: dict[str, str]) -> str:
    return client("GET", f"{PREFIX}/events?type=svc.product.*").data["events"][0]["id"]


def fan_out(url: str) -> None:
    async def run() -> None:
        given = {"FULFILMENT_DATABASE_URL": url, "FULFILMENT_MASTER_KEYS": MASTER_KEYS}
        db = Database(load(given), url)
        await db.open()
        while await FanOut(db, lambda: None, 1.0).run_batch():
            pass
        await db.close()

    with as_operator():
        asyncio.run(run())
