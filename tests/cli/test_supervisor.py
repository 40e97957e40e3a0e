"""The supervisor starts its children again when they end, and outlives none of them."""

import asyncio
import os
import sys
from pathlib import Path

import psutil
import pytest
from structlog.testing import capture_logs

from fulfilment.cli import supervisor
from fulfilment.cli.supervisor import Child, Supervisor
from fulfilment.cli.watchdog import CHECK_INTERVAL_SECONDS
from tests.harness.descendants import descendants

SLEEP = "import time; time.sleep(3600)"
STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); {then}; time.sleep(3600)"
PARENT = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {SLEEP!r}]).wait()"
STANDING_STILL = """
import asyncio, time
from fulfilment.infra.process import heartbeat_pipe as pulse

async def stand_still():
    pulse.begin()
    time.sleep(3600)

pulse.connect(pulse.Line.from_environment())
asyncio.run(stand_still())
"""


SERVED = """
import asyncio, sys
from fulfilment.infra.process import heartbeat_pipe as pulse

async def serve():
    pulse.begin()
    sys.exit(1)

pulse.connect(pulse.Line.from_environment())
asyncio.run(serve())
"""


def child(name: str, program: str, **more) -> Child:
    return Child(name, [sys.executable, "-c", program], **more)


def ours() -> list[psutil.Process]:
    """The sleepers under us, apart from the servers of the test session."""
    return [each.process for each in descendants(os.getpid()) if "time.sleep(3600)" in " ".join(each.command)]


async def family(size: int) -> list[psutil.Process]:
    """The sleepers under us, once there are so many; a start takes as long as it takes."""
    while len(found := ours()) < size:  # noqa: ASYNC110 - the system sends no event for it
        await asyncio.sleep(0.01)
    return found


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(supervisor, "FIRST_DELAY_SECONDS", 0.01)


async def test_a_child_that_ends_is_started_again_and_greeted_each_time(impatient):
    starts = asyncio.Semaphore(0)

    async def started() -> None:
        starts.release()

    async with Supervisor([child("brief", "raise SystemExit(3)", on_started=started)], {}) as running:
        running.mark_ready()
        for _ in range(3):
            await starts.acquire()


async def test_a_greeting_that_fails_leaves_its_child_alone(impatient):
    async def started() -> None:
        raise OSError("nobody listens")

    async with Supervisor([child("sleeper", SLEEP, on_started=started)], {}) as running:
        running.mark_ready()
        (process,) = await family(1)
        await asyncio.sleep(0)
        assert process.is_running()


async def test_a_child_that_ends_during_the_start_is_named_and_not_tried_again(impatient):
    async with Supervisor([child("broken", "raise SystemExit(1)"), child("sleeper", SLEEP)], {}) as running:
        assert await running.start_failure == "broken"
    assert ours() == []


async def test_a_child_that_has_served_and_ends_during_the_start_of_others_is_started_again(impatient):
    starts = asyncio.Semaphore(0)

    async def started() -> None:
        starts.release()

    async with Supervisor([child("served", SERVED, on_started=started)], {}) as running:
        for _ in range(2):
            await starts.acquire()
        assert not running.start_failure.done()


async def test_a_child_that_ends_just_before_all_have_settled_is_started_again(impatient):
    starts = asyncio.Semaphore(0)

    async def started() -> None:
        starts.release()

    async with Supervisor([child("brief", "raise SystemExit(3)", on_started=started)], {}) as running:
        await starts.acquire()
        # It has ended by then, and whether that was its start is being looked at.
        await asyncio.sleep(CHECK_INTERVAL_SECONDS)
        running.mark_ready()
        await starts.acquire()
        assert not running.start_failure.done()


async def test_leaving_ends_grandchildren_and_those_who_will_not_listen(monkeypatch, tmp_path: Path):
    ready = tmp_path / "ready"
    stubborn = STUBBORN.format(then=f"open({str(ready)!r}, 'w')")
    monkeypatch.setattr(supervisor, "STOP_TIMEOUT_SECONDS", 0.2)
    with capture_logs() as said:
        async with Supervisor([child("parent", PARENT), child("stubborn", stubborn)], {}):
            found = await family(3)
            while not ready.exists():  # noqa: ASYNC110 - the system sends no event for it
                await asyncio.sleep(0.01)
    assert not psutil.wait_procs(found, timeout=10)[1]
    asked, forced = said
    assert asked["event"] == "stopping" and sorted(asked["waiting_for"]) == ["parent", "stubborn"]
    assert asked["seconds_at_most"] == 0.2
    assert forced["event"] == "processes_killed" and forced["processes"] == ["stubborn"]


async def test_children_are_told_to_stop_in_their_turns(tmp_path: Path):
    said = tmp_path / "said"
    telling = f"""
import signal, sys, time
def stop(*_):
    time.sleep(0.2)
    open({str(said)!r}, "a").write(sys.argv[1] + " ")
    sys.exit()
signal.signal(signal.SIGTERM, stop)
open({str(said)!r}, "a").write("up ")
while True: time.sleep(1)
"""
    last, first, beside = (
        Child(name, [sys.executable, "-c", telling, name], shutdown_order=turn, shutdown_timeout_seconds=10)
        for name, turn in (("last", 2), ("first", 0), ("beside", 0))
    )
    with capture_logs() as events:
        async with Supervisor([last, first, beside], {}):
            while not said.exists() or said.read_text().count("up") < 3:  # noqa: ASYNC110 - no event for it
                await asyncio.sleep(0.01)
    *_, one, other, third = said.read_text().split()
    assert {one, other} == {"first", "beside"} and third == "last"
    assert events[0]["seconds_at_most"] == 20


async def test_what_a_child_leaves_behind_is_ended_before_it_starts_again(impatient):
    async with Supervisor([child("parent", PARENT)], {}) as running:
        running.mark_ready()
        parent, orphan = await family(2)
        parent.kill()
        _gone, alive = await asyncio.to_thread(psutil.wait_procs, [orphan], 10)
        assert not alive


async def test_a_child_whose_loop_stands_still_is_ended_and_started_again(impatient):
    starts = asyncio.Semaphore(0)

    async def started() -> None:
        starts.release()

    with capture_logs() as said:
        async with Supervisor(
            [child("still", STANDING_STILL, on_started=started)], {}, event_loop_timeout_seconds=1
        ) as running:
            running.mark_ready()
            for _ in range(2):
                await starts.acquire()
            assert running.has_heartbeat
    still, ended, *_ = said
    assert (still["event"], still["process"]) == ("process_stalled", "still")
    assert "in stand_still" in still["stack"][0]
    assert (ended["event"], ended["how"]) == ("process_ended", "SIGKILL")


async def test_children_get_the_environment_and_the_number_of_their_supervisor(tmp_path: Path):
    told = tmp_path / "told"
    program = f"import os; open({str(told)!r}, 'w').write(os.environ['FULFILMENT_SUPERVISOR_PID'] + os.environ['X'])"
    async with Supervisor([child("teller", program)], {"X": "!"}) as running:
        await running.start_failure
    assert told.read_text() == f"{psutil.Process().pid}!"
