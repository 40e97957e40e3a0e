"""Fixtures of all tests: a real PostgreSQL for the session, and a fresh migrated database for each test."""

import gc
import itertools
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from fulfilment.infra.database.embedded import server as embedded_server
from fulfilment.infra.database.migrations import migrate
from tests.harness.connections import connections
from tests.harness.folder import passable_folder

# Hundreds of processes run the same files: the first one compiles them for all others.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

pytest_plugins = ("tests.harness.guard", "tests.harness.fixtures")

_TEMPLATE = "migrated"
_numbers = itertools.count(1)


def pytest_collection_finish() -> None:
    """Thousands of collected cases live as long as the run: no collection of garbage looks at them again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def short_folder() -> Iterator[Path]:
    """A folder for servers; pytest keeps closing its own temporary folder to other users."""
    with passable_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
def server(short_folder: Path) -> Iterator[embedded_server.EmbeddedServer]:
    """An embedded PostgreSQL of this session's own, fast because a crash may lose everything."""
    with embedded_server.start(short_folder / "session", durable=False) as running:
        connections.keep(running.url)
        yield running
        connections.close()


@pytest.fixture(scope="session")
def template(server: embedded_server.EmbeddedServer) -> str:
    """The name of a migrated database that is only copied, and to which no test connects."""
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {_TEMPLATE}")
    migrate.migrate(server.database_url(_TEMPLATE))
    return _TEMPLATE


@pytest.fixture
def database_url(server: embedded_server.EmbeddedServer, template: str) -> Iterator[str]:
    """The address of a fresh migrated database, which ends with the test."""
    yield from _copied(server, template)


@pytest.fixture(scope="module")
def module_database_url(server: embedded_server.EmbeddedServer, template: str) -> Iterator[str]:
    """The same for all tests of a file, where they do not mind one another's rows."""
    yield from _copied(server, template)


@pytest.fixture
def empty_database_url(server: embedded_server.EmbeddedServer) -> Iterator[str]:
    """The address of a fresh database without any schema."""
    yield from _copied(server, "template1")


def _copied(server: embedded_server.EmbeddedServer, template: str) -> Iterator[str]:
    name = f"test_{next(_numbers)}"
    with psycopg.connect(server.url, autocommit=True) as connection:
        # Without fsync, copying the files is faster than writing every block to the log.
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        yield server.database_url(name)
        connections.forget(server.database_url(name))
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
