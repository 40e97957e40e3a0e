"""Whatever runs in the background of a process works again after a failure that nobody foresaw."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

import asyncpg
import pytest

from fulfilment import app, background, settings, worker
from fulfilment.background import Expected, Work
from fulfilment.db import presence, silence
from fulfilment.db.presence import Presence
from fulfilment.db.silence import Watch
from tests.http.workspaces import as_operator

WITHIN_SECONDS = 30.0


class Unforeseen(Exception):
    """Nothing in the product knows of it."""


@pytest.fixture
def begun(monkeypatch) -> Counter[str]:
    """Every background task fails at its first try; how often each was tried."""
    tries: Counter[str] = Counter()
    begin = background.begin

    def begin_failing(name: str, work: Work, *, expected: Expected = ()) -> asyncio.Task[None]:
        async def fail_once() -> None:
            tries[name] += 1
            if tries[name] == 1:
                raise Unforeseen
            await work()

        return begin(name, fail_once, expected=expected)

    monkeypatch.setattr(background, "begin", begin_failing)
    monkeypatch.setattr(background, "FIRST_DELAY_SECONDS", 0.01)
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
    process = app.Process(given)
    await process.start()
    await until(lambda: begun and min(begun.values()) == 2)
    assert {"key_use", "silence", "presence"} <= begun.keys()
    await until(lambda: process.db.holder is not None)
    await process.stop()
    assert set(begun.values()) == {2}


async def test_every_task_of_a_worker_is_begun_again(given: settings.Settings, begun: Counter[str]) -> None:
    working = asyncio.create_task(worker.run(given))
    await until(lambda: len(begun) > 2 and min(begun.values()) >= 2)
    assert {"listener", "fan_out", "deliveries", "settling", "courier_polls", "presence", "silence"} <= begun.keys()
    assert {f"sweep_{sweep.name}" for sweep in worker.SWEEPS} <= begun.keys()
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working


class Connection:
    """One that was lent, and whose end may fail."""

    lent_at = idle_looks = 0

    def __init__(self, problem: BaseException | None = None):
        self._problem = problem
        self.ended = asyncio.Event()

    def terminate(self) -> None:
        self.ended.set()
        if self._problem is not None:
            raise self._problem


async def _nobody() -> Any:
    raise OSError


@pytest.mark.parametrize("problem", [asyncpg.InterfaceError("released"), Unforeseen(), asyncio.CancelledError()])
async def test_a_silent_connection_is_cut_off_after_one_that_could_not_be(monkeypatch, problem: BaseException) -> None:
    monkeypatch.setattr(silence, "LOOK_SECONDS", 0.01)
    watch = Watch(0.0, _nobody, lambda: None, lambda: None)
    watch.begin()
    for connection in (Connection(problem), Connection(), Connection(problem), Connection()):
        watch.lend(connection)
        async with asyncio.timeout(WITHIN_SECONDS):
            await connection.ended.wait()
    watch.end()


async def test_a_process_is_present_again_after_a_failure_that_nobody_foresaw(database_url: str, monkeypatch) -> None:
    connect, failures = asyncpg.connect, [Unforeseen(), Unforeseen()]

    async def fail_first(*args: Any, **options: Any) -> asyncpg.Connection:
        if failures:
            raise failures.pop()
        return await connect(*args, **options)

    monkeypatch.setattr(presence.asyncpg, "connect", fail_first)
    present = Presence(database_url, {})
    present.begin()
    await until(lambda: present.number is not None)
    assert failures == []
    await present.end()
