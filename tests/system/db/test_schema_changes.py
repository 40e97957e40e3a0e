"""The schema changes below a running service, and no request fails of it."""

import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.harness import goods
from tests.harness.growth import grow
from tests.harness.parallel import Call, send_together
from tests.harness.service import Client, serving
from tests.harness.simulator import simulating
from tests.harness.workspaces import open_client
from tests.system.faults import laws
from tests.system.faults.load import under_load

AROUND_SECONDS = 0.7


@pytest.fixture
def client(database_url: str, tmp_path: Path) -> Iterator[Client]:
    """A workspace with credit, on a service of two processes that books at the courier simulator."""
    with simulating(tmp_path) as courier:
        aggregator = {"aggregator_url": courier.url, "aggregator_key": "simulator"}
        with serving(database_url, workers=2, **aggregator) as service:
            opened = open_client(service)
            assert opened("POST", "/api/v1/shipping-credits/topup", {"amount": 1_000_000_000}).status == 201
            yield opened


def test_every_table_gets_a_column_under_load_and_no_request_fails(client: Client, database_url: str) -> None:
    level = (goods.default_variant(goods.new_product(client)), goods.new_warehouse(client)["id"])
    goods.stock(client, *level, 100_000)
    with under_load(client, level, clients=4) as load:
        time.sleep(AROUND_SECONDS)
        before = len(load.sent)
        assert grow(database_url) > 40
        time.sleep(AROUND_SECONDS)
    assert load.surprises() == [] and [each for each in load.sent if each.is_unclear] == []
    assert 0 < before < len(load.sent)
    laws.require_acknowledged(client, load)
    assert client.service.faults() == []


def test_a_column_changes_its_type_and_requests_are_answered_as_before(client: Client, database_url: str) -> None:
    warehouse = goods.new_warehouse(client)
    product = goods.new_product(client)

    def call_all() -> list[int]:
        calls = []
        for number in range(12):
            changed = {"name": f"Place {number}"}
            calls += [
                Call(client, "GET", f"/api/v1/warehouses/{warehouse['id']}"),
                Call(client, "PATCH", f"/api/v1/warehouses/{warehouse['id']}", changed),
                Call(client, "PATCH", f"/api/v1/products/{product['id']}", changed),
                Call(client, "GET", "/api/v1/products"),
            ]
        return [answer.status for answer in send_together(calls)]

    # Often enough for each process to have prepared what it needs on several connections.
    assert {status for _ in range(3) for status in call_all()} == {200}
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("ALTER TABLE warehouses ALTER COLUMN name TYPE varchar")
        connection.execute("ALTER TABLE products ALTER COLUMN description TYPE varchar")
    assert set(call_all()) == {200}
    assert client.service.faults() == []
