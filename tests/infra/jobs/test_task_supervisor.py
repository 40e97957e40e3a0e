"""Background tasks are restarted whatever happens, and end when they are told to."""

import asyncio

import pytest
from structlog.testing import capture_logs

from fulfilment.infra.jobs import task_supervisor
from tests.harness.waiting import until


class Foreseen(Exception):
    """An error that a task expects now and then."""


@pytest.fixture
def events():
    with capture_logs() as seen:
        yield seen


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(task_supervisor, "FIRST_DELAY_SECONDS", 0.001)
    monkeypatch.setattr(task_supervisor, "MAX_DELAY_SECONDS", 0.001)


def failing(*problems: BaseException):
    """A work that fails with each of the problems and then works, and what it says when it does."""
    left, works = list(problems), asyncio.Event()

    async def work() -> None:
        if left:
            raise left.pop(0)
        works.set()
        await asyncio.Event().wait()

    return work, works


@pytest.mark.parametrize("problem", [ValueError("unforeseen"), asyncio.CancelledError(), Foreseen(), TimeoutError()])
async def test_what_fails_is_begun_again_whatever_it_failed_with(impatient, problem):
    work, works = failing(problem, problem, problem)
    task = task_supervisor.start("work", work, expected=(Foreseen,))
    await works.wait()
    await task_supervisor.stop(task)
    assert task.done()


async def test_what_ends_by_itself_is_begun_again(impatient):
    times = asyncio.Semaphore(0)

    async def work() -> None:
        times.release()

    task = task_supervisor.start("work", work)
    for _ in range(3):
        await times.acquire()
    await task_supervisor.stop(task)


async def test_each_failure_is_one_event_and_only_the_unforeseen_ones_are_faults(impatient, events):
    work, works = failing(Foreseen(), ValueError("unforeseen"))
    task = task_supervisor.start("work", work, expected=(Foreseen,))
    await works.wait()
    await task_supervisor.stop(task)
    assert [(event["event"], event["task"]) for event in events] == [
        ("background_task_waits_for_database", "work"),
        ("background_task_failed", "work"),
    ]


async def test_a_task_that_takes_its_end_for_something_else_ends_all_the_same(impatient):
    begun = asyncio.Event()

    async def work() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return

    task = task_supervisor.start("work", work)
    await begun.wait()
    await task_supervisor.stop(task)
    assert task.done()


async def test_one_that_will_not_end_is_named_and_not_waited_for(monkeypatch, events):
    monkeypatch.setattr(task_supervisor, "STOP_TIMEOUT_SECONDS", 0.01)
    begun, let_go = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        while not let_go.is_set():
            try:
                await let_go.wait()
            except asyncio.CancelledError:
                continue

    task = task_supervisor.start("stubborn", work)
    await begun.wait()
    await task_supervisor.stop(task, None)
    assert [(event["event"], event["task"]) for event in events] == [("background_task_not_stopping", "stubborn")]
    let_go.set()
    await task


async def test_what_is_done_to_the_end_is_waited_for_and_cancelled_when_patience_ends():
    async def end_after(patience_seconds: float) -> str:
        begun, let_go, ended = asyncio.Event(), asyncio.Event(), []

        async def call() -> None:
            begun.set()
            try:
                await let_go.wait()
                ended.append("done")
            except asyncio.CancelledError:
                ended.append("cancelled")
                raise

        task = task_supervisor.start("calls", lambda: task_supervisor.finish_before_cancel(call()))
        await begun.wait()
        ending = asyncio.create_task(task_supervisor.stop(task, grace_seconds=patience_seconds))
        await asyncio.sleep(0.02)
        let_go.set()
        await ending
        assert task.done()
        return ended[0]

    assert await end_after(30) == "done"
    assert await end_after(0.001) == "cancelled"


async def test_a_loop_that_fails_over_and_over_is_no_loop_that_works(impatient):
    times = asyncio.Semaphore(0)

    async def work() -> None:
        times.release()
        raise ValueError("again")

    task = task_supervisor.start("failing one", work)
    for _ in range(task_supervisor.MAX_FAILURES):
        assert task_supervisor.health_problem(task) is None
        await times.acquire()
    await times.acquire()
    assert task_supervisor.health_problem(task) == "failing one fails over and over"
    await task_supervisor.stop(task)
    assert task_supervisor.health_problem(task) == "failing one has ended"


async def test_a_loop_that_has_mended_works_again(impatient, monkeypatch):
    monkeypatch.setattr(task_supervisor, "HEALTHY_AFTER_SECONDS", 0.01)
    faults = 0

    async def work() -> None:
        nonlocal faults
        faults += 1
        if faults > task_supervisor.MAX_FAILURES:
            await asyncio.Event().wait()
        raise ValueError("again")

    task = task_supervisor.start("mended one", work)
    await until(lambda: task_supervisor.health_problem(task) is not None)
    await until(lambda: task_supervisor.health_problem(task) is None)
    await task_supervisor.stop(task)


async def test_a_loop_that_has_not_turned_for_long_stands_still(monkeypatch):
    turned = asyncio.Event()

    async def work() -> None:
        task_supervisor.tick()
        turned.set()
        await asyncio.Event().wait()

    task = task_supervisor.start("still one", work)
    await turned.wait()
    assert task_supervisor.health_problem(task) is None
    monkeypatch.setattr(task_supervisor, "STALLED_AFTER_SECONDS", -1.0)
    assert task_supervisor.health_problem(task) == "still one stands still"
    await task_supervisor.stop(task)
