"""A durable server for the crash tests of this folder: what it answered for must survive anything."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.house import Store

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def store(short_folder: Path) -> Iterator[Store]:
    """A PostgreSQL server that writes to disk before it answers."""
    running = Store(short_folder / "durable")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def durable_url(store: Store) -> str:
    """A fresh migrated database on it for the tests of one file."""
    return store.new_database(f"faults_{next(_numbers)}")
