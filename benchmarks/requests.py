"""The requests of each scenario, signed and ready to be sent: one for each number that is asked for."""

import json
import random
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from benchmarks import shop, workload
from benchmarks.script import Pick, Script
from benchmarks.shop import Shop, described
from benchmarks.workload import Workspace

_API = "/api/v1"
DRAFTS_AT_ONCE = 10
_PLACE = {"contactName": "Siti", "contactPhone": "0811000002", "address": "Jl. Merdeka 8", "postalCode": "40132"}

LEVEL = Pick("level", 1, workload.LEVELS)
PLAIN = Pick("plain", shop.FIRST_PLAIN, shop.PLAIN_PRODUCTS)
# The license of an activation follows from its number, so that its deactivation knows which one it was.
LICENSE_OF_NUMBER = Pick("license", 1, shop.LICENSES, by="id")
LICENSE_OF_ROW = Pick("license", 1, shop.LICENSES, by="row")


class Stage(msgspec.Struct, frozen=True):
    """The workspaces, and the scripts of what was recorded so far, by name."""

    workspace: Workspace
    shop: Shop
    scripts: dict[str, Script]


def adjustments(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    return (stage.workspace.adjustment() for _ in numbers)


def levels(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for number in numbers:
        yield stage.workspace.request("GET", f"{_API}/stock/levels?variant_id={workload.variant(number + 1)}")


def products(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    return (stage.workspace.request("GET", f"{_API}/products") for _ in numbers)


def validations(_stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for _ in numbers:
        yield _unsigned(f"/licenses/validate?key={workload.license_key(random.randint(1, workload.LICENSES))}")


def nothing(_stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    return (_unsigned("/bench/empty") for _ in numbers)


def drafts(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    return (stage.shop.workspace.post(f"{_API}/shipments", _draft(1)) for _ in numbers)


def varied_drafts(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for _ in numbers:
        yield stage.shop.workspace.post(f"{_API}/shipments", _draft(random.randint(1, workload.LEVELS)))


def bulk_drafts(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for _ in numbers:
        first = random.randint(1, workload.LEVELS + 1 - DRAFTS_AT_ONCE)
        drafts = [_draft(number) for number in range(first, first + DRAFTS_AT_ONCE)]
        yield stage.shop.workspace.post(f"{_API}/shipments/bulk", {"shipments": drafts})


def confirmations(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for number in numbers:
        drafted = stage.scripts["draft"].made("ship_", number)
        yield stage.shop.workspace.post(f"{_API}/shipments/{drafted}/confirm-pickup")


def cancellations(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for number in numbers:
        drafted = stage.scripts["draft"].made("ship_", number)
        yield stage.shop.workspace.post(f"{_API}/shipments/{drafted}/cancel", {"reason": "The buyer thought again."})


def _draft(number: int) -> dict[str, Any]:
    """The body of a shipment with one piece of the nth variant."""
    item = {"name": "Kopi", "value": 150_000, "weight": 800, "quantity": 1, "variantId": workload.variant(number)}
    return {
        "courierCode": "jne",
        "courierServiceCode": "reg",
        "courierType": "standard",
        "price": 50_000,
        "origin": {},
        "destination": _PLACE,
        "items": [item],
    }


def activations(_stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for _ in numbers:
        key = shop.license_key(random.randint(1, shop.LICENSES))
        yield _unsigned("/licenses/activate", {"key": key, "instanceId": f"machine-{workload.fresh()}"})


def deactivations(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for number in numbers:
        key = shop.license_key(LICENSE_OF_NUMBER.of(number))
        instance = stage.scripts["activate"].made("machine-", number)
        yield _unsigned("/licenses/deactivate", {"key": key, "instanceId": instance})


def licenses(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for _ in numbers:
        body = {"productId": shop.licensed_product(), "customerId": f"customer-{workload.fresh()}"}
        yield stage.shop.workspace.post(f"{_API}/licenses", body)


def deliveries(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for _ in numbers:
        buyer = {"customerId": f"customer-{workload.fresh()}", "checkoutSessionId": f"checkout-{workload.fresh()}"}
        yield stage.shop.workspace.post(f"{_API}/deliveries", {"productId": shop.digital_product(), **buyer})


def new_products(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for _ in numbers:
        number = workload.fresh()
        body = {"name": f"Kopi Gayo {number}", "sku": f"KOPI-{number}", "description": "Roasted.", "weight": 250}
        yield stage.shop.workspace.post(f"{_API}/products", body)


def new_variants(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for _ in numbers:
        number = workload.fresh()
        body = {"name": f"Pack {number}", "sku": f"PACK-{number}", "priceCents": 1_990}
        yield stage.shop.workspace.post(f"{_API}/products/{shop.product(_plain())}/variants", body)


def reservations(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for _ in numbers:
        line = {"ref": "1", "quantity": 1, "variantId": workload.variant(_plain())}
        event = {
            "id": f"event-{workload.fresh()}",
            "type": "checkout.created",
            "occurredAt": "2026-11-01T00:00:00Z",
            "data": {"checkoutSessionId": f"checkout-{workload.fresh()}", "lines": [line]},
        }
        yield stage.shop.storefront_event(json.dumps(event).encode())


def _plain() -> int:
    return random.randrange(shop.FIRST_PLAIN, shop.FIRST_PLAIN + shop.PLAIN_PRODUCTS)


def _unsigned(path: str, body: dict[str, Any] | None = None) -> bytes:
    content = b"" if body is None else json.dumps(body).encode()
    head = [f"{'POST' if content else 'GET'} {_API}{path} HTTP/1.1", "Host: 127.0.0.1"]
    return "\r\n".join([*head, *(described(content) if content else ()), "", ""]).encode() + content


def booked(data: Any) -> Sequence[str]:
    booked = data["shipment"]
    return [booked[name] for name in ("aggregatorOrderId", "waybillId", "aggregatorTrackingId") if booked.get(name)]
