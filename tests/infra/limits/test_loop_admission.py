"""Loop admission: slow requests take turns within their workspace, and cheap requests never wait."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from fulfilment.infra.api.body_reader import ClientDisconnected
from fulfilment.infra.api.errors import ServiceUnavailable
from fulfilment.infra.limits import loop_admission as turning
from fulfilment.infra.limits.loop_admission import LoopAdmission, Slot

HEAVY_SECONDS = 0.02


class Clock:
    """A clock that the test moves, and the timers that the loop would have run by it."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self._timers: dict[int, tuple[float, Callable[[], None]]] = {}

    def call_later(self, seconds: float, callback: Callable[..., None], *arguments: Any) -> SimpleNamespace:
        number = len(self._timers)
        self._timers[number] = self.now + seconds, lambda: callback(*arguments)
        return SimpleNamespace(cancel=lambda: self._timers.update({number: (float("inf"), lambda: None)}))

    async def move(self, seconds: float) -> None:
        """Move the clock, and run what is due by then."""
        self.now += seconds
        for number, (due_at, run) in list(self._timers.items()):
            if due_at <= self.now:
                self._timers[number] = float("inf"), lambda: None
                run()
        await asyncio.sleep(0)


@pytest.fixture
async def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the turns and of the loop, for the test alone."""
    made = Clock()
    monkeypatch.setattr(turning, "time", SimpleNamespace(perf_counter=lambda: made.now))
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", made.call_later)
    return made


async def learnt(turns: LoopAdmission, party: str, what: str, seconds: float) -> None:
    """Let it be known what such a request takes."""
    for _ in range(30):
        taken(turns, await turns.acquire(party, what), seconds)


def taken(turns: LoopAdmission, turn: Slot, seconds: float) -> None:
    """End a turn that has held the loop for as long as it waited."""
    turn.measured_seconds = seconds
    turn.began -= 2 * seconds
    turns.release(turn)


async def begun(turns: LoopAdmission, party: str, what: str, many: int) -> tuple[list[Slot], list[asyncio.Task]]:
    """The turns that `many` requests get at once, and the tasks of those that wait."""
    asked = [asyncio.create_task(turns.acquire(party, what)) for _ in range(many)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return [task.result() for task in asked if task.done()], [task for task in asked if not task.done()]


async def test_one_heavy_request_of_a_workspace_runs_at_a_time() -> None:
    turns = LoopAdmission()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)
    running, waiting = await begun(turns, "a", "bulk", 5)
    assert (len(running), len(waiting)) == (1, 4)
    order = []
    while waiting:
        turns.release(running.pop())
        await asyncio.sleep(0)
        done = [task for task in waiting if task.done()]
        assert len(done) == 1
        order.append(done[0])
        running.append(done[0].result())
        waiting.remove(done[0])
    assert len(order) == 4


async def test_a_workspace_does_not_wait_for_another() -> None:
    turns = LoopAdmission()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)
    _running, waiting = await begun(turns, "a", "bulk", 5)
    strangers, still_waiting = await begun(turns, "b", "bulk", 1)
    assert len(strangers) == 1 and not still_waiting
    for task in waiting:
        task.cancel()


async def test_while_a_neighbour_is_about_turns_that_follow_each_other_leave_a_part_of_the_loop_free(
    clock: Clock,
) -> None:
    turns = LoopAdmission()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)
    await learnt(turns, "b", "bulk", HEAVY_SECONDS)
    (running,), (following,) = await begun(turns, "a", "bulk", 2)
    await clock.move(HEAVY_SECONDS)
    running.measured_seconds = HEAVY_SECONDS
    turns.release(running)
    # The neighbour does not wait for it.
    strangers, none = await begun(turns, "b", "bulk", 1)
    assert len(strangers) == 1 and not none
    free = HEAVY_SECONDS / turning.MAX_LOOP_SHARE - HEAVY_SECONDS
    await clock.move(0.99 * free)
    assert not following.done()
    await clock.move(0.02 * free)
    assert following.done()


async def test_what_has_waited_enough_itself_is_followed_at_once() -> None:
    turns = LoopAdmission()
    for party in ("b", "a"):
        await learnt(turns, party, "bulk", HEAVY_SECONDS)
    (running,), (following,) = await begun(turns, "a", "bulk", 2)
    taken(turns, running, HEAVY_SECONDS)
    await asyncio.sleep(0)
    assert following.done()


async def test_a_pause_counts_all_turns_of_the_party_that_have_ended(clock: Clock) -> None:
    turns = LoopAdmission()
    seconds = turning.LOOP_BUDGET_SECONDS / 4
    for party in ("b", "a"):
        await learnt(turns, party, "list", seconds)
    running, (following,) = await begun(turns, "a", "list", 5)
    assert len(running) == 4
    for turn in running:
        turn.measured_seconds = seconds
        turns.release(turn)
    free = 4 * seconds / turning.MAX_LOOP_SHARE
    await clock.move(0.99 * free)
    assert not following.done()
    await clock.move(0.02 * free)
    assert following.done()


async def test_a_process_that_stood_still_does_not_have_its_workspaces_wait_as_long_again() -> None:
    turns = LoopAdmission()
    for party in ("b", "a"):
        await learnt(turns, party, "bulk", HEAVY_SECONDS)
    (running,), (following,) = await begun(turns, "a", "bulk", 2)
    running.measured_seconds = 3_600.0
    turns.release(running)
    await asyncio.sleep(0)
    assert not following.done()
    turns.release(await asyncio.wait_for(following, 60))


async def test_who_is_alone_has_the_whole_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning, "CONTENTION_WINDOW_SECONDS", 0.0)
    turns = LoopAdmission()
    for party in ("b", "a"):
        await learnt(turns, party, "bulk", HEAVY_SECONDS)
    (running,), (following,) = await begun(turns, "a", "bulk", 2)
    running.measured_seconds = 3_600.0
    turns.release(running)
    await asyncio.sleep(0)
    assert following.done()


async def test_what_is_cheap_waits_for_nothing_even_behind_heavy_work_of_its_own_workspace() -> None:
    turns = LoopAdmission()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)
    await learnt(turns, "a", "read", 0.0001)
    _, waiting = await begun(turns, "a", "bulk", 5)
    running, none = await begun(turns, "a", "read", 100)
    assert len(running) == 100 and not none
    for task in waiting:
        task.cancel()


async def test_what_waits_for_something_else_keeps_nobody_from_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning, "IDLE_SECONDS", 0.05)
    turns = LoopAdmission()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)
    running, waiting = await begun(turns, "a", "bulk", 3)
    assert (len(running), len(waiting)) == (1, 2)
    # The first never comes back from where it waits, and neither does the second.
    await asyncio.wait_for(asyncio.gather(*waiting), 60)


async def test_what_stands_aside_keeps_nobody_from_their_turn_from_the_first_moment() -> None:
    turns = LoopAdmission()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)
    (first,), (waiting,) = await begun(turns, "a", "bulk", 2)
    with first.released_while_waiting():
        second = await waiting
        third = asyncio.create_task(turns.acquire("a", "bulk"))
        await asyncio.sleep(0)
        assert not third.done()
    turns.release(second)
    await asyncio.sleep(0)
    # It has come back, and counts again.
    assert not third.done()
    turns.release(first)
    turns.release(await third)


async def test_only_so_many_may_have_begun_to_stand_aside_of_late(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = LoopAdmission()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)
    monkeypatch.setattr(turning, "IDLE_SECONDS", 3_600.0)
    with ExitStack() as aside:
        there = []
        for _ in range(turning.MAX_EXTERNAL_WAITERS):
            there.append(await turns.acquire("a", "bulk"))
            aside.enter_context(there[-1].released_while_waiting())
        one_more = asyncio.create_task(turns.acquire("a", "bulk"))
        await asyncio.sleep(0)
        assert not one_more.done()
        turns.release(await turns.acquire("b", "bulk"))
        turns.release(there[0])
        assert await asyncio.wait_for(one_more, 60)


async def test_of_a_first_burst_that_nobody_has_measured_only_some_begin_at_once() -> None:
    turns = LoopAdmission()
    running, waiting = await begun(turns, "a", "new", 32)
    assert 1 <= len(running) <= turning.LOOP_BUDGET_SECONDS / turning.UNKNOWN_SECONDS
    for task in waiting:
        task.cancel()


async def test_what_has_become_cheap_is_let_through_again() -> None:
    turns = LoopAdmission()
    await learnt(turns, "a", "list", HEAVY_SECONDS)
    await learnt(turns, "a", "list", 0.0001)
    running, waiting = await begun(turns, "a", "list", 50)
    assert len(running) == 50 and not waiting


async def test_the_time_of_a_coroutine_is_that_between_its_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(turning, "time", SimpleNamespace(perf_counter=lambda: clock.now))
    paused = asyncio.Event()

    async def work() -> str:
        clock.now += 5
        await paused.wait()
        clock.now += 2
        return "done"

    turn = Slot("a", "x", 0.0)
    working = asyncio.ensure_future(turn.measure(work()))
    await asyncio.sleep(0)
    clock.now += 100
    paused.set()
    assert await working == "done"
    assert turn.measured_seconds == 7


async def test_a_measured_coroutine_raises_and_is_cancelled_like_any_other() -> None:
    async def fail() -> None:
        await asyncio.sleep(0)
        raise KeyError("x")

    with pytest.raises(KeyError):
        await Slot("a", "x", 0.0).measure(fail())
    seen: list[str] = []

    async def wait() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    async def run() -> None:
        await Slot("a", "x", 0.0).measure(wait())

    task = asyncio.create_task(run())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert seen == ["cancelled"]


async def test_who_hangs_up_while_waiting_takes_no_turn_and_keeps_nobody() -> None:
    turns = LoopAdmission()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)

    async def hang_up(_work: object) -> None:
        raise ClientDisconnected

    running, _ = await begun(turns, "a", "bulk", 1)
    with pytest.raises(ClientDisconnected):
        await turns.acquire("a", "bulk", hang_up)
    turns.release(running[0])
    running, waiting = await begun(turns, "a", "bulk", 1)
    assert len(running) == 1 and not waiting


async def test_who_waits_too_long_is_told_when_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning, "MAX_WAIT_SECONDS", 0.01)
    turns = LoopAdmission()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)
    running, _ = await begun(turns, "a", "bulk", 1)
    with pytest.raises(ServiceUnavailable) as refused:
        await turns.acquire("a", "bulk")
    assert int(refused.value.headers["Retry-After"]) >= 1
    turns.release(running[0])
    assert (await turns.acquire("a", "bulk")).tenant_key == "a"


async def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning, "MAX_REMEMBERED", 10)
    turns = LoopAdmission()
    for number in range(50):
        await learnt(turns, f"acc_{number}", "read", 0.0001)
    assert len(turns._costs) == 10
