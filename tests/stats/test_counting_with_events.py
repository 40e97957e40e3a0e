"""The upgrade to counting with events counts every event of both releases once."""

import shutil
from pathlib import Path

import psycopg
import pytest

from fulfilment.infra.database.migrations import migrate
from fulfilment.infra.database.migrations.migration_file import FOLDER

EXPANSION, CONTRACTION = "0017.stats_with_events", "0018.stats_without_outbox"
# One event of a booking, one of a draft that was cancelled, which counts nothing, and one of a delivery.
STORE = """
    WITH told (id, type, data) AS (VALUES
        (%(id)s || '1', 'svc.shipment.pickup_confirmed.v1', '{}'),
        (%(id)s || '2', 'svc.shipment.cancelled.v1', '{"aggregatorOrderId": "pending-1"}'),
        (%(id)s || '3', 'svc.shipment.status_updated.v1', '{"status": "delivered", "previousStatus": "in_transit"}')
    ), stored AS (
        INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
        SELECT 'acc_1', id, type, id, 1, data::json, now() FROM told
    )
    INSERT INTO outbox (account_id, event_id) SELECT 'acc_1', id FROM told
"""
SUMS = """
    SELECT coalesce(sum(booked), 0), coalesce(sum(delivered), 0), coalesce(sum(cancelled), 0) FROM shipment_hourly_stats
"""


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """The migrations before the change."""
    for path in sorted(FOLDER.glob("*.sql")):
        if path.stem < EXPANSION:
            shutil.copy(path, tmp_path)
    return tmp_path


def test_each_event_is_counted_once_whichever_way_was_in_force_when_it_was_stored(
    empty_database_url: str, before: Path
) -> None:
    migrate.migrate(empty_database_url, before)
    with psycopg.connect(empty_database_url, autocommit=True) as connection:

        def sums() -> tuple[int, ...]:
            row = connection.execute(SUMS).fetchone()
            assert row is not None
            return tuple(int(value) for value in row)

        connection.execute(STORE, {"id": "a"})
        assert sums() == (0, 0, 0)
        connection.execute("DELETE FROM outbox")
        assert sums() == (1, 1, 0)
        connection.execute(STORE, {"id": "b"})
        for name in (EXPANSION, CONTRACTION):
            shutil.copy(FOLDER / f"{name}.sql", before)
            migrate.migrate(empty_database_url, before)
            assert sums() == (2, 2, 0)
        connection.execute("DELETE FROM outbox")
        assert sums() == (2, 2, 0)
        connection.execute(STORE, {"id": "c"})
        connection.execute("DELETE FROM outbox")
        assert sums() == (3, 3, 0)
        # Nothing is wrong, and what was lost is found again.
        rebuild = "SELECT rebuild_hourly_stats('acc_1', now() - interval '2 hours')"
        assert connection.execute(rebuild).fetchone() == (0,)
        connection.execute("DELETE FROM shipment_hourly_stats")
        assert connection.execute(rebuild).fetchone() == (1,)
        assert sums() == (3, 3, 0)
