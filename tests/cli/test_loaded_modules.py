"""A process loads only the modules that it may need: unused memory is held for months."""

import subprocess
import sys

import pytest

from fulfilment.cli import http_probe

# Clients of databases in threads, what draws and what sells: no start of the service needs them.
HEAVY = ("aiohttp", "reportlab", "stripe")


def loaded(module: str) -> set[str]:
    """The packages that a fresh interpreter holds once it has loaded a module."""
    said = "import sys; import {}; print(*{{name.partition('.')[0] for name in sys.modules}} | set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", said.format(module)], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("process", ["serve", "api", "worker"])
def test_a_command_of_the_service_loads_neither_the_application_nor_what_starts_a_database(process: str) -> None:
    held = loaded(f"fulfilment.cli.{process}")
    assert "structlog" in held
    assert not held & {*HEAVY, "fulfilment.app", "fulfilment.worker", "uvloop", "http.server"}
    assert not held & {"fulfilment.infra.database.embedded.server", "fulfilment.infra.database.embedded.monitor"}


def test_the_api_loads_no_client_that_its_settings_may_not_need() -> None:
    held = loaded("fulfilment.app")
    assert "asyncpg" in held and not held & {"aiohttp", "psycopg", "reportlab", "rich", "stripe"}


def test_an_address_at_which_nothing_listens_has_not_answered(free_port: int) -> None:
    with pytest.raises(OSError):
        http_probe.request_status(f"http://127.0.0.1:{free_port}/")
