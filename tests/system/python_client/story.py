"""A shop's story that uses every operation of the API, by a client whose answers come at once."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from fulfilment_client import webhooks

from tests.contract.world import DESTINATION, ITEM, ORIGIN

PATIENCE_SECONDS = 60


class Stage(msgspec.Struct, frozen=True):
    """The stage of the story: clients of a shop, without a key, and of a partner, and the systems around the service.

    `hook` is an address that verifies and stores its requests, once it has learned the secret. `move` has the courier
    move a parcel. `storefront` gives the address's query and the secret of the storefront of a merchant.
    """

    shop: Any
    anybody: Any
    partner: Any
    hook: str
    learn_secret: Callable[[str], None]
    await_event: Callable[[str], None]
    move: Callable[[str, str], None]
    storefront: Callable[[str], tuple[str, str]]
    payments_secret: str
    folder: Path


def tell(stage: Stage) -> None:
    """Call every operation at least once, each with an answer that is no refusal."""
    with _listening(stage) as endpoint:
        goods = _keep_a_shop(stage.shop, stage.anybody)
        _send_parcels(stage, goods)
        _sell_downloads(stage.shop)
        _sell_licenses(stage.shop, stage.anybody)
        _move_money(stage)
        _look_at_events(stage, endpoint)
        _serve_a_merchant(stage)


@contextmanager
def _listening(stage: Stage) -> Iterator[dict[str, Any]]:
    """The endpoint meanwhile; it is deleted at the end."""
    endpoints = stage.shop.webhook_endpoints
    made = endpoints.create(url=stage.hook, events=["*"], description="all")
    stage.learn_secret(made["secret"])
    yield made["endpoint"]
    assert endpoints.delete(made["endpoint"]["id"])["deleted"] is True


def _keep_a_shop(shop: Any, anybody: Any) -> dict[str, str]:
    """Products, places, stock and addresses; the ids of what the parcels need."""
    assert shop.workspace.update(time_zone="Asia/Makassar")["timeZone"] == shop.workspace.get()["timeZone"]
    assert isinstance(shop.workspace.get_setup()["origin"], bool)
    assert anybody.health.get()["status"] == "ok"
    assert anybody.documentation.get_openapi_document()["openapi"].startswith("3.1")
    key = shop.api_keys.create(name="Second", scopes=["read"])["apiKey"]
    assert key["id"] in [one["id"] for one in shop.api_keys.list()]
    assert shop.api_keys.revoke(key["id"])["revokedAt"]

    product = shop.products.create(name="Kopi Gayo", sku="GAYO", weight=250, description="Beans")
    assert shop.products.update(product["id"], description=None)["description"] is None
    assert shop.products.get(product["id"])["sku"] == "GAYO"
    outcomes = shop.products.create_bulk(products=[{"name": f"Cup {number}"} for number in range(5)])
    assert [one["status"] for one in outcomes] == [201] * 5
    assert len(list(shop.products.list(limit=2))) == 6
    shop.products.archive(outcomes[0]["data"]["product"]["id"])
    large = shop.variants.create(product["id"], name="Large", sku="GAYO-L", price_cents=150_000)
    assert shop.variants.update(product["id"], large["id"], sku=None)["sku"] is None
    spare = shop.variants.create(product["id"], name="Spare")
    assert shop.variants.archive(product["id"], spare["id"])["archived"] is True

    place = shop.warehouses.create(name="Main", city="Jakarta", lat=-6.2, lng=106.8)
    other = shop.warehouses.create(name="Second")
    assert shop.warehouses.get(place["id"])["isDefault"] is True
    assert shop.warehouses.update(other["id"], city="Bandung")["city"] == "Bandung"
    assert len(list(shop.warehouses.list(limit=1))) == 2
    held = {"variantId": large["id"], "warehouseId": place["id"], "delta": 20, "reason": "initial_stock"}
    moved = shop.stock.adjust(variant_id=large["id"], warehouse_id=place["id"], delta=10, reason="initial_stock")
    assert moved["movement"]["delta"] == 10
    assert shop.stock.adjust_bulk(adjustments=[held])[0]["status"] == 200
    shop.stock.transfer(variant_id=large["id"], from_warehouse_id=place["id"], to_warehouse_id=other["id"], quantity=5)
    assert {one["quantity"] for one in shop.stock.list_levels(variant_id=large["id"])} == {25, 5}
    (found,) = shop.variants.search(ids=large["id"])
    assert (found["onHand"], found["available"]) == (30, 30)
    assert len(list(shop.stock.list_movements(limit=1))) == 4
    assert list(shop.stock.list_reservations()) == []
    assert list(shop.stock.reconcile()) == []
    shop.warehouses.archive(other["id"])
    _keep_addresses(shop)
    return {"product": product["id"], "variant": large["id"]}


def _keep_addresses(shop: Any) -> None:
    said = {"label": "Home", "contact_name": "Siti", "contact_phone": "0811", "address": "Jl. 1"}
    home = shop.addresses.create(customer_id="cus_1", **said)
    assert shop.addresses.get(home["id"])["label"] == "Home"
    assert shop.addresses.update(home["id"], note="Ring twice")["note"] == "Ring twice"
    assert [one["id"] for one in shop.addresses.list(customer_id="cus_1")] == [home["id"]]
    assert shop.addresses.delete(home["id"])["deleted"] is True


def _send_parcels(stage: Stage, goods: dict[str, str]) -> None:
    shop = stage.shop
    origin = {"contact_name": ORIGIN["contactName"], "contact_phone": ORIGIN["contactPhone"]}
    rest = {name: ORIGIN[name] for name in ("address", "postal", "lat", "lng")}
    shop.shipping.update_origin(**origin, **rest, area_id=ORIGIN["areaId"])
    assert shop.shipping.get_origin()["configured"] is True
    assert len(list(shop.shipping.list_couriers(limit=3))) > 3
    assert next(iter(shop.shipping.search_areas(q="Bandung")))["postal_code"]
    assert shop.shipping.quote_rates(destination=DESTINATION, items=[ITEM])["count"] > 0
    shop.shipping.update_config(default_courier="jne")
    assert shop.shipping.get_config()["config"]["defaultCourier"] == "jne"
    shop.shipping_credits.top_up(amount=1_000_000)

    service = {"courier_code": "jne", "courier_service_code": "reg", "courier_type": "standard", "price": 20_000}
    sent = {**service, "origin": {}, "destination": DESTINATION}
    item = {**ITEM, "productId": goods["product"], "variantId": goods["variant"]}
    parcel = shop.shipments.create(**sent, items=[item])["id"]
    assert shop.shipments.confirm_pickup(parcel)["waybillId"]
    waybill = shop.shipments.get(parcel)["waybillId"]
    assert shop.shipments.track(parcel)["waybillId"] == waybill
    assert shop.shipping.track_waybill(waybill, courier="jne")["shipment"]["id"] == parcel
    _print_labels(stage, parcel)
    stage.move(parcel, "returned")
    assert shop.shipments.restock(parcel)["shipment"]["status"] == "returned"

    row = {"courierCode": "jne", "courierServiceCode": "reg", "courierType": "standard", "price": 20_000}
    rows = [{**row, "origin": {}, "destination": DESTINATION, "items": [ITEM]} for _ in range(3)]
    first, second, third = (one["data"]["shipment"]["id"] for one in shop.shipments.create_bulk(shipments=rows))
    renewed = shop.shipments.rebook(first, price=30_000)
    assert renewed["previousShipmentId"] == first
    assert shop.legacy_shipments.rebook(second)["previousShipmentId"] == second
    assert shop.shipments.cancel(third, reason="Sold out")["status"] == "cancelled"
    assert shop.legacy_shipments.cancel(renewed["shipment"]["id"])["shipment"]["status"] == "cancelled"
    assert shop.legacy_shipments.get(third)["id"] == third
    assert len(list(shop.legacy_shipments.list(status="cancelled"))) > 0
    assert len(list(shop.shipments.list(limit=2))) == 6
    cancelled = shop.shipments.get_queues()["byStatus"]["cancelled"]
    assert "shipment_charge" in [entry["what"] for entry in shop.shipments.get_timeline(parcel)["entries"]]
    with shop.shipments.export(status="cancelled") as export:
        assert len(list(export.iter_lines())) == 1 + cancelled
    _do_many_at_once(stage, parcel, {**sent, "price": 900_000_000})


def _do_many_at_once(stage: Stage, parcel: str, dear: dict[str, Any]) -> None:
    """A booking without enough credit fails, and fails again; a booked parcel is printed."""
    batches = stage.shop.batches
    asked = [stage.shop.shipments.create(**dear, items=[ITEM])["id"]]
    assert batches.preview(kind="book", shipment_ids=asked)["qualifying"] == 1
    failing = batches.create(kind="book", shipment_ids=asked)["id"]
    assert _ended(batches, failing)["counts"]["failed"] == 1
    assert [row["error"]["code"] for row in batches.list_rows(failing)] == ["INSUFFICIENT_SHIPPING_CREDIT"]
    assert batches.retry(failing)["id"] == failing
    assert batches.stop(failing)["id"] == failing
    printing = batches.create(kind="print", shipment_ids=[parcel])["id"]
    assert _ended(batches, printing)["counts"]["done"] == 1
    with batches.download_document(printing) as document:
        assert document.read().startswith(b"%PDF")
    assert {batch["id"] for batch in batches.list()} == {failing, printing}


def _ended(batches: Any, id: str) -> dict[str, Any]:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (batch := batches.get(id))["status"] == "running" and time.monotonic() < deadline:
        time.sleep(0.1)
    return batch


def _print_labels(stage: Stage, parcel: str) -> None:
    shop, path = stage.shop, stage.folder / "label.pdf"
    with shop.shipments.download_label(parcel, size="a4", show_items=False) as label:
        assert label.media_type == "application/pdf"
        label.save(path)
    assert path.read_bytes().startswith(b"%PDF")
    with shop.shipments.download_labels(shipment_ids=[parcel]) as labels:
        assert labels.read().startswith(b"%PDF")
    with shop.shipments.download_packing_slips(shipment_ids=[parcel]) as slips:
        assert slips.read().startswith(b"%PDF")
    with shop.shipments.download_hand_over_list(shipment_ids=[parcel]) as handed:
        assert handed.read().startswith(b"%PDF")
    (mark,) = shop.shipments.mark_printed(shipment_ids=[parcel], printed=True)
    assert mark["printedAt"]
    link = shop.shipments.get_label_link(parcel)["url"]
    with stage.anybody.shipments.download_linked_label(link.rpartition("/")[2]) as label:
        assert label.read().startswith(b"%PDF")


def _sell_downloads(shop: Any) -> None:
    book = shop.products.create(name="E-book", type="digital")["id"]
    given = shop.deliveries.create(product_id=book, customer_id="cus_1", checkout_session_id="cs_1")["id"]
    assert shop.deliveries.download(given)["downloadCount"] == 1
    assert shop.deliveries.reset_downloads(given)["downloadCount"] == 0
    assert shop.deliveries.extend(given)["status"] == "active"
    assert shop.deliveries.revoke(given)["status"] == "revoked"
    assert shop.deliveries.get(given)["id"] == given
    assert [one["id"] for one in shop.deliveries.list(customer_id="cus_1")] == [given]


def _sell_licenses(shop: Any, anybody: Any) -> None:
    editor = shop.products.create(name="Editor", type="license", max_activations=3)["id"]
    sold = shop.licenses.create(product_id=editor, customer_id="cus_1")
    rows = [{"productId": editor, "customerId": "cus_2"}]
    assert shop.licenses.create_bulk(licenses=rows)[0]["status"] == 201
    for instance in ("one", "two"):
        assert anybody.licenses.activate(key=sold["key"], instance_id=instance)["alreadyActive"] is False
    assert anybody.licenses.validate(key=sold["key"])["valid"] is True
    assert anybody.licenses.deactivate(key=sold["key"], instance_id="two")["activations"] == 1
    assert shop.licenses.look_up(key=sold["key"]).body["license"]["id"] == sold["id"]
    (active,) = shop.licenses.list_activations(sold["id"], active=True)
    assert shop.licenses.create_file(sold["id"], instance_id="one")
    assert shop.licenses.get_signing_key()
    assert shop.licenses.release_activation(sold["id"], active["id"])["deactivatedAt"]
    assert shop.licenses.update(sold["id"], max_activations=5)["maxActivations"] == 5
    assert shop.licenses.suspend(sold["id"])["suspendedAt"]
    assert shop.licenses.reinstate(sold["id"])["suspendedAt"] is None
    assert shop.licenses.revoke(sold["id"])["status"] == "revoked"
    assert shop.licenses.get(sold["id"])["status"] == "revoked"
    assert len(list(shop.licenses.list(limit=1))) == 2


def _move_money(stage: Stage) -> None:
    shop = stage.shop
    shop.shipping_credits.adjust(amount=-1_000, kind="manual_adjustment", memo="Counted anew")
    assert shop.shipping_credits.get()["balance"] > 0
    assert len(list(shop.shipping_credits.list_transactions(limit=1))) > 2
    assert shop.shipping_credits.create_checkout(amount=50_000, email="siti@example.com")["checkoutUrl"]
    assert shop.shipping_credits.get_statement().body
    with shop.shipping_credits.get_statement_csv() as statement:
        assert statement.media_type.startswith("text/csv")
        assert len(list(statement.iter_lines())) > 1
    assert {plan["id"] for plan in stage.anybody.billing.list_plans()} >= {"free", "scale"}
    assert shop.billing.get_plan()["plan"]
    assert shop.billing.get_subscription()["status"]
    assert shop.billing.get_usage()["resetAt"]
    assert list(shop.billing.list_invoices()) == []
    assert shop.billing.create_checkout(plan="STARTER", email="siti@example.com")["checkoutUrl"]
    assert shop.billing.cancel_subscription()["status"]
    event = {"id": "evt_1", "object": "event", "type": "customer.created", "data": {"object": {"id": "cus_1"}}}
    body = json.dumps({**event, "created": int(datetime.now(UTC).timestamp())}).encode()
    signed = {"Stripe-Signature": webhooks.sign(body, stage.payments_secret)}
    assert stage.anybody.inbound.receive_payment_event(body, headers=signed)


def _look_at_events(stage: Stage, endpoint: dict[str, Any]) -> None:
    shop = stage.shop
    stage.await_event("svc.product.created.v1")
    assert shop.webhook_endpoints.get(endpoint["id"])["active"] is True
    assert shop.webhook_endpoints.update(endpoint["id"], description="everything")["description"] == "everything"
    assert endpoint["id"] in [one["id"] for one in shop.webhook_endpoints.list()]
    assert shop.webhook_endpoints.test(endpoint["id"])["status"] == "pending"
    stage.await_event("svc.webhook_endpoint.test.v1")
    assert len(list(shop.webhook_endpoints.list_event_types())) > 20
    assert shop.webhook_endpoints.get_stats(endpoint["id"], window="7d")
    sent = _first_sent(shop)
    assert shop.webhook_deliveries.get(sent["id"])["eventId"] == sent["eventId"]
    assert shop.webhook_deliveries.retry(sent["id"])["status"] == "pending"
    since = datetime.now(UTC) - timedelta(minutes=10)
    recovery = shop.webhook_endpoints.recover(endpoint["id"], since=since)
    assert shop.webhook_recoveries.get(recovery["id"])["id"] == recovery["id"]
    assert shop.webhook_endpoints.rotate_secret(endpoint["id"])["secret"].startswith("whsec_")
    told = next(iter(shop.events.list(type="svc.product.*")))
    assert shop.events.get(told["id"])["type"] == told["type"]
    assert next(iter(shop.audit_log.list(action="product", limit=2)))["targetType"] == "Product"
    with shop.audit_log.export(action="product") as export:
        assert "product.created" in [json.loads(line).get("action") for line in export.iter_lines()]
    assert shop.integrations.get_status()["identity"]["connected"] is True
    assert shop.stats.get_overview()
    assert shop.stats.get_days()["days"]


def _first_sent(shop: Any) -> dict[str, Any]:
    """A delivery that has been sent, which is written down a moment after it arrived."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (rows := list(shop.webhook_deliveries.list(status="sent", limit=50))):
        assert time.monotonic() < deadline, "no delivery was ever sent"
        time.sleep(0.05)
    return rows[0]


def _serve_a_merchant(stage: Stage) -> None:
    """A partner's work for a merchant, whose storefront sells an order that cannot be shipped as given."""
    partner = stage.partner
    made = partner.workspaces.create(name="Toko Kopi", external_ref="shop-17")["accountId"]
    assert partner.workspaces.get(made)["name"] == "Toko Kopi"
    assert partner.partner.get_usage().body["workspaces"]
    merchant = partner.on_behalf_of(made)
    beans = merchant.products.create(name="Beans", weight=250)["id"]
    address, secret = stage.storefront(made)
    lines = [{"ref": "1", "quantity": 1, "productId": beans}]
    data = {"checkoutSessionId": "cs_9", "customer": {"id": "cus_9"}, "lines": lines, "destination": DESTINATION}
    event = {"id": "evt_9", "type": "checkout.paid", "occurredAt": datetime.now(UTC).isoformat(), "data": data}
    body = json.dumps(event).encode()
    signed = {"Svc-Signature": webhooks.sign(body, secret)}
    told = stage.anybody.inbound.receive_storefront_event(body, headers=signed, storefront=address)
    assert told["applied"] is True
    (order,) = merchant.storefront_orders.list()
    assert merchant.storefront_orders.get(order["id"])["status"] == "failed"
    assert merchant.storefront_orders.retry(order["id"])["status"] == "failed"

    # With a key of its own, the shop is told where that key's reports are to be sent; an empty one is a probe.
    stage.shop.shipping.update_config(api_key="simulator-of-the-shop")
    reports = stage.shop.shipping.get_config()["config"]["reportUrl"]
    assert stage.anybody.inbound.receive_courier_report(reports.rpartition("/")[2], b"") is not None
    assert stage.shop.shipping.update_config(api_key=None)["config"]["apiKeyConfigured"] is False
