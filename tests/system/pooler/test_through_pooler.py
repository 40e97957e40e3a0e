"""The service behind a pooler that never gives a connection the same session twice in a row.

Only connections around the pooler need a session of their own. Nothing is lost or done twice, and no state is left in a
session for the next client.
"""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from fulfilment.infra.database.migrations import role_settings
from fulfilment.settings import load
from tests.harness.database import assert_ledger_law
from tests.harness.goods import change, default_variant, new_product, new_warehouse, quantity, stock
from tests.harness.parallel import Call, send_together
from tests.harness.pooler import Pooler, pooling
from tests.harness.service import Client
from tests.harness.simulator import simulating
from tests.harness.workspaces import open_client
from tests.system.faults import laws
from tests.system.faults.crashes import (
    House,
    await_nothing_left,
    charged,
    confirm,
    die_while_booking,
    new_shipment,
    told,
)
from tests.system.faults.house import serving
from tests.webhooks.working import create_event, register, wait_until_settled

ADJUST = "/api/v1/stock/adjust"
STOCKED, TAKERS = 20, 40
PRODUCTS = 5


@pytest.fixture(scope="module")
def pooler(module_database_url: str) -> Iterator[Pooler]:
    environ = {"FULFILMENT_MODE": "development", "FULFILMENT_DATABASE_DIRECT_URL": module_database_url}
    role_settings.apply(load(environ | {"FULFILMENT_DATABASE_URL": module_database_url}))
    with pooling(module_database_url) as running:
        yield running


@pytest.fixture(scope="module")
def house(pooler: Pooler, module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("pooled")
    with simulating(folder) as courier:
        settings = {
            "aggregator_url": courier.url,
            "aggregator_key": "simulator",
            "aggregator_timeout_seconds": "50",
            "database_direct_url": module_database_url,
            # Only what is heard wakes a worker within this test.
            "worker_idle_poll_seconds": "3600",
        }
        with serving(pooler.url, folder, **settings) as api:
            # The tests themselves read the database past the pooler.
            api.service.database_url = module_database_url
            yield House(api, courier, pooler.url, settings)
            assert api.faults() == []


@pytest.fixture
def shop(house: House) -> Client:
    client = open_client(house.api.service)
    assert client("POST", "/api/v1/shipping-credits/topup", {"amount": 1_000_000}).status == 201
    return client


def test_it_is_ready(house: House):
    assert house.api.service.send("GET", "/readyz", []).status == 200


def test_many_takers_of_few_units_take_exactly_these(shop: Client):
    variant, warehouse = default_variant(new_product(shop)), new_warehouse(shop)["id"]
    stock(shop, variant, warehouse, STOCKED)
    answers = send_together([Call(shop, "POST", ADJUST, change(variant, warehouse, -1))] * TAKERS)
    assert sorted(answer.status for answer in answers) == [200] * STOCKED + [500] * (TAKERS - STOCKED)
    assert quantity(shop, variant, warehouse) == 0
    assert_ledger_law(shop)


def test_what_happened_is_heard_at_once_and_delivered_once(house: House, shop: Client):
    received: list[bytes] = []

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Taking) as server, house.working():
        threading.Thread(target=server.serve_forever, daemon=True).start()
        hook = register(shop, f"http://127.0.0.1:{server.server_port}/", "svc.product.created.v1")
        for _ in range(PRODUCTS):
            create_event(shop)
        rows = wait_until_settled(shop, hook, PRODUCTS)
        server.shutdown()
    assert {row["status"] for row in rows} == {"sent"}
    assert len(received) == PRODUCTS


def test_twins_of_a_booking_book_once_and_a_crash_is_made_good(house: House, shop: Client):
    shipment_id = new_shipment(shop)
    with ThreadPoolExecutor(8) as pool:
        twins = list(pool.map(lambda _: confirm(shop, shipment_id), range(8)))
    assert {twin.status for twin in twins} <= {200, 409} and 200 in {twin.status for twin in twins}
    assert len(house.courier.orders(shipment_id)) == 1
    other = new_shipment(shop)
    die_while_booking(house, shop, other, "another")
    with house.working():
        await_nothing_left(shop)
    answer = confirm(shop, other, "another")
    assert (answer.status, answer.headers["idempotency-replayed"]) == (200, "true")
    assert told(shop, other) == ["created.v1", "pickup_confirmed.v1"]
    assert len(charged(shop)) == 2
    laws.require_every_law(shop)
