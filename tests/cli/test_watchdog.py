"""A process whose loop stands still is ended and begun again, and the log says where it stood; the others serve on."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from fulfilment import background
from tests.cli.lab import TASKS, TRAP
from tests.cli.labs import WATCHDOG_SECONDS, WITHIN_SECONDS, Lab, eventually, running

# Long enough for a watchdog that counted what it should not.
PAUSE_SECONDS = 1.5 * WATCHDOG_SECONDS
LOOKS = 6
# They end with the drawing process that they are about, and begin with the next.
OF_ONE_PROCESS = {"Drawer._begin", "Drawer._replace_once_ended"}


@pytest.fixture
def api(database_url: str, tmp_path: Path, free_port: int) -> Iterator[Lab]:
    with running("api", database_url, tmp_path, free_port) as lab:
        lab.pids(2)
        yield lab


@pytest.fixture
def worker(database_url: str, tmp_path: Path, free_port: int) -> Iterator[Lab]:
    with running("worker", database_url, tmp_path, free_port) as lab:
        eventually(lambda: (tmp_path / TASKS).exists() or lab.process.poll())
        assert lab.process.poll() is None, (tmp_path / "log").read_text()
        yield lab


@pytest.mark.parametrize(("path", "stands_in"), [("/compute", "compute_for_ever"), ("/wait", "wait_for_ever")])
def test_an_api_process_that_stands_still_is_replaced_and_named_while_the_other_serves(
    api: Lab, path: str, stands_in: str
) -> None:
    before = api.pids(2)
    still = threading.Event()
    served: set[int] = set()

    def visit() -> None:
        while not still.is_set():
            if answer := api.get():
                served.add(answer["pid"])

    visitor = threading.Thread(target=visit)
    visitor.start()
    hung = api.hang(path)
    still.set()
    visitor.join()
    assert hung in before
    assert before - {hung} <= served
    (said,) = api.stills()
    assert said["level"] == "error" and said["process"] in ("api 1", "api 2")
    assert said["seconds"] >= WATCHDOG_SECONDS
    assert f"in {stands_in}" in said["stack"][0]
    after = api.pids(2)
    assert hung not in after and before - {hung} < after
    assert len(api.stills()) == 1


def test_an_api_process_that_ends_again_and_again_takes_no_other_with_it(api: Lab) -> None:
    lasting = max(api.pids(2))
    for _ in range(3):
        (victim,) = api.pids(2) - {lasting}
        os.kill(victim, signal.SIGKILL)
    ended = [event for event in eventually(lambda: ends(api, 3)) if event["how"] == "SIGKILL"]
    assert {event["starting_again_in_seconds"] for event in ended} == {1.0}
    assert lasting in api.pids(2)


def test_a_stop_that_is_asked_for_while_a_process_is_replaced_is_not_forgotten(api: Lab) -> None:
    family = psutil.Process(api.process.pid).children()
    family[0].kill()
    eventually(lambda: ends(api, 1))
    api.process.send_signal(signal.SIGTERM)
    assert api.process.wait(WITHIN_SECONDS) == 0
    assert not psutil.wait_procs(family, WITHIN_SECONDS)[1]
    assert api.get() is None


def ends(api: Lab, count: int) -> list[dict[str, Any]]:
    """What was said of processes that ended, once it was said so often."""
    said = [event for event in api.log() if event["event"] == "process ended"]
    return said if len(said) >= count else []


def test_an_api_process_that_somebody_stopped_goes_on_where_it_was(api: Lab) -> None:
    before = api.pids(2)
    stopped = psutil.Process(min(before))
    stopped.suspend()
    time.sleep(PAUSE_SECONDS)
    stopped.resume()
    assert api.pids(2) == before
    assert api.stills() == []


def test_a_machine_that_slept_wakes_up_to_the_same_processes(api: Lab) -> None:
    before = api.pids(2)
    family = [psutil.Process(api.process.pid), *map(psutil.Process, before)]
    for process in family:
        process.suspend()
    time.sleep(PAUSE_SECONDS)
    for process in reversed(family):
        process.resume()
    assert api.pids(2) == before
    assert api.stills() == []


def test_without_a_watchdog_nobody_is_ended(database_url: str, tmp_path: Path, free_port: int) -> None:
    with running("api", database_url, tmp_path, free_port, watchdog_seconds=0, stop_seconds=1) as lab:
        before = lab.pids(2)
        threading.Thread(target=lab.get, args=("/wait", WITHIN_SECONDS), daemon=True).start()
        time.sleep(PAUSE_SECONDS)
        assert all(map(psutil.pid_exists, before))
        assert lab.stills() == []


def test_a_worker_that_stands_still_is_replaced_and_named(worker: Lab) -> None:
    (before,) = psutil.Process(worker.process.pid).children()
    (worker.folder / TRAP).touch()
    (said,) = eventually(worker.stills)
    assert said["process"] == "worker" and said["pid"] == before.pid
    assert "in compute_for_ever" in said["stack"][0]
    assert any("in _fall_into_trap" in line for line in said["stack"])
    (worker.folder / TASKS).unlink()
    eventually((worker.folder / TASKS).exists)
    (after,) = psutil.Process(worker.process.pid).children()
    assert after != before


def test_stopping_the_command_stops_the_worker(worker: Lab) -> None:
    (working,) = psutil.Process(worker.process.pid).children()
    worker.process.send_signal(signal.SIGINT)
    assert worker.process.wait(WITHIN_SECONDS) == 0
    assert not working.is_running()
    # Each process writes its lines in its own time.
    said = [event["event"] for event in sorted(worker.log(), key=lambda event: event["timestamp"])]
    assert said.index("stopping") < said.index("worker_stopping") < said.index("worker_stopped")


def test_a_worker_does_not_outlive_the_command(worker: Lab) -> None:
    (working,) = psutil.Process(worker.process.pid).children()
    worker.process.kill()
    worker.process.wait()
    assert psutil.wait_procs([working], WITHIN_SECONDS)[1] == []


def test_what_runs_in_the_background_of_the_api_is_supervised(api: Lab) -> None:
    (pid, *_) = api.pids(2)
    looks: list[set[str]] = []

    def look() -> bool:
        answer = api.get()
        if answer and answer["pid"] == pid:
            looks.append(set(answer["tasks"]))
        return len(looks) >= LOOKS

    eventually(look)
    require_supervised(looks, {"key_use", "silence", "presence"}, OF_ONE_PROCESS)


def test_what_runs_in_the_background_of_a_worker_is_supervised(worker: Lab) -> None:
    looks = []
    while len(looks) < LOOKS:
        (worker.folder / TASKS).unlink()
        eventually(lambda: (worker.folder / TASKS).exists() and (worker.folder / TASKS).read_text())
        looks.append(set((worker.folder / TASKS).read_text().splitlines()))
    loops = {"listener", "fan_out", "deliveries", "settling", "courier_polls", "courier_calls", "sweep_reservations"}
    require_supervised(looks, {*loops, "silence", "presence"}, {"run"})


def require_supervised(looks: list[set[str]], names: set[str], others: set[str]) -> None:
    """What was there each time is begun again whenever it ends, apart from `others`; `names` are among it."""
    lasting = set.intersection(*looks)
    supervised = {task for task in lasting if task.startswith(background.NAME_PREFIX)}
    assert {task.partition(": ")[2] for task in lasting - supervised} <= others
    assert names <= {task.removeprefix(background.NAME_PREFIX).partition(":")[0] for task in supervised}
