"""Every background task of a process works again after an unforeseen failure."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

import asyncpg
import pytest

from fulfilment import app, settings, worker
from fulfilment.infra.database import heartbeat
from fulfilment.infra.database.heartbeat import ProcessHeartbeat
from fulfilment.infra.jobs import task_supervisor
from fulfilment.infra.jobs.task_supervisor import Expected, Work
from tests.harness.workspaces import as_operator

WITHIN_SECONDS = 30.0


class Unforeseen(Exception):
    """Nothing in the product knows of it."""


@pytest.fixture
def begun(monkeypatch) -> Counter[str]:
    """Every background task fails at its first try; how often each was tried."""
    tries: Counter[str] = Counter()
    begin = task_supervisor.start

    def begin_failing(name: str, work: Work, *, expected: Expected = ()) -> asyncio.Task[None]:
        async def fail_once() -> None:
            tries[name] += 1
            if tries[name] == 1:
                raise Unforeseen
            await work()

        return begin(name, fail_once, expected=expected)

    monkeypatch.setattr(task_supervisor, "start", begin_failing)
    monkeypatch.setattr(task_supervisor, "FIRST_DELAY_SECONDS", 0.01)
    return tries


async def until(came_true: Callable[[], Any]) -> None:
    async with asyncio.timeout(WITHIN_SECONDS):
        while not came_true():  # noqa: ASYNC110 - what is waited for sends no event
            await asyncio.sleep(0.01)


@pytest.fixture
async def given(database_url: str) -> AsyncIterator[settings.Settings]:
    with as_operator():
        yield settings.load({"FULFILMENT_MODE": "development", "FULFILMENT_DATABASE_URL": database_url})


async def test_every_task_of_an_api_process_is_begun_again(given: settings.Settings, begun: Counter[str]) -> None:
    process = app.ApiProcess(given)
    await process.start()
    await until(lambda: begun and min(begun.values()) == 2)
    assert {"key_use", "heartbeat"} <= begun.keys()
    await until(lambda: process.db.owner_id is not None)
    await process.stop()
    assert set(begun.values()) == {2}


async def test_every_task_of_a_worker_is_begun_again(given: settings.Settings, begun: Counter[str]) -> None:
    working = asyncio.create_task(worker.run(given))
    await until(lambda: len(begun) > 2 and min(begun.values()) >= 2)
    assert {
        "listener",
        "fan_out",
        "deliveries",
        "delivery_results",
        "tracking_syncs",
        "heartbeat",
    } <= begun.keys()
    assert {f"cleanup_{sweep.name}" for sweep in worker.CLEANUP_JOBS} <= begun.keys()
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working


async def test_a_process_is_present_again_after_a_failure_that_nobody_foresaw(database_url: str, monkeypatch) -> None:
    connect, failures = asyncpg.connect, [Unforeseen(), Unforeseen()]

    async def fail_first(*args: Any, **options: Any) -> asyncpg.Connection:
        if failures:
            raise failures.pop()
        return await connect(*args, **options)

    monkeypatch.setattr(heartbeat.asyncpg, "connect", fail_first)
    present = ProcessHeartbeat(database_url, {})
    present.start()
    await until(lambda: present.owner_id is not None)
    assert failures == []
    await present.stop()
