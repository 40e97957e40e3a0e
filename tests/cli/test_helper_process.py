"""What is needed at a start alone is done, and held, by a process that ends."""

import multiprocessing
import os
import signal
import subprocess
import sys

import psutil
import pytest

from fulfilment import settings
from fulfilment.cli import http_probe
from fulfilment.cli.helper_process import HelperProcess
from fulfilment.settings import SettingsError

HERE = "tests.cli.test_helper_process"
# Clients of databases and of HTTP, what draws and what ciphers: none of it keeps a service running.
HEAVY = ("aiohttp", "asyncpg", "cryptography", "jinja2", "joserfc", "psycopg", "reportlab", "rich", "stripe")


def refuse(name: str) -> None:
    raise SettingsError(f"{name} will not do.")


def number() -> int:
    return os.getpid()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_it_is_done_by_another_process_which_ends():
    with HelperProcess() as apart:
        worker = apart.call(f"{HERE}:number")
        assert apart.call(f"{HERE}:number") == worker != os.getpid()
    assert not psutil.pid_exists(worker)


def test_what_is_refused_there_is_refused_here():
    with HelperProcess(HERE) as apart, pytest.raises(SettingsError, match=r"^This will not do\.") as refused:
        apart.call(f"{HERE}:refuse", "This")
    assert any("in refuse" in note for note in refused.value.__notes__)


def test_its_death_is_noticed():
    with HelperProcess() as apart, pytest.raises(RuntimeError, match="has died"):
        apart.call(f"{HERE}:die")


def test_who_gives_up_takes_it_along():
    with pytest.raises(KeyboardInterrupt), HelperProcess() as apart:
        apart.start_call("time:sleep", 600)
        raise KeyboardInterrupt
    assert not multiprocessing.active_children()


def loaded(module: str) -> set[str]:
    """The packages that a fresh interpreter holds once it has loaded a module."""
    said = "import sys; import {}; print(*{{name.partition('.')[0] for name in sys.modules}} | set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", said.format(module)], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_who_watches_over_the_others_has_neither_their_loop_nor_a_server_for_scrapes():
    assert not loaded("fulfilment.cli.serve") & {"uvloop", "http.server", "email"}


def test_what_is_told_where_its_database_is_has_nothing_that_starts_one():
    for process in ("api", "worker"):
        assert not loaded(f"fulfilment.cli.{process}") & {
            "fulfilment.infra.database.embedded.server",
            "fulfilment.infra.database.embedded.monitor",
        }


@pytest.mark.parametrize("process", ["serve", "api", "worker"])
def test_what_stays_for_months_holds_nothing_that_the_start_needed(process: str):
    held = loaded(f"fulfilment.cli.{process}")
    assert "structlog" in held and not held & {*HEAVY, "fulfilment.app", "fulfilment.worker"}


def test_the_api_loads_no_client_that_its_settings_may_not_need():
    held = loaded("fulfilment.app")
    assert "asyncpg" in held and not held & {"aiohttp", "psycopg", "reportlab", "rich", "stripe"}


async def test_whoever_hangs_up_without_a_word_has_not_answered(free_port: int):
    with pytest.raises(OSError):
        await http_probe.request_status(f"http://127.0.0.1:{free_port}/")


def test_settings_travel_to_it_as_they_are():
    given = settings.load({"FULFILMENT_PORT": "8123"})
    with HelperProcess() as apart:
        assert apart.call("copy:copy", given) == given
