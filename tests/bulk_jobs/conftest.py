"""The worker's part of batches, run on demand by a test."""

from collections.abc import Callable, Iterator

import pytest

from fulfilment.bulk_jobs.runner import BulkJobRunner
from fulfilment.settings import Settings
from tests.harness.database import execute, rows
from tests.harness.line import Line
from tests.harness.service import Client, Service
from tests.harness.waiting import eventually
from tests.shipments.worker_context import run_in_worker, settings_for


@pytest.fixture
def settings(api: Service, line: Line, merchant: Client) -> Iterator[Settings]:
    """Nothing that other tests left behind is due, and nothing of this one's is left."""
    clear(merchant)
    yield settings_for(api.database_url, line.url, database_lock_timeout_seconds="1")
    clear(merchant)


@pytest.fixture
def work(settings: Settings) -> Callable[[], None]:
    """A worker does once all that is due."""
    return lambda: run_in_worker(
        settings,
        lambda inside: BulkJobRunner(inside.db, inside.notifier, inside.aggregators, inside.settings).run_due(),
    )


def clear(client: Client) -> None:
    """Make no batch due, and delete the courier operations, of all workspaces."""
    execute(client, "UPDATE batch_tenants SET due_at = NULL")
    execute(client, "DELETE FROM courier_operations")


@pytest.fixture
def recover(settings: Settings, merchant: Client) -> Callable[[], None]:
    """Finish every courier call that the merchant's requests left behind."""

    def is_nothing_left() -> bool:
        rows(merchant, "UPDATE courier_operations SET due_at = now() WHERE account_id = $1")
        rows(merchant, "UPDATE courier_operation_tenants SET due_at = now() WHERE account_id = $1")
        run_in_worker(settings, lambda inside: inside.recovery.run_due())
        return not rows(merchant, "SELECT shipment_id FROM courier_operations WHERE account_id = $1")

    # On a busy machine a lock may come too late for one try.
    return lambda: eventually(is_nothing_left)
