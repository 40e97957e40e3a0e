"""The page of events shows what is really sent."""

import asyncio
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

from fulfilment_client import AsyncFulfilment

from fulfilment.app import all_events
from fulfilment.cli.demo_walk import service
from fulfilment.cli.demo_walk.courier import Courier
from fulfilment.cli.demo_walk.job import DESTINATION, DemoJob
from fulfilment.cli.demo_walk.receiver import Receiver
from fulfilment.infra import branding, clock
from tests.harness.misfits import misfits_of
from tests.harness.simulator import Courier as Simulator
from tests.journeys.events_page import PAGE, documented
from tests.system.journeys.conftest import Served

# Needs 24 hours of failures before it is sent; its example is held against the endpoint that it shows.
SLOW = "svc.webhook_endpoint.disabled.v1"


async def happen(served: Served, label: Path) -> dict[str, Any]:
    """Have everything happen once in a fresh workspace; the envelopes received, by type, and the endpoint."""
    credential = service.open_workspace(served.environment)
    svc = branding.build("svc")
    async with (
        AsyncFulfilment(served.base_url, key_id=credential.key_id, secret=credential.secret) as api,
        Courier(served.settings.aggregator_simulator_url) as courier,
        Receiver(svc) as receiver,
    ):
        job = DemoJob(api, courier, receiver, label)
        for step in job.steps():
            await step.act()
        await deliver(api, receiver)
        await license(api, receiver)
        await sell_and_end(api, job, Simulator(served.settings.aggregator_simulator_url))
        await receiver.expect("product.archived")
        await told(api, "POST", f"/webhooks/endpoints/{job.endpoint_id}/test", {})
        await receiver.expect("webhook_endpoint.test")
        rows = (await told(api, "GET", "/webhooks/events?limit=200"))["events"]
        endpoints = (await told(api, "GET", "/webhooks/endpoints"))["endpoints"]
        await job.remove_endpoint()
    return {row["type"]: row["payload"] for row in rows} | {SLOW: {"data": endpoints[0]}}


async def told(api: AsyncFulfilment, method: str, path: str, body: Any = None) -> Any:
    """The `data` of an answer; `path` begins after `/api/v1`."""
    target, _, query = path.partition("?")
    given = dict(pair.split("=") for pair in query.split("&")) if query else None
    return (await api.request(method, f"/api/v1{target}", query=given, body=body)).data


async def deliver(api: AsyncFulfilment, receiver: Receiver) -> None:
    """Three digital sales: a normal one, a sale that is about to expire, and an expired sale."""
    book = (await told(api, "POST", "/products", {"name": "Brewing at home", "type": "digital"}))["product"]
    sale = {"productId": book["id"], "customerId": "cus_81"}
    made = (await told(api, "POST", "/deliveries", {**sale, "checkoutSessionId": "cs_1"}))["delivery"]
    for action in ("download", "extend"):
        await told(api, "POST", f"/deliveries/{made['id']}/{action}")
    for session, ahead in (("cs_2", timedelta(hours=1)), ("cs_3", timedelta(hours=-1))):
        expiring = {"checkoutSessionId": session, "expiresAt": clock.to_iso(clock.now() + ahead)}
        await told(api, "POST", "/deliveries", sale | expiring)
    for name in ("created", "downloaded", "updated", "expiring", "expired"):
        await receiver.expect(f"delivery.{name}")


async def license(api: AsyncFulfilment, receiver: Receiver) -> None:
    """A license is issued, changed, bound to an instance and freed of it, suspended for a while, and revoked."""
    editor = (await told(api, "POST", "/products", {"name": "Editor", "type": "license"}))["product"]
    given = {"productId": editor["id"], "customerId": "cus_81", "maxActivations": 2}
    made = (await told(api, "POST", "/licenses", given))["license"]
    path, slot = f"/licenses/{made['id']}", {"key": made["key"], "instanceId": "laptop-of-siti"}
    await told(api, "PATCH", path, {"maxActivations": 3})
    for action in ("activate", "deactivate"):
        await told(api, "POST", f"/licenses/{action}", slot)
    for action in ("suspend", "reinstate", "revoke"):
        await told(api, "POST", f"{path}/{action}", {})
    for name in ("issued", "updated", "activated", "deactivated", "suspended", "reinstated", "revoked"):
        await receiver.expect(f"license.{name}")


async def ship_many(api: AsyncFulfilment, receiver: Receiver, draft: dict[str, Any]) -> None:
    """A batch of one, which needs no courier: there is nothing to print yet."""
    shipment = (await told(api, "POST", "/shipments", draft))["shipment"]
    await told(api, "POST", "/batches", {"kind": "print", "shipmentIds": [shipment["id"]]})
    await receiver.expect("batch.finished")


async def sell_and_end(api: AsyncFulfilment, job: DemoJob, simulator: Simulator) -> None:
    """Actions that the demo lacks: a variant runs low, and all is archived.

    A shipment is cancelled and replaced, and its replacement gets another waybill.
    """
    product = f"/products/{job.product['id']}"
    wanted = {"name": "500 g", "sku": "KOPI-GAYO-500", "priceCents": 160_000, "lowStockThreshold": 5}
    variant = (await told(api, "POST", f"{product}/variants", wanted))["variant"]
    level = {"variantId": variant["id"], "warehouseId": job.warehouse["id"]}
    await told(api, "POST", "/stock/adjust", {**level, "delta": 6, "reason": "import"})
    await told(api, "POST", "/stock/adjust", {**level, "delta": -2, "reason": "damaged", "note": "Wet box"})
    draft = {name: job.rate[name] for name in ("courierCode", "courierServiceCode", "courierType", "price")}
    item = {"name": "Kopi Gayo 250 g", "value": 85_000, "weight": 250, "quantity": 1}
    draft |= {"origin": {}, "destination": DESTINATION, "items": [item]}
    await ship_many(api, job.receiver, draft)
    shipment = (await told(api, "POST", "/shipments", draft))["shipment"]
    await told(api, "POST", f"/shipments/{shipment['id']}/cancel", {"reason": "Customer changed their mind"})
    new = (await told(api, "POST", f"/shipments/{shipment['id']}/rebook", {}))["shipment"]
    booked = (await told(api, "POST", f"/shipments/{new['id']}/confirm-pickup"))["shipment"]
    order = f"orders/{booked['aggregatorOrderId']}/waybill"
    await asyncio.to_thread(simulator.control, order, waybill_id="AK95230009217")
    await job.receiver.expect("shipment.updated")
    await told(api, "PATCH", product, {"name": "Kopi Gayo 250 g, dark"})
    await told(api, "DELETE", f"{product}/variants/{variant['id']}")
    await told(api, "DELETE", product)
    # The last event is queued after the others, but may be delivered before them.
    await job.receiver.expect("shipment.cancelled")
    await job.receiver.expect("shipment.rebooked")
    await job.receiver.expect("variant.archived")
    await job.receiver.expect("stock.low")


def test_every_example_has_the_fields_of_the_event_that_is_sent(served: Served, tmp_path: Path) -> None:
    sent = asyncio.run(happen(served, tmp_path / "label.pdf"))
    examples = documented()
    assert set(sent) == set(examples)
    for kind, envelope in sent.items():
        added = {"endpointId", "sequence"} if kind == SLOW else set()
        assert set(examples[kind]["data"]) == set(envelope["data"]) | added, kind
        assert kind == SLOW or set(examples[kind]) == set(envelope), kind
        assert kind == SLOW or misfits_of(envelope) == [], kind


def test_the_page_names_only_events_that_exist() -> None:
    named = set(re.findall(r"svc\.[a-z_]+\.[a-z_]+\.v1", PAGE))
    assert named <= {f"svc.{name}.v1" for name in all_events()}
