"""A process with a blocked loop answers no probe, an ended process is replaced, and a stop is bounded all the same."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from fulfilment.infra.jobs import task_supervisor
from tests.harness.descendants import children
from tests.harness.service import _free_port
from tests.system.cli.lab import TASKS, TRAP
from tests.system.cli.labs import WITHIN_SECONDS, Lab, eventually, running

LOOKS = 6
# They end with the drawing process that they are about, and begin with the next.
OF_ONE_PROCESS = {"RenderWorker._start_process", "RenderWorker._replace_when_ended"}


@pytest.fixture
def api(module_database_url: str, tmp_path: Path) -> Iterator[Lab]:
    with running("api", module_database_url, tmp_path, _free_port()) as lab:
        lab.pids(2)
        yield lab


@pytest.fixture
def lone_api(module_database_url: str, tmp_path: Path) -> Iterator[Lab]:
    """One process, which is killed a moment after it did not end by itself."""
    own = {"api_processes": 1, "shutdown_timeout_seconds": 0.1}
    with running("api", module_database_url, tmp_path, _free_port(), **own) as lab:
        lab.pids(1)
        yield lab


@contextmanager
def working(database_url: str, folder: Path, probe_port: int) -> Iterator[Lab]:
    with running("worker", database_url, folder, _free_port(), probe_port=probe_port) as lab:
        eventually(lambda: (folder / TASKS).exists() or lab.process.poll())
        assert lab.process.poll() is None, (folder / "log").read_text()
        yield lab


@pytest.mark.parametrize("path", ["/compute", "/wait"])
def test_an_api_process_that_stands_still_answers_no_probe_and_does_not_hold_up_the_stop(
    lone_api: Lab, path: str
) -> None:
    (hung,) = lone_api.pids(1)
    assert lone_api.is_live()
    lone_api.hang(path)
    eventually(lambda: not lone_api.is_live())
    lone_api.process.send_signal(signal.SIGTERM)
    assert lone_api.process.wait(WITHIN_SECONDS) == 0
    assert not psutil.pid_exists(hung)


def test_a_worker_that_stands_still_answers_no_probe(module_database_url: str, tmp_path: Path) -> None:
    port = _free_port()
    with working(module_database_url, tmp_path, port) as worker:
        eventually(lambda: worker.is_live(port))
        (tmp_path / TRAP).touch()
        eventually(lambda: not worker.is_live(port))
        worker.process.kill()
        worker.process.wait()


def test_an_api_process_that_is_killed_is_replaced_while_the_other_serves_on(api: Lab) -> None:
    victim, lasting = sorted(api.pids(2))
    os.kill(victim, signal.SIGKILL)
    eventually(lambda: not psutil.pid_exists(victim))
    after = api.pids(2)
    assert lasting in after and victim not in after


def test_a_stop_that_is_asked_for_while_a_process_is_replaced_is_not_forgotten(api: Lab) -> None:
    family = [each.process for each in children(api.process.pid) if each.serves]
    family[0].kill()
    api.process.send_signal(signal.SIGTERM)
    assert api.process.wait(WITHIN_SECONDS) == 0
    assert not psutil.wait_procs(family, WITHIN_SECONDS)[1]
    assert api.get() is None


def test_no_api_process_outlives_the_command(api: Lab) -> None:
    family = [each.process for each in children(api.process.pid)]
    api.process.kill()
    api.process.wait()
    assert not psutil.wait_procs(family, WITHIN_SECONDS)[1]


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


def test_what_runs_in_the_background_of_a_worker_is_supervised(module_database_url: str, tmp_path: Path) -> None:
    looks = []
    with working(module_database_url, tmp_path, 0) as worker:
        while len(looks) < LOOKS:
            (worker.folder / TASKS).unlink()
            eventually(lambda: (worker.folder / TASKS).exists() and (worker.folder / TASKS).read_text())
            looks.append(set((worker.folder / TASKS).read_text().splitlines()))
        worker.process.send_signal(signal.SIGINT)
        assert worker.process.wait(WITHIN_SECONDS) == 0
        said = [event["event"] for event in worker.log()]
        assert said.index("worker_stopping") < said.index("worker_stopped")
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
    """Every lasting task except `others` is supervised, so that it begins again when it ends; `names` are present."""
    lasting = set.intersection(*looks)
    supervised = {task for task in lasting if task.startswith(task_supervisor.NAME_PREFIX)}
    assert {task.partition(": ")[2] for task in lasting - supervised} <= others
    assert names <= {task.removeprefix(task_supervisor.NAME_PREFIX).partition(":")[0] for task in supervised}
