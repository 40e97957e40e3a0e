"""Processes that are killed at any step of a booking, a cancellation or a rebooking, and those that follow them too.

One order, one charge, one refund, stock that is right, and each event once: see also `shop` in conftest.py.
"""

import hashlib
import itertools
import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from tests.harness.database import rows
from tests.harness.goods import default_variant, new_product, new_warehouse, stock
from tests.harness.service import Answer, Client
from tests.system.faults.crashes import House, cancel, confirm, pass_seconds, told
from tests.system.faults.doomed import Doomed, Job, dooming
from tests.system.faults.load import PRICE, parcel
from tests.webhooks.working import eventually

# A booking reads, holds, claims, commits, calls, settles and commits: fewer steps would mean that some are not seen.
FEWEST_STEPS = 12
NEW_PRICE = 2 * PRICE
STOCK = 200

_keys = itertools.count(1)


class Operation(msgspec.Struct):
    """An operation that may be cut off: how it begins, how a client requests it, and the events that it leaves."""

    kind: str
    begin: Callable[[Client, str], str]
    target: str
    body: Any
    status: int
    told: list[str]

    def job(self, client: Client, shipment_id: str, key: str, step: int | None) -> Job:
        raw = b"" if self.body is None else json.dumps(self.body).encode()
        line = f"POST\n{self.target.format(id=shipment_id)}\n{hashlib.sha256(raw).hexdigest()}"
        digest = hashlib.sha256(line.encode()).hexdigest()
        return Job(self.kind, step, client.account_id, shipment_id, key, digest, NEW_PRICE)

    def ask(self, client: Client, shipment_id: str, key: str) -> Answer:
        return client("POST", self.target.format(id=shipment_id), self.body, key)


def drafted(client: Client, variant: str) -> str:
    answer = client("POST", "/api/v1/shipments", parcel(variant))
    assert answer.status == 201, answer.raw
    return answer.data["shipment"]["id"]


def booked(client: Client, variant: str) -> str:
    shipment_id = drafted(client, variant)
    assert confirm(client, shipment_id, None).status == 200
    return shipment_id


BOOKING = Operation("book", drafted, "/api/v1/shipments/{id}/confirm-pickup", None, 200, ["pickup_confirmed.v1"])
CANCELLATION = Operation(
    "cancel", booked, "/api/v1/shipments/{id}/cancel", None, 200, ["pickup_confirmed.v1", "cancelled.v1"]
)
REBOOKING = Operation(
    "rebook",
    booked,
    "/api/v1/shipments/{id}/rebook",
    {"price": NEW_PRICE},
    201,
    ["pickup_confirmed.v1", "cancelled.v1"],
)
EVERY = pytest.mark.parametrize("operation", [BOOKING, CANCELLATION, REBOOKING], ids=lambda operation: operation.kind)


@pytest.fixture(scope="module")
def doomed(house: House) -> Iterator[Doomed]:
    with dooming(house.url, **house.settings) as program:
        yield program


@pytest.fixture
def variant(shop: Client) -> str:
    """A good that there is enough of."""
    found = default_variant(new_product(shop))
    stock(shop, found, new_warehouse(shop)["id"], STOCK)
    return found


def left_behind(client: Client) -> list[Any]:
    return rows(client, "SELECT shipment_id FROM courier_operations WHERE account_id = $1")


def recover_all(client: Client, doomed: Doomed) -> None:
    """Another process carries everything to its end."""

    def look() -> list[Any]:
        pass_seconds(client)
        assert doomed(Job("recover")) == "done"
        return left_behind(client)

    eventually(look, lambda found: not found)


def require_one_end(client: Client, operation: Operation, shipment_id: str) -> None:
    assert told(client, shipment_id) == ["created.v1", *operation.told]
    if operation.kind == "rebook":
        (row,) = rows(client, "SELECT replaced_by FROM shipments WHERE account_id = $1 AND id = $2", shipment_id)
        assert told(client, row["replaced_by"]) == ["rebooked.v1"]


@EVERY
def test_a_kill_at_any_step_is_made_good(
    house: House, shop: Client, variant: str, doomed: Doomed, operation: Operation
) -> None:
    killed: dict[str, str] = {}
    for step in itertools.count():
        shipment_id, key = operation.begin(shop, variant), f"step-{next(_keys)}"
        killed[shipment_id] = key
        if doomed(operation.job(shop, shipment_id, key, step)) == "done":
            break
    assert len(killed) > FEWEST_STEPS
    recover_all(shop, doomed)
    answers = [operation.ask(shop, shipment_id, key) for shipment_id, key in killed.items()]
    assert {answer.status for answer in answers} == {operation.status}
    # Those that died early had begun nothing, and are carried out now; the others are answered what was settled.
    assert {answer.headers.get("idempotency-replayed") for answer in answers} == {None, "true"}
    for shipment_id in killed:
        require_one_end(shop, operation, shipment_id)


@EVERY
def test_recoveries_that_are_killed_at_every_step_in_turn_come_to_one_end(
    house: House, shop: Client, variant: str, doomed: Doomed, operation: Operation
) -> None:
    for step in itertools.count():
        shipment_id, key = operation.begin(shop, variant), f"step-{next(_keys)}"
        assert doomed(operation.job(shop, shipment_id, key, step)) == "killed"
        if left_behind(shop):
            break
        assert operation.ask(shop, shipment_id, key).status == operation.status
    kills = 0
    pass_seconds(shop)
    while doomed(Job("recover", kills)) == "killed":
        pass_seconds(shop)
        kills += 1
    assert kills > FEWEST_STEPS
    recover_all(shop, doomed)
    answer = operation.ask(shop, shipment_id, key)
    assert (answer.status, answer.headers["idempotency-replayed"]) == (operation.status, "true")
    require_one_end(shop, operation, shipment_id)


def test_a_cancellation_of_a_booking_that_was_killed_at_any_step_ends_it(
    house: House, shop: Client, variant: str, doomed: Doomed
) -> None:
    for step in itertools.count():
        shipment_id = drafted(shop, variant)
        end = doomed(BOOKING.job(shop, shipment_id, f"step-{next(_keys)}", step))
        pass_seconds(shop)
        assert eventually(lambda sent=shipment_id: cancel(shop, sent, None), lambda answer: answer.status != 409)
        assert told(shop, shipment_id)[-1] == "cancelled.v1"
        assert [order["status"] for order in house.courier.orders(shipment_id)] in ([], ["cancelled"])
        if end == "done":
            break
