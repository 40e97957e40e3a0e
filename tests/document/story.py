"""A day of a small coffee roaster, in which every operation of the API is used: the worked examples are its record.

The requests go to the real service, with the courier and payment simulators behind it. Names are believable, since
people read them in the documentation.
"""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from fulfilment.bulk_jobs.runner import BulkJobRunner
from tests.contract import world
from tests.contract.document import Document
from tests.document.recorder import Recorder, Recording
from tests.document.tidying import ZONE
from tests.harness import inbound
from tests.harness.payment_simulator import Payments
from tests.harness.service import Service
from tests.harness.simulator import Courier
from tests.harness.workspaces import open_client, open_partner
from tests.payments import selling
from tests.shipments.worker_context import run_in_worker, settings_for
from tests.storefront import till

# No server listens there, and no request is sent: no worker runs.
HOOK = "http://127.0.0.1:9/hooks/fulfilment"
PATIENCE_SECONDS = 30
KEYS = (f"{number:08x}-5b1f-4c3e-9d6a-2f7e81c0a4d3" for number in range(0x3F2A9C00, 0x3F2AFFFF, 0x11))

ORIGIN = {
    "address": "Jl. Senopati No. 41",
    "contactName": "Kopi Senja",
    "contactPhone": "+62215550141",
    "province": "DKI Jakarta",
    "city": "Jakarta Selatan",
    "district": "Kebayoran Baru",
    "postal": "12110",
    "lat": -6.2436,
    "lng": 106.8003,
    "note": "The green door beside the bakery",
    "couriers": ["jne", "sicepat"],
}
DESTINATION = {
    "contactName": "Siti Rahma",
    "contactPhone": "+628125550198",
    "email": "siti.rahma@example.com",
    "address": "Jl. Dago No. 112",
    "city": "Bandung",
    "province": "Jawa Barat",
    "postalCode": "40135",
}
SERVICE = {"courierCode": "jne", "courierServiceCode": "reg", "courierType": "standard", "price": 20_000}
CUSTOMER = "cus_siti"


class Stage(msgspec.Struct, frozen=True):
    """The processes of the story: the service and the simulators of couriers and payments."""

    service: Service
    courier: Courier
    payments: Payments


def told(stage: Stage) -> dict[str, dict[str, Any]]:
    """The record of the story: an example of each operation by its operationId."""
    recorder = Recorder(Document())
    roaster = recorder.acting_as(open_client(stage.service, "Kopi Senja"))
    _ask_around(roaster)
    webhook = _connect(roaster)
    goods = _stock(roaster)
    _keep_addresses(roaster)
    _ship(roaster, stage, goods)
    _sell_licenses(roaster)
    _sell_files(roaster)
    _watch(roaster, stage, webhook)
    _buy(recorder, stage)
    _sell_for_a_partner(recorder, stage)
    return recorder.examples


def _ask_around(roaster: Recording) -> None:
    roaster("GET", "/health")
    roaster("GET", "/billing/plans")
    roaster("GET", "/billing/plan")


def _connect(roaster: Recording) -> str:
    """Keys and a webhook endpoint: the endpoint's id."""
    key = roaster("POST", "/api-keys", {"name": "Web shop", "scopes": ["read", "write"]}, next(KEYS))["apiKey"]
    roaster("POST", f"/api-keys/{key['id']}/revoke", None, next(KEYS))
    roaster("GET", "/webhooks/event-types?limit=1")
    said = {"url": HOOK, "events": ["svc.shipment.*", "svc.stock.low.v1"], "description": "The web shop"}
    endpoint = roaster("POST", "/webhooks/endpoints", said, next(KEYS))["endpoint"]["id"]
    roaster("PATCH", f"/webhooks/endpoints/{endpoint}", {"events": ["*"]}, next(KEYS))
    roaster("GET", f"/webhooks/endpoints/{endpoint}")
    roaster("GET", "/webhooks/endpoints")
    roaster("POST", f"/webhooks/endpoints/{endpoint}/rotate-secret", {"overlapSeconds": 86_400}, next(KEYS))
    other = roaster("POST", "/webhooks/endpoints", {"url": HOOK + "/old"}, next(KEYS))["endpoint"]["id"]
    roaster("DELETE", f"/webhooks/endpoints/{other}", None, next(KEYS))
    return endpoint


def _stock(roaster: Recording) -> dict[str, str]:
    """Coffee on two shelves: the ids of what there is."""
    roaster("GET", "/workspace")
    roaster("GET", "/workspace/setup")
    roaster("PATCH", "/workspace", {"timeZone": ZONE.key, "language": "id"}, next(KEYS))
    beans = {"name": "Kopi Gayo 250 g", "sku": "GAYO-250", "description": "Washed arabica from Aceh", "weight": 280}
    product = roaster("POST", "/products", beans, next(KEYS))["product"]["id"]
    large = {"name": "1 kg", "sku": "GAYO-1000", "priceCents": 320_000, "costCents": 190_000, "weight": 1_050}
    variant = roaster("POST", f"/products/{product}/variants", {**large, "lowStockThreshold": 10}, next(KEYS))
    variant_id = variant["variant"]["id"]
    roaster("PATCH", f"/products/{product}/variants/{variant_id}", {"priceCents": 335_000}, next(KEYS))
    rows = [{"name": "Kopi Toraja 250 g", "sku": "TORAJA-250", "weight": 280}, {"name": "Kopi Bajawa 250 g"}]
    bulk = roaster("POST", "/products/bulk", {"products": rows}, next(KEYS))["outcomes"][0]["data"]["product"]
    roaster("GET", "/products?limit=20")
    roaster("PATCH", f"/products/{product}", {"description": "Washed arabica from the Gayo highlands"}, next(KEYS))
    roaster("GET", f"/products/{product}")
    roaster("DELETE", f"/products/{bulk['id']}/variants/{bulk['variants'][0]['id']}", None, next(KEYS))
    roaster("DELETE", f"/products/{bulk['id']}", None, next(KEYS))
    main = {"name": "Gudang Senopati", "address": "Jl. Senopati No. 41", "city": "Jakarta", "postal": "12110"}
    main |= {"lat": -6.2436, "lng": 106.8003, "phone": "+62215550141"}
    warehouse = roaster("POST", "/warehouses", main, next(KEYS))["warehouse"]["id"]
    second = roaster("POST", "/warehouses", {"name": "Gudang Bandung", "city": "Bandung"}, next(KEYS))["warehouse"][
        "id"
    ]
    old = roaster("POST", "/warehouses", {"name": "Gudang Lama"}, next(KEYS))["warehouse"]["id"]
    roaster("GET", "/warehouses")
    roaster("GET", f"/warehouses/{warehouse}")
    roaster("PATCH", f"/warehouses/{second}", {"phone": "+62225550122"}, next(KEYS))
    roaster("DELETE", f"/warehouses/{old}", None, next(KEYS))
    level = {"variantId": variant_id, "warehouseId": warehouse}
    arrived = {**level, "delta": 120, "reason": "initial_stock", "note": "First roast of the season"}
    roaster("POST", "/stock/adjust", arrived, next(KEYS))
    broken = {**level, "delta": -2, "reason": "damaged", "note": "Torn bags"}
    adrift = {**broken, "warehouseId": "wh_01M8000000000000000000GONE"}
    roaster("POST", "/stock/adjust/bulk", {"adjustments": [broken, adrift]}, next(KEYS))
    moved = {"variantId": variant_id, "fromWarehouseId": warehouse, "toWarehouseId": second, "quantity": 20}
    roaster("POST", "/stock/transfer", moved, next(KEYS))
    roaster("GET", f"/stock/levels?variant_id={variant_id}&include=details")
    roaster("GET", "/variants?q=gayo")
    roaster("GET", "/variants?sku=GAYO-250&sku=GAYO-1000")
    roaster("GET", f"/stock/movements?variant_id={variant_id}&warehouseId={warehouse}")
    roaster("GET", "/stock/reconcile")
    return {"product": product, "variant": variant_id, "warehouse": warehouse}


def _keep_addresses(roaster: Recording) -> None:
    said = {"customerId": CUSTOMER, "label": "Home", "contactName": "Siti Rahma", "contactPhone": "+628125550198"}
    said |= {"address": "Jl. Dago No. 112", "postalCode": "40135", "email": "siti.rahma@example.com"}
    saved = roaster("POST", "/addresses", {**said, "isDefault": True}, next(KEYS))["address"]["id"]
    office = roaster("POST", "/addresses", {**said, "label": "Office"}, next(KEYS))["address"]["id"]
    roaster("GET", f"/addresses?customer_id={CUSTOMER}")
    roaster("GET", f"/addresses/{saved}")
    roaster("PATCH", f"/addresses/{saved}", {"note": "Leave it with the neighbour"}, next(KEYS))
    roaster("DELETE", f"/addresses/{office}", None, next(KEYS))


def _ship(roaster: Recording, stage: Stage, goods: dict[str, str]) -> None:
    roaster("PATCH", "/shipping/origin", ORIGIN, next(KEYS))
    roaster("GET", "/shipping/origin")
    roaster("PUT", "/shipping/config", {"defaultCourier": "jne"}, next(KEYS))
    roaster("GET", "/shipping/config")
    roaster("GET", "/shipping/couriers?limit=3")
    roaster("GET", "/shipping/areas?q=Kebayoran&limit=2")
    roaster("POST", "/shipping-credits/topup", {"amount": 500_000, "externalRef": "transfer-1107"}, next(KEYS))
    item = {"name": "Kopi Gayo 1 kg", "value": 335_000, "weight": 1_050, "quantity": 2}
    quote = {"destination": DESTINATION, "items": [item], "insurance": True}
    roaster("POST", "/shipping/rates", quote, next(KEYS))
    tracked = {**item, "productId": goods["product"], "variantId": goods["variant"]}
    draft = {**SERVICE, "origin": {}, "destination": DESTINATION, "items": [tracked], "customerId": CUSTOMER}
    wanted = {**draft, "checkoutSessionId": "cs_1042", "externalRef": "order-1042"}
    sent = roaster("POST", "/shipments", wanted, next(KEYS))["shipment"]["id"]
    roaster("GET", "/stock/reservations?limit=1")
    roaster("POST", f"/shipments/{sent}/confirm-pickup", None, next(KEYS))
    shipment = roaster("GET", f"/shipping/shipments/{sent}")
    roaster("GET", f"/shipping/shipments/{sent}/timeline")
    _report(roaster, stage, shipment["aggregatorOrderId"], "picked")
    roaster("GET", f"/shipments/{sent}/tracking")
    roaster("GET", f"/shipping/track/{shipment['waybillId']}?courier=jne")
    roaster("GET", f"/shipments/{sent}/label?size=a4&showShippingCost=false")
    link = roaster("GET", f"/shipping/shipments/{sent}/label")["url"]
    roaster("GET", link[link.index("/label-links/") :])
    roaster("GET", "/shipping/shipments?status=picked_up&limit=10")
    roaster("GET", "/shipments/queues")
    roaster("GET", "/shipping/shipments/export?status=picked_up")
    roaster("GET", "/shipments/queues")
    roaster("GET", "/shipments?status=picked_up")
    roaster("GET", f"/shipments/{sent}")
    _come_back(roaster, stage, draft, item, goods)
    _ship_many(roaster, stage, {**draft, "items": [item]}, sent)
    _account(roaster, sent)


def _report(roaster: Recording, stage: Stage, order_id: str, status: str) -> None:
    """A courier's report, as it is sent to the service."""
    with stage.courier.unheard():
        stage.courier.report(order_id, status)
    answer = inbound.post(stage.service, {"event": "order.status", "order_id": order_id, "status": status})
    roaster.heard("POST", inbound.INBOUND, answer)


def _come_back(roaster: Recording, stage: Stage, draft: dict, item: dict, goods: dict[str, str]) -> None:
    """Drafts that are cancelled and rebooked, and a parcel that comes back."""
    both = [{**draft, "externalRef": "order-1043"}, {**draft, "courierCode": "nobody", "externalRef": "order-1044"}]
    outcomes = roaster("POST", "/shipments/bulk", {"shipments": both}, next(KEYS))["outcomes"]
    first = outcomes[0]["data"]["shipment"]["id"]
    second = roaster("POST", f"/shipping/shipments/{first}/rebook", {"price": 24_000}, next(KEYS))["shipment"]["id"]
    third = roaster("POST", f"/shipments/{second}/rebook", {"price": 22_000}, next(KEYS))["shipment"]["id"]
    reason = {"reason": "The buyer changed their mind"}
    roaster("POST", f"/shipping/shipments/{third}/cancel", reason, next(KEYS))
    other = roaster("POST", "/shipments", {**draft, "items": [item]}, next(KEYS))["shipment"]["id"]
    roaster("POST", f"/shipments/{other}/cancel", reason, next(KEYS))
    back = roaster("POST", "/shipments", {**draft, "externalRef": "order-1045"}, next(KEYS))["shipment"]["id"]
    booked = roaster("POST", f"/shipments/{back}/confirm-pickup", None, next(KEYS))["shipment"]
    roaster("POST", "/shipments/labels", {"shipmentIds": [back], "size": "a4", "layout": "4up"}, next(KEYS))
    roaster("POST", "/shipments/packing-slips", {"shipmentIds": [back], "size": "a4", "language": "en"}, next(KEYS))
    roaster("POST", "/shipments/hand-over-list", {"courierCode": booked["courierCode"]}, next(KEYS))
    roaster("POST", "/shipments/printed", {"shipmentIds": [back], "printed": True}, next(KEYS))
    _report(roaster, stage, booked["aggregatorOrderId"], "returned")
    found = [{"variantId": goods["variant"], "quantity": 2, "damaged": 1}]
    roaster("POST", f"/shipments/{back}/restock", {"items": found}, next(KEYS))


def _ship_many(roaster: Recording, stage: Stage, draft: dict, sent: str) -> None:
    """Two batches: one with a row that fails at first and a row already booked, one stopped before it begins."""
    drafted = roaster("POST", "/shipments", {**draft, "externalRef": "order-1046"}, next(KEYS))["shipment"]["id"]
    given: dict[str, Any] = {"kind": "book", "shipmentIds": [drafted, sent]}
    given["printing"] = {"size": "a4", "layout": "4up"}
    roaster("POST", "/batches/preview", given, next(KEYS))
    batch = roaster("POST", "/batches", given, next(KEYS))["batch"]["id"]
    with stage.courier.in_mood(fail="refuse"):
        _work(stage)
    roaster("POST", f"/batches/{batch}/retry", None, next(KEYS))
    _work(stage)
    roaster("GET", f"/batches/{batch}")
    roaster("GET", f"/batches/{batch}/rows?limit=2")
    roaster("GET", f"/batches/{batch}/document")
    undone = {"kind": "cancel", "shipmentIds": given["shipmentIds"], "reason": "The roaster broke down"}
    other = roaster("POST", "/batches", undone, next(KEYS))["batch"]["id"]
    roaster("POST", f"/batches/{other}/stop", None, next(KEYS))
    roaster("GET", "/batches?limit=2")


def _work(stage: Stage) -> None:
    """Run the batches that are due, as a worker does."""
    settings = settings_for(stage.service.database_url, stage.courier.url)
    run_in_worker(
        settings,
        lambda inside: BulkJobRunner(inside.db, inside.notifier, inside.aggregators, inside.settings).run_due(),
    )


def _account(roaster: Recording, sent: str) -> None:
    roaster("GET", "/shipping-credits")
    given = {"amount": 5_000, "kind": "shipment_refund", "shipmentId": sent, "memo": "Delivered late"}
    roaster("POST", "/shipping-credits/adjust", given, next(KEYS))
    roaster("GET", "/shipping-credits/transactions?limit=10")
    roaster("GET", "/shipping-credits/statement")


def _sell_licenses(roaster: Recording) -> None:
    editor = {"name": "Roast Log", "type": "license", "maxActivations": 2}
    product = roaster("POST", "/products", editor, next(KEYS))["product"]["id"]
    given = {"productId": product, "customerId": CUSTOMER, "externalRef": "order-1046"}
    license = roaster("POST", "/licenses", given, next(KEYS))["license"]
    row = {"productId": product, "customerId": "cus_budi"}
    unknown = {**row, "productId": "prod_01M8000000000000000000GONE"}
    roaster("POST", "/licenses/bulk", {"licenses": [row, unknown]}, next(KEYS))
    slot = {"key": license["key"], "instanceId": "macbook-siti"}
    roaster("POST", "/licenses/activate", slot, next(KEYS))
    roaster("GET", f"/licenses/validate?key={license['key']}&productId={product}")
    roaster("GET", f"/licenses/lookup?key={license['key']}")
    roaster("GET", "/licenses?limit=10")
    roaster("GET", f"/licenses/{license['id']}")
    roaster("PATCH", f"/licenses/{license['id']}", {"maxActivations": 3}, next(KEYS))
    roaster("POST", f"/licenses/{license['id']}/file", {"instanceId": slot["instanceId"]}, next(KEYS))
    roaster("GET", "/licenses/signing-key")
    held = roaster("GET", f"/licenses/{license['id']}/activations?active=true")["activations"][0]["id"]
    roaster("POST", f"/licenses/{license['id']}/activations/{held}/release", None, next(KEYS))
    roaster("POST", "/licenses/activate", slot, next(KEYS))
    roaster("POST", "/licenses/deactivate", slot, next(KEYS))
    for deed in ("suspend", "reinstate", "revoke"):
        roaster("POST", f"/licenses/{license['id']}/{deed}", None, next(KEYS))


def _sell_files(roaster: Recording) -> None:
    book = {"name": "Brewing at Home (PDF)", "type": "digital"}
    product = roaster("POST", "/products", book, next(KEYS))["product"]["id"]
    given = {"productId": product, "customerId": CUSTOMER, "checkoutSessionId": "cs_1047", "maxDownloads": 3}
    delivery = roaster("POST", "/deliveries", given, next(KEYS))["delivery"]["id"]
    for deed in ("download", "reset-downloads", "extend"):
        roaster("POST", f"/deliveries/{delivery}/{deed}", None, next(KEYS))
    roaster("GET", f"/deliveries/{delivery}")
    roaster("GET", "/deliveries?status=active")
    roaster("POST", f"/deliveries/{delivery}/revoke", None, next(KEYS))


def _watch(roaster: Recording, stage: Stage, webhook: str) -> None:
    """Read the events, and the deliveries of their webhooks."""
    roaster("POST", f"/webhooks/endpoints/{webhook}/test", None, next(KEYS))
    event = roaster("GET", "/events?type=svc.shipment.created.v1&limit=1")["events"][0]["id"]
    roaster("GET", f"/events/{event}")
    world.fan_out(stage.service.database_url)
    logged = f"/webhooks/events?type=svc.shipment.created.v1&endpointId={webhook}&limit=1"
    delivery = roaster("GET", logged)["events"][0]["id"]
    roaster("GET", f"/webhooks/events/{delivery}")
    # A queued delivery fails while the endpoint is paused, and may be retried later.
    for active in (False, True):
        roaster("PATCH", f"/webhooks/endpoints/{webhook}", {"active": active}, next(KEYS))
    roaster("POST", f"/webhooks/events/{delivery}/retry", None, next(KEYS))
    since = (datetime.now(UTC) - timedelta(hours=6)).isoformat(timespec="milliseconds")
    period = {"since": since.replace("+00:00", "Z")}
    recovery = roaster("POST", f"/webhooks/endpoints/{webhook}/recover", period, next(KEYS))["recovery"]["id"]
    roaster("GET", f"/webhooks/recoveries/{recovery}")
    roaster("GET", f"/webhooks/endpoints/{webhook}/stats?window=24h")
    roaster("GET", "/audit-log?action=product.&limit=2")
    roaster("GET", "/audit-log/export?action=api_key.")
    _await_use(roaster)
    roaster("GET", "/api-keys")
    roaster("GET", "/integrations/status")
    roaster("GET", "/stats/overview")
    today = datetime.now(ZONE).date()
    roaster("GET", f"/stats/days?from={today - timedelta(days=1)}&to={today}")
    roaster("GET", "/openapi.json")


def _await_use(roaster: Recording) -> None:
    """When a key was used is written down within seconds, and then shown."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not any(key["lastUsedAt"] for key in roaster.client("GET", "/api/v1/api-keys").data["apiKeys"]):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def _buy(recorder: Recorder, stage: Stage) -> None:
    """A workspace that pays for itself."""
    beginner = recorder.acting_as(open_client(stage.service, "Kopi Pagi", plan="free"))
    buyer = {"email": "owner@kopipagi.example", "name": "Dewi Lestari"}
    page = beginner("POST", "/billing/checkout", {"plan": "STARTER", **buyer}, next(KEYS))["checkoutSessionId"]
    stage.payments.pay(page)
    body = selling.event("checkout.session.completed", page, "evt_1PxKopiPagi", object="checkout.session")
    beginner.heard("POST", selling.INBOUND, selling.post(stage.service, body))
    for shown in ("subscription", "usage", "invoices"):
        beginner("GET", f"/billing/{shown}")
    beginner("POST", "/billing/cancel", None, next(KEYS))
    beginner("POST", "/shipping-credits/checkout", {"amount": 250_000, **buyer}, next(KEYS))


def _sell_for_a_partner(recorder: Recorder, stage: Stage) -> None:
    """A partner that provisions a workspace, and whose storefront sells in another."""
    partner = recorder.acting_as(open_partner(stage.service, "Pasar Kita"))
    wanted = {"name": "Kopi Malam", "externalRef": "seller-88", "businessEmail": "halo@kopimalam.example"}
    made = partner("POST", "/admin/workspaces", wanted, next(KEYS))["accountId"]
    partner("GET", f"/admin/workspaces/{made}")
    partner("GET", "/admin/partner/usage")
    client = open_client(stage.service, "Kopi Siang")
    merchant = recorder.acting_as(client)
    shop = till.open_shop(client)
    line = shop.physical(2, name="Kopi Gayo 250 g")
    sold = {"customer": {"id": CUSTOMER, "name": "Siti Rahma"}, "shipping": None, "destination": DESTINATION}
    answer = shop.till.paid("cs_1048", line, **sold)
    merchant.heard("POST", shop.till.target, answer)
    order = merchant("GET", "/storefront/orders")["orders"][0]["id"]
    merchant("GET", f"/storefront/orders/{order}")
    merchant("POST", f"/storefront/orders/{order}/retry", {"shipping": SERVICE}, next(KEYS))
