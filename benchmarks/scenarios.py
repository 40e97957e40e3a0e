"""What is measured: each request, and the same work done by pgbench."""

import json
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from benchmarks import shop, workload
from benchmarks.script import Pick, Script
from benchmarks.shop import Shop, described
from benchmarks.workload import Workspace

_API = "/api/v1"
# Keys that are asked about in one run: many more than fit into a page of anything.
_KEYS_ASKED = 20_000
_DRAFTS_AT_ONCE = 10
_PLACE = {"contactName": "Siti", "contactPhone": "0811000002", "address": "Jl. Merdeka 8", "postalCode": "40132"}


class Stage(msgspec.Struct, frozen=True):
    """The workspaces, and the scripts of what was recorded so far, by name."""

    workspace: Workspace
    shop: Shop
    scripts: dict[str, Script]


class Scenario(msgspec.Struct, frozen=True):
    """One kind of request.

    `requests` makes one of each number that it is given. An act leaves something, `leaves` of each kind that the
    ledger counts, and is sent once; anything else is asked again and again, `distinct` requests in turn. What an act
    `uses_up` is the leavings of another, each of which the numbers name (`Script.made`); else they just count.

    The rest says how its statements vary from one transaction of pgbench to the next: `picks` are the rows that were
    there before, `drawn` answers, from the answer's data, texts that the service makes by chance and that must be
    unique.
    """

    name: str
    requests: Callable[[Stage, Iterable[int]], Iterable[bytes]]
    status: int = 200
    distinct: int = 1
    leaves: dict[str, int] = {}
    uses_up: str = ""
    has_sql: bool = True
    picks: tuple[Pick, ...] = ()
    drawn: Callable[[Any], Sequence[str]] = lambda _data: ()

    @property
    def is_act(self) -> bool:
        return bool(self.leaves)


def _adjustments(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    return (stage.workspace.adjustment() for _ in numbers)


def _levels(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for number in numbers:
        yield stage.workspace.request("GET", f"{_API}/stock/levels?variant_id={workload.variant(number + 1)}")


def _products(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    return (stage.workspace.request("GET", f"{_API}/products") for _ in numbers)


def _validations(_stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for _ in numbers:
        yield _unsigned(f"/licenses/validate?key={workload.license_key(random.randint(1, workload.LICENSES))}")


def _nothing(_stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    return (_unsigned("/bench/empty") for _ in numbers)


def _drafts(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    return (stage.shop.workspace.post(f"{_API}/shipments", _draft(1)) for _ in numbers)


def _varied_drafts(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for _ in numbers:
        yield stage.shop.workspace.post(f"{_API}/shipments", _draft(random.randint(1, workload.LEVELS)))


def _bulk_drafts(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for _ in numbers:
        first = random.randint(1, workload.LEVELS + 1 - _DRAFTS_AT_ONCE)
        drafts = [_draft(number) for number in range(first, first + _DRAFTS_AT_ONCE)]
        yield stage.shop.workspace.post(f"{_API}/shipments/bulk", {"shipments": drafts})


def _confirmations(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for number in numbers:
        drafted = stage.scripts["draft"].made("ship_", number)
        yield stage.shop.workspace.post(f"{_API}/shipments/{drafted}/confirm-pickup")


def _cancellations(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
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


def _activations(_stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for _ in numbers:
        key = shop.license_key(random.randint(1, shop.LICENSES))
        yield _unsigned("/licenses/activate", {"key": key, "instanceId": f"machine-{workload.fresh()}"})


def _deactivations(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for number in numbers:
        key = shop.license_key(_LICENSE_OF_NUMBER.of(number))
        instance = stage.scripts["activate"].made("machine-", number)
        yield _unsigned("/licenses/deactivate", {"key": key, "instanceId": instance})


def _licenses(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for _ in numbers:
        body = {"productId": shop.licensed_product(), "customerId": f"customer-{workload.fresh()}"}
        yield stage.shop.workspace.post(f"{_API}/licenses", body)


def _deliveries(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for _ in numbers:
        buyer = {"customerId": f"customer-{workload.fresh()}", "checkoutSessionId": f"checkout-{workload.fresh()}"}
        yield stage.shop.workspace.post(f"{_API}/deliveries", {"productId": shop.digital_product(), **buyer})


def _new_products(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for _ in numbers:
        number = workload.fresh()
        body = {"name": f"Kopi Gayo {number}", "sku": f"KOPI-{number}", "description": "Roasted.", "weight": 250}
        yield stage.shop.workspace.post(f"{_API}/products", body)


def _new_variants(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    for _ in numbers:
        number = workload.fresh()
        body = {"name": f"Pack {number}", "sku": f"PACK-{number}", "priceCents": 1_990}
        yield stage.shop.workspace.post(f"{_API}/products/{shop.product(_plain())}/variants", body)


def _reservations(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
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


def _booked(data: Any) -> Sequence[str]:
    booked = data["shipment"]
    return [booked[name] for name in ("aggregatorOrderId", "waybillId", "aggregatorTrackingId") if booked.get(name)]


_LEVEL = Pick("level", 1, workload.LEVELS)
_PLAIN = Pick("plain", shop.FIRST_PLAIN, shop.PLAIN_PRODUCTS)
# The license of an activation follows from its number, so that whoever undoes it knows which one it was.
_LICENSE_OF_NUMBER = Pick("license", 1, shop.LICENSES, by="id")
_LICENSE_OF_ROW = Pick("license", 1, shop.LICENSES, by="row")

_TOLD = {"events": 1, "queued": 1}
_RECORDED = {"entries": 1, "memories": 1, **_TOLD}
_DRAFTED = {"shipments": 1, "pending": 1, "movements": 1, "consumed": 1, "shipment.created": 1, "memories": 1, **_TOLD}

SCENARIOS = (
    Scenario(
        "adjust",
        _adjustments,
        leaves={"movements": 1, "stock.adjusted": 1, "memories": 1, **_TOLD},
        picks=(_LEVEL,),
    ),
    Scenario("levels", _levels, distinct=workload.LEVELS, picks=(_LEVEL,)),
    Scenario("products", _products),
    Scenario("validate", _validations, distinct=_KEYS_ASKED, picks=(Pick("license", 1, workload.LICENSES),)),
    Scenario("draft", _drafts, 201, leaves=_DRAFTED),
    Scenario("draft-many", _varied_drafts, 201, leaves=_DRAFTED, picks=(_LEVEL,)),
    Scenario(
        "draft-bulk",
        _bulk_drafts,
        leaves={name: _DRAFTS_AT_ONCE * many for name, many in _DRAFTED.items()} | {"memories": 1},
        picks=(_LEVEL,),
    ),
    Scenario(
        "confirm",
        _confirmations,
        leaves={"pending": -1, "confirmed": 1, "charges": 1, "shipment.pickup_confirmed": 1, "memories": 1, **_TOLD},
        uses_up="draft",
        drawn=_booked,
    ),
    Scenario(
        "cancel",
        _cancellations,
        leaves={
            "pending": -1,
            "cancelled": 1,
            "released": 1,
            "movements": 1,
            "shipment.cancelled": 1,
            "memories": 1,
            **_TOLD,
        },
        uses_up="draft",
    ),
    Scenario(
        "activate",
        _activations,
        leaves={"active": 1, "license.activated": 1, **_TOLD},
        picks=(_LICENSE_OF_NUMBER,),
    ),
    Scenario(
        "deactivate",
        _deactivations,
        leaves={"active": -1, "license.deactivated": 1, **_TOLD},
        uses_up="activate",
        picks=(_LICENSE_OF_ROW,),
    ),
    Scenario(
        "license",
        _licenses,
        201,
        leaves={"licenses": 1, "license.issued": 1, **_RECORDED},
        drawn=lambda data: [data["license"]["key"]],
    ),
    Scenario("delivery", _deliveries, 201, leaves={"deliveries": 1, "delivery.created": 1, **_RECORDED}),
    Scenario(
        "product",
        _new_products,
        201,
        leaves={"products": 1, "variants": 1, "product.created": 1, **_RECORDED},
    ),
    Scenario(
        "variant",
        _new_variants,
        201,
        leaves={"variants": 1, "variant.created": 1, **_RECORDED},
        picks=(_PLAIN,),
    ),
    Scenario("reserve", _reservations, leaves={"open": 1, "checkouts": 1}, picks=(_PLAIN,)),
    Scenario("empty", _nothing, has_sql=False),
)
