"""A process whose loop stands still is ended and begun again, and the log says where it stood; the others serve on."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from fulfilment.infra.jobs import task_supervisor
from tests.harness.service import _free_port
from tests.system.cli.lab import TASKS, TRAP
from tests.system.cli.labs import EVENT_LOOP_TIMEOUT_SECONDS, WITHIN_SECONDS, Lab, eventually, running

# Long enough for a watchdog that counted what it should not.
PAUSE_SECONDS = 1.5 * EVENT_LOOP_TIMEOUT_SECONDS
LOOKS = 6
# Several, since a connection may lead to the process that stands still, where it waits for its time-out.
VISITORS = 6
VISIT_TIMEOUT_SECONDS = 0.5
VISIT_PAUSE_SECONDS = 0.02
# They end with the drawing process that they are about, and begin with the next.
OF_ONE_PROCESS = {"RenderWorker._start_process", "RenderWorker._replace_when_ended"}


@pytest.fixture(scope="module")
def lasting_api(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with running("api", module_database_url, tmp_path_factory.mktemp("api"), _free_port()) as lab:
        yield lab


@pytest.fixture
def api(lasting_api: Lab) -> Lab:
    """The API of those tests that leave it serving, with both its processes."""
    lasting_api.pids(2)
    return lasting_api.from_now_on()


@pytest.fixture(scope="module")
def lasting_worker(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with working(module_database_url, tmp_path_factory.mktemp("worker")) as lab:
        yield lab


@pytest.fixture
def worker(lasting_worker: Lab) -> Lab:
    """The worker of those tests that leave it at work."""
    return lasting_worker.from_now_on()


@pytest.fixture
def own_worker(module_database_url: str, tmp_path: Path) -> Iterator[Lab]:
    with working(module_database_url, tmp_path) as lab:
        yield lab


@contextmanager
def working(database_url: str, folder: Path) -> Iterator[Lab]:
    with running("worker", database_url, folder, _free_port()) as lab:
        eventually(lambda: (folder / TASKS).exists() or lab.process.poll())
        assert lab.process.poll() is None, (folder / "log").read_text()
        yield lab


@pytest.mark.parametrize(("path", "stands_in"), [("/compute", "compute_for_ever"), ("/wait", "wait_for_ever")])
def test_an_api_process_that_stands_still_is_replaced_and_named_while_the_other_serves(
    api: Lab, path: str, stands_in: str
) -> None:
    before = api.pids(2)
    with visited(api) as answered_at:
        hung = api.hang(path)
    assert hung in before
    (other,) = before - {hung}
    assert answered_at.get(other, 0.0) > answered_at.get(hung, 0.0)
    (said,) = api.stills()
    assert said["level"] == "error" and said["process"] in ("api 1", "api 2")
    assert said["seconds"] >= EVENT_LOOP_TIMEOUT_SECONDS
    assert f"in {stands_in}" in said["stack"][0]
    after = api.pids(2)
    assert hung not in after and other in after
    assert len(api.stills()) == 1


@contextmanager
def visited(api: Lab) -> Iterator[dict[int, float]]:
    """When each process answered last; a visitor whose connection is left waiting by one tries again."""
    answered_at: dict[int, float] = {}
    over = threading.Event()

    def visit() -> None:
        while not over.wait(VISIT_PAUSE_SECONDS):
            if answer := api.get(timeout=VISIT_TIMEOUT_SECONDS):
                answered_at[answer["pid"]] = time.monotonic()

    visitors = [threading.Thread(target=visit) for _ in range(VISITORS)]
    for visitor in visitors:
        visitor.start()
    try:
        yield answered_at
    finally:
        over.set()
        for visitor in visitors:
            visitor.join()


def test_an_api_process_that_ends_again_and_again_takes_no_other_with_it(api: Lab) -> None:
    lasting = max(api.pids(2))
    for _ in range(2):
        (victim,) = api.pids(2) - {lasting}
        os.kill(victim, signal.SIGKILL)
    ended = [event for event in eventually(lambda: ends(api, 2)) if event["how"] == "SIGKILL"]
    assert {event["starting_again_in_seconds"] for event in ended} == {1.0}
    assert lasting in api.pids(2)


def test_a_stop_that_is_asked_for_while_a_process_is_replaced_is_not_forgotten(
    module_database_url: str, tmp_path: Path
) -> None:
    with running("api", module_database_url, tmp_path, _free_port()) as api:
        api.pids(2)
        family = psutil.Process(api.process.pid).children()
        family[0].kill()
        eventually(lambda: ends(api, 1))
        api.process.send_signal(signal.SIGTERM)
        assert api.process.wait(WITHIN_SECONDS) == 0
        assert not psutil.wait_procs(family, WITHIN_SECONDS)[1]
        assert api.get() is None


def ends(api: Lab, count: int) -> list[dict[str, Any]]:
    """What was said of processes that ended, once it was said so often."""
    said = [event for event in api.log() if event["event"] == "process_ended"]
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


def test_without_a_watchdog_nobody_is_ended(module_database_url: str, tmp_path: Path) -> None:
    with running("api", module_database_url, tmp_path, _free_port(), event_loop_timeout_seconds=0) as lab:
        before = lab.pids(2)
        threading.Thread(target=lab.get, args=("/wait", WITHIN_SECONDS), daemon=True).start()
        time.sleep(PAUSE_SECONDS)
        assert all(map(psutil.pid_exists, before))
        assert lab.stills() == []
        # A stop would wait for the one that stands still.
        for pid in before:
            os.kill(pid, signal.SIGKILL)


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


def test_stopping_the_command_stops_the_worker(own_worker: Lab) -> None:
    (process,) = psutil.Process(own_worker.process.pid).children()
    own_worker.process.send_signal(signal.SIGINT)
    assert own_worker.process.wait(WITHIN_SECONDS) == 0
    assert not process.is_running()
    # Each process writes its lines in its own time.
    said = [event["event"] for event in sorted(own_worker.log(), key=lambda event: event["timestamp"])]
    assert said.index("stopping") < said.index("worker_stopping") < said.index("worker_stopped")


def test_a_worker_does_not_outlive_the_command(own_worker: Lab) -> None:
    (process,) = psutil.Process(own_worker.process.pid).children()
    own_worker.process.kill()
    own_worker.process.wait()
    assert psutil.wait_procs([process], WITHIN_SECONDS)[1] == []


def test_what_runs_in_the_background_of_the_api_is_supervised(api: Lab) -> None:
    (pid, *_) = api.pids(2)
    looks: list[set[str]] = []

    def look() -> bool:
        answer = api.get()
        if answer and answer["pid"] == pid:
            looks.append(set(answer["tasks"]))
        return len(looks) >= LOOKS

    eventually(look)
    require_supervised(looks, {"key_use", "heartbeat"}, OF_ONE_PROCESS)


def test_what_runs_in_the_background_of_a_worker_is_supervised(worker: Lab) -> None:
    looks = []
    while len(looks) < LOOKS:
        (worker.folder / TASKS).unlink()
        eventually(lambda: (worker.folder / TASKS).exists() and (worker.folder / TASKS).read_text())
        looks.append(set((worker.folder / TASKS).read_text().splitlines()))
    loops = {
        "listener",
        "fan_out",
        "deliveries",
        "delivery_results",
        "tracking_syncs",
        "courier_operations",
        "cleanup_reservations",
    }
    require_supervised(looks, {*loops, "heartbeat"}, {"run"})


def require_supervised(looks: list[set[str]], names: set[str], others: set[str]) -> None:
    """What was there each time is begun again whenever it ends, apart from `others`; `names` are among it."""
    lasting = set.intersection(*looks)
    supervised = {task for task in lasting if task.startswith(task_supervisor.NAME_PREFIX)}
    assert {task.partition(": ")[2] for task in lasting - supervised} <= others
    assert names <= {task.removeprefix(task_supervisor.NAME_PREFIX).partition(":")[0] for task in supervised}
