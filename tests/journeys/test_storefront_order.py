"""A buyer pays in a partner's shop for coffee, a book and a program, and gets all three by the shop's data alone."""

import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.harness import cli_runner
from tests.harness.buyers import moved, page_of
from tests.harness.database import execute
from tests.harness.goods import new_warehouse, quantity, stock
from tests.harness.parcels import ORIGIN, confirm, fund
from tests.harness.service import MASTER_KEYS, Answer, Client, Service
from tests.harness.simulator import Courier
from tests.harness.workspaces import open_client, provision
from tests.storefront.shop import Shop, event
from tests.storefront.till import payment

PARTNER = "sandal-journey"
LINES = [
    {"ref": "1", "productRef": "coffee", "variantRef": "beans", "quantity": 2},
    {"ref": "2", "productRef": "book", "quantity": 1},
    {"ref": "3", "productRef": "editor", "quantity": 1},
]


def shop_of(merchant: Client, folder: Path) -> Shop:
    """The storefront by what the operator's command prints of it."""
    provision(merchant, PARTNER)
    execute(merchant, "INSERT INTO partners (name) VALUES ($1) ON CONFLICT DO NOTHING", PARTNER)
    # Everything is given, so that the command reads nothing of another service beside the tests.
    environment = {
        "PATH": os.environ["PATH"],
        "FULFILMENT_MODE": "development",
        "FULFILMENT_DATA_DIR": str(folder),
        "FULFILMENT_DATABASE_URL": merchant.service.database_url,
        "FULFILMENT_MASTER_KEYS": MASTER_KEYS,
    }
    ran = cli_runner.run("storefront", "secret", "--partner", PARTNER, "--json", environment=environment)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    address = urlsplit(told["url"])
    assert told["accountId"] == merchant.account_id
    return Shop(merchant, PARTNER, f"{address.path}?{address.query}", told["secret"])


def open_for_business(shop: Shop) -> tuple[str, str]:
    """Mirror the shop's products and put five bags on the shelf: the variant and its warehouse."""
    beans = {"ref": "beans", "name": "Beans", "priceCents": 85_000}
    shop.send_event("product.created", {"ref": "coffee", "name": "Kopi Gayo", "weight": 250, "variants": [beans]})
    shop.send_event("product.created", {"ref": "book", "name": "Brewing", "type": "digital"})
    shop.send_event("product.created", {"ref": "editor", "name": "Editor", "type": "license", "maxActivations": 1})
    origin = {name: value for name, value in ORIGIN.items() if name != "postalCode"} | {"postal": "12110"}
    assert shop.client("PATCH", "/api/v1/shipping/origin", origin).status == 200
    place, variant = new_warehouse(shop.client)["id"], shop.product("coffee")["variants"][0]["id"]
    stock(shop.client, variant, place, 5)
    return variant, place


def bought(shop: Shop) -> list[dict[str, Any]]:
    """The lines of the order, all of them fulfilled."""
    begun = shop.post(event("checkout.created", {"checkoutSessionId": "cs_1", "lines": LINES}))
    assert begun.status == 200, begun.raw
    paid = shop.post(event("checkout.paid", payment("cs_1", *LINES)))
    assert paid.status == 200, paid.raw
    order = shop.client("GET", f"/api/v1/storefront/orders/{paid.data['order']['id']}").data["order"]
    assert [order["status"], *(line["status"] for line in order["lines"])] == ["fulfilled"] * 4
    return order["lines"]


def as_anybody(service: Service, method: str, target: str, body: dict[str, Any] | None = None) -> Answer:
    """Without any credential."""
    raw = b"" if body is None else json.dumps(body).encode()
    return service.send(method, target, [("Content-Type", "application/json")], raw)


def test_what_is_paid_for_in_a_shop_arrives_is_downloaded_and_runs(
    api: Service, courier: Courier, tmp_path: Path
) -> None:
    merchant = open_client(api, "Toko Kopi")
    shop = shop_of(merchant, tmp_path)
    variant, place = open_for_business(shop)
    parcel, download, program = bought(shop)
    assert quantity(merchant, variant, place) == 3

    fund(merchant)
    sent = confirm(merchant, parcel["shipmentId"]).data["shipment"]
    moved(merchant, courier, sent, "picked", "dropping_off", "delivered")
    told = merchant("GET", f"/api/v1/shipments/{sent['id']}/tracking").data
    assert [step["status"] for step in told["history"]] == ["confirmed", "picked_up", "in_transit", "delivered"]
    assert page_of(merchant, sent["id"]).texts[0] == f"Delivered – JNE {sent['waybillId']}"

    fetched = merchant("POST", f"/api/v1/deliveries/{download['deliveryId']}/download")
    assert (fetched.status, fetched.data["delivery"]["downloadCount"]) == (200, 1)

    (license_id,) = program["licenseIds"]
    key = merchant("GET", f"/api/v1/licenses/{license_id}").data["license"]["key"]
    activation = {"key": key, "instanceId": "laptop"}
    assert as_anybody(api, "POST", "/api/v1/licenses/activate", activation).status == 200
    valid = as_anybody(api, "GET", f"/api/v1/licenses/validate?key={key}")
    assert valid.data["valid"] is True
    assert as_anybody(api, "POST", "/api/v1/licenses/activate", activation | {"instanceId": "other"}).status == 409
