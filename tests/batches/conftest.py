"""A worker's part of batches, run when a test asks for it."""

from collections.abc import Callable, Iterator

import pytest

from fulfilment.batches.running import Runner
from fulfilment.settings import Settings
from tests.harness.database import execute, rows
from tests.harness.line import Line
from tests.harness.waiting import eventually
from tests.http.service import Client, Service
from tests.shipments.inside import run_inside, settings_for


@pytest.fixture
def settings(api: Service, line: Line, merchant: Client) -> Iterator[Settings]:
    """Nothing that other tests left behind is due, and nothing of this one's is left."""
    clear(merchant)
    yield settings_for(api.database_url, line.url, database_lock_timeout_seconds="1")
    clear(merchant)


@pytest.fixture
def work(settings: Settings) -> Callable[[], None]:
    """A worker does once all that is due."""
    return lambda: run_inside(
        settings, lambda inside: Runner(inside.db, inside.bell, inside.aggregators, inside.settings).finish_all()
    )


def clear(client: Client) -> None:
    """The lanes of all workspaces are empty."""
    execute(client, "UPDATE batch_lanes SET due_at = NULL")
    execute(client, "DELETE FROM courier_calls")


@pytest.fixture
def recover(settings: Settings, merchant: Client) -> Callable[[], None]:
    """What a courier call of the merchant's left behind is carried to its end."""

    def is_nothing_left() -> bool:
        rows(merchant, "UPDATE courier_calls SET due_at = now() WHERE account_id = $1")
        rows(merchant, "UPDATE courier_call_lanes SET due_at = now() WHERE account_id = $1")
        run_inside(settings, lambda inside: inside.recoverer.recover())
        return not rows(merchant, "SELECT shipment_id FROM courier_calls WHERE account_id = $1")

    # On a busy machine a lock may come too late for one try.
    return lambda: eventually(is_nothing_left)
