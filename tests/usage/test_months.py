"""What workspaces used by the month: who reads it, and what there was before it was counted."""

from datetime import UTC, date
from pathlib import Path

import psycopg
import pytest

from fulfilment.db import migrate
from fulfilment.db.tx import Read, System
from fulfilment.usage import queries
from tests.deliveries.selling import digital, grant
from tests.harness.database import rows
from tests.http.service import Client
from tests.http.workspaces import in_database
from tests.usage.using import pretend, used

BEFORE = 33
OLD = """
    INSERT INTO accounts (id, name, origin, created_at)
    SELECT 'acc_' || n, 'Old', 'operator', now() FROM generate_series(1, 2) n;
    INSERT INTO products (account_id, id, name, type, license_enabled, archived, created_at, updated_at)
    SELECT 'acc_1', 'prod_' || n, 'Thing', 'license', true, n = 3, now(), now() FROM generate_series(1, 3) n;
    INSERT INTO variants (account_id, id, product_id, name, is_default)
    SELECT 'acc_1', 'var_' || n, 'prod_' || n, 'Default', true FROM generate_series(1, 3) n;
    INSERT INTO warehouses (account_id, id, name, is_default, archived, created_at, updated_at)
    SELECT 'acc_' || n, 'wh_1', 'Main', true, n = 2, now(), now() FROM generate_series(1, 2) n;
    -- The last moment of January by the calendar of UTC, and the first of February.
    INSERT INTO deliveries (account_id, id, product_id, customer_id, checkout_session_id, max_downloads, expires_at,
                            created_at, updated_at)
    SELECT 'acc_1', 'dlv_' || n, 'prod_1', 'cus_1', n::text, 5, now(), at, at
      FROM (VALUES (1, timestamptz '2026-01-31 23:59:59Z'), (2, '2026-02-01 00:00Z')) AS d (n, at);
    INSERT INTO licenses (account_id, id, product_id, customer_id, key, found_as, is_own_choice, status,
                          max_activations, created_at)
    SELECT 'acc_1', 'lic_' || n, 'prod_1', 'cus_1', 'K' || n, 'K' || n, false,
           CASE WHEN n = 1 THEN 'revoked' ELSE 'active' END, 1, timestamptz '2026-02-10Z' FROM generate_series(1, 2) n;
    -- Never booked; cancelled unbooked; booked in February and reported about later; cancelled after it was booked.
    INSERT INTO shipments (account_id, id, status, courier_code, courier_service_code, courier_type, price, insurance,
                           insured, aggregator_order_id, origin_snapshot, destination_snapshot, items, created_at,
                           updated_at)
    SELECT 'acc_2', 'ship_' || n, status, 'jne', 'reg', 'standard', 1, 0, false, order_id, '{}', '{}', '[]',
           timestamptz '2026-01-15Z', now()
      FROM (VALUES (1, 'pending', 'pending-1'), (2, 'cancelled', 'pending-2'), (3, 'delivered', 'order-3'),
                   (4, 'cancelled', 'order-4')) AS s (n, status, order_id);
    INSERT INTO shipment_events (account_id, id, shipment_id, order_id, raw_status, status, occurred_at)
    VALUES ('acc_2', 'evt_1', 'ship_2', 'pending-2', 'merchant_cancelled', 'cancelled', '2026-02-02Z'),
           ('acc_2', 'evt_2', 'ship_3', 'order-3', 'delivered', 'delivered', '2026-03-01Z'),
           ('acc_2', 'evt_3', 'ship_3', 'order-3', 'confirmed', 'confirmed', '2026-02-03Z');
"""
JANUARY, FEBRUARY, MARCH = (date(2026, month, 1) for month in (1, 2, 3))


def of_months(url: str, accounts: list[str], first: date, last: date) -> list[tuple]:
    async def ask(connection) -> list:
        return await queries.of_months(Read(connection, System(accounts[0])), accounts, first, last)

    shown = ("account_id", "month", "shipments", "deliveries", "licenses", "orders")
    return [tuple(row[name] for name in shown) for row in in_database(url, ask)]


def this_month(client: Client) -> date:
    (row,) = rows(client, "SELECT now() AS now FROM accounts WHERE id = $1")
    return row["now"].astimezone(UTC).date().replace(day=1)


@pytest.fixture
def grown_url(empty_database_url: str, tmp_path: Path) -> str:
    """A database that was in use before anything of this was counted."""
    for path in migrate.FOLDER.glob("*.sql"):
        if int(path.name.partition(".")[0]) < BEFORE:
            (tmp_path / path.name).write_bytes(path.read_bytes())
    migrate.migrate(empty_database_url, tmp_path)
    with psycopg.connect(empty_database_url) as connection:
        connection.execute("SET TimeZone = 'Asia/Jakarta'")
        connection.execute(OLD)
    migrate.migrate(empty_database_url)
    return empty_database_url


def test_what_there_was_is_counted_into_the_months_it_was_of(grown_url: str) -> None:
    assert of_months(grown_url, ["acc_1", "acc_2"], JANUARY, MARCH) == [
        ("acc_1", JANUARY, 0, 1, 0, 1),
        ("acc_2", JANUARY, 1, 0, 0, 1),
        ("acc_1", FEBRUARY, 0, 1, 2, 3),
        ("acc_2", FEBRUARY, 1, 0, 0, 1),
    ]


def test_what_there_was_is_counted_for_the_overview(grown_url: str) -> None:
    with psycopg.connect(grown_url) as connection:
        found = connection.execute("SELECT account_id, noun, status, count FROM spread_tallies ORDER BY 1, 2, 3")
        assert found.fetchall() == [
            ("acc_1", "delivery", "granted", 2),
            ("acc_1", "product", "active", 2),
            ("acc_1", "product", "archived", 1),
            ("acc_1", "variant", "active", 3),
            ("acc_1", "warehouse", "active", 1),
            ("acc_2", "warehouse", "archived", 1),
        ]


def test_only_the_months_and_workspaces_that_were_asked_for_are_told(grown_url: str) -> None:
    assert of_months(grown_url, ["acc_1"], FEBRUARY, FEBRUARY) == [("acc_1", FEBRUARY, 0, 1, 2, 3)]
    assert of_months(grown_url, ["acc_3"], JANUARY, MARCH) == []


def test_what_several_connections_counted_is_one_sum(merchant: Client):
    product = digital(merchant)
    for number in range(12):
        grant(merchant, product, f"cs_{number}")
    pretend(merchant, queries.LICENSE, 3)
    pretend(merchant, queries.SHIPMENT, 4, months_ago=1)
    month = this_month(merchant)
    before = date(month.year - (month.month == 1), (month.month - 2) % 12 + 1, 1)
    assert of_months(merchant.service.database_url, [merchant.account_id], before, month) == [
        (merchant.account_id, before, 4, 0, 0, 4),
        (merchant.account_id, month, 0, 12, 3, 15),
    ]
    assert used(merchant) == {"delivery": 12}


def test_the_month_that_is_counted_into_is_the_databases_in_utc(merchant: Client):
    """Whatever time zone its sessions are in."""
    grant(merchant, digital(merchant))
    (counted,) = rows(merchant, "SELECT month FROM usage_months WHERE account_id = $1")
    assert counted["month"] == this_month(merchant)
