"""What runs in the background goes on whatever happens, and ends when it is told to."""

import asyncio

import pytest
from structlog.testing import capture_logs

from fulfilment import background


class Foreseen(Exception):
    """What a task expects now and then."""


@pytest.fixture
def events():
    with capture_logs() as seen:
        yield seen


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(background, "FIRST_DELAY_SECONDS", 0.001)
    monkeypatch.setattr(background, "LONGEST_DELAY_SECONDS", 0.001)


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
    task = background.begin("work", work, expected=(Foreseen,))
    await works.wait()
    await background.end(task)
    assert task.done()


async def test_what_ends_by_itself_is_begun_again(impatient):
    times = asyncio.Semaphore(0)

    async def work() -> None:
        times.release()

    task = background.begin("work", work)
    for _ in range(3):
        await times.acquire()
    await background.end(task)


async def test_each_failure_is_one_event_and_only_the_unforeseen_ones_are_faults(impatient, events):
    work, works = failing(Foreseen(), ValueError("unforeseen"))
    task = background.begin("work", work, expected=(Foreseen,))
    await works.wait()
    await background.end(task)
    assert [(event["event"], event["task"]) for event in events] == [
        ("background_waits", "work"),
        ("background_fault", "work"),
    ]


async def test_a_task_that_takes_its_end_for_something_else_ends_all_the_same(impatient):
    begun = asyncio.Event()

    async def work() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return

    task = background.begin("work", work)
    await begun.wait()
    await background.end(task)
    assert task.done()


async def test_one_that_will_not_end_is_named_and_not_waited_for(monkeypatch, events):
    monkeypatch.setattr(background, "END_TIMEOUT_SECONDS", 0.01)
    begun, let_go = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        while not let_go.is_set():
            try:
                await let_go.wait()
            except asyncio.CancelledError:
                continue

    task = background.begin("stubborn", work)
    await begun.wait()
    await background.end(task, None)
    assert [(event["event"], event["task"]) for event in events] == [("background_will_not_end", "stubborn")]
    let_go.set()
    await task
