"""Mixed mutations from several clients at once, each of which notes what was acknowledged and what was not."""

import http.client
import itertools
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from tests.harness.goods import change
from tests.harness.service import Answer, Client
from tests.harness.waiting import eventually

ORIGIN = {"contactName": "Toko Kopi", "contactPhone": "0811000001", "address": "Jl. Senopati 1", "postalCode": "12110"}
DESTINATION = {"contactName": "Siti", "contactPhone": "0811000002", "address": "Jl. Dago 2", "postalCode": "40132"}
PRICE = 20_000
KINDS = ("adjust", "product", "topup", "create", "confirm", "cancel")
WEIGHTS = (8, 3, 3, 4, 4, 2)
TAGGED = KINDS[:4]
# Refusals of a shipment that has another status by now.
REFUSALS = ("ALREADY_CONFIRMED", "INVALID_STATE", "IDEMPOTENCY_IN_PROGRESS")

_numbers = itertools.count(1)


class Sent(msgspec.Struct):
    """One request. `tag` stands in what it writes; `answer` is None where the connection broke before one came."""

    kind: str
    tag: str
    target: str
    body: Any
    key: str | None
    answer: Answer | None = None

    @property
    def is_acknowledged(self) -> bool:
        return self.answer is not None and self.answer.status in (200, 201)

    @property
    def is_unclear(self) -> bool:
        """True if the answer does not tell what was done."""
        return self.answer is None or self.answer.status == 503

    @property
    def is_refused(self) -> bool:
        return self.answer is not None and self.answer.status == 409 and self.answer.error[1] in REFUSALS


def parcel(variant_id: str | None = None, **fields: Any) -> dict[str, Any]:
    """The body of a new shipment with one item."""
    item = {"name": "Coffee", "value": 50_000, "weight": 500, "quantity": 1}
    return {
        "courierCode": "jne",
        "courierServiceCode": "reg",
        "courierType": "standard",
        "price": PRICE,
        "origin": ORIGIN,
        "destination": DESTINATION,
        "items": [item if variant_id is None else {**item, "variantId": variant_id}],
        **fields,
    }


class Shopper(threading.Thread):
    """A client that does one thing after the other, with a pause between, until told to stop."""

    def __init__(self, client: Client, level: tuple[str, str], stopping: threading.Event, pause_seconds: float):
        super().__init__(daemon=True)
        self.sent: list[Sent] = []
        self._client = client
        self._level = level
        self._stopping = stopping
        self._pause_seconds = pause_seconds
        self._shipments: list[str] = []
        self._random = random.Random(next(_numbers))

    def run(self) -> None:
        while not self._stopping.wait(self._pause_seconds):
            (kind,) = self._random.choices(KINDS, WEIGHTS)
            request = self._request(kind)
            try:
                request.answer = self._client("POST", request.target, request.body, request.key)
            except ConnectionRefusedError:
                # No process listened, so this was never sent.
                time.sleep(0.02)
                continue
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)
            self.sent.append(request)
            if request.kind == "create" and request.is_acknowledged:
                self._shipments.append(request.answer.data["shipment"]["id"])

    def _request(self, kind: str) -> Sent:
        tag = f"tag-{next(_numbers)}"
        key = f"key-{tag}" if self._random.random() < 0.6 else None
        if kind in ("confirm", "cancel") and not self._shipments:
            kind = "create"
        if kind == "adjust":
            return Sent(
                kind, tag, "/api/v1/stock/adjust", change(*self._level, self._random.choice((-1, 2)), note=tag), key
            )
        if kind == "product":
            return Sent(kind, tag, "/api/v1/products", {"name": tag}, key)
        if kind == "topup":
            return Sent(kind, tag, "/api/v1/shipping-credits/topup", {"amount": 1_000, "memo": tag}, key)
        if kind == "create":
            return Sent(kind, tag, "/api/v1/shipments", parcel(self._level[0], externalRef=tag), key)
        shipment_id = self._random.choice(self._shipments[-4:])
        route = {"confirm": "confirm-pickup", "cancel": "cancel"}[kind]
        return Sent(kind, shipment_id, f"/api/v1/shipments/{shipment_id}/{route}", None, key)


class Load:
    """The shoppers and what they noted."""

    def __init__(self, shoppers: list[Shopper]):
        self._shoppers = shoppers

    @property
    def sent(self) -> list[Sent]:
        return [request for shopper in self._shoppers for request in shopper.sent]

    def acknowledged(self, kind: str) -> list[Sent]:
        return [request for request in self.sent if request.kind == kind and request.is_acknowledged]

    def await_acknowledged(self) -> None:
        """Return when something of each kind that can be found again by its tag was acknowledged."""
        eventually(lambda: all(self.acknowledged(kind) for kind in TAGGED))

    def surprises(self) -> list[Sent]:
        """Answers that nothing explains."""
        return [each for each in self.sent if not (each.is_acknowledged or each.is_unclear or each.is_refused)]


@contextmanager
def under_load(
    client: Client, level: tuple[str, str], *, clients: int = 6, pause_seconds: float = 0.01
) -> Iterator[Load]:
    """Mutations while the context lasts, and until each kind was acknowledged, since a test of nothing passes too.

    The level is `(variant_id, warehouse_id)`. The service must answer at the end of the context, or the context fails.
    """
    stopping = threading.Event()
    shoppers = [Shopper(client, level, stopping, pause_seconds) for _ in range(clients)]
    for shopper in shoppers:
        shopper.start()
    load = Load(shoppers)
    try:
        yield load
        load.await_acknowledged()
    finally:
        stopping.set()
        for shopper in shoppers:
            shopper.join(60)
            assert not shopper.is_alive(), "a request hangs"
