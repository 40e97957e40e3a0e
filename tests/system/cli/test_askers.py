"""The processes of one API know of each other who asks (docs/decisions/0127-one-long-read-at-a-time.md)."""

import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.harness.service import MASTER_KEYS, _free_port
from tests.system.cli.labs import eventually

PROCESSES = 2


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    given = {
        "mode": "development",
        "data_dir": str(tmp_path),
        "master_keys": MASTER_KEYS,
        "port": str(_free_port()),
        "api_processes": str(PROCESSES),
    }
    environ = os.environ | {f"FULFILMENT_{name.upper()}": value for name, value in given.items()}
    process = subprocess.Popen([sys.executable, "-m", "tests.system.cli.asker"], env=environ)
    try:
        yield f"http://127.0.0.1:{given['port']}"
    finally:
        process.terminate()
        process.wait(40)


def test_a_process_knows_who_asks_in_another_one(address: str) -> None:
    told: dict[int, list[bool]] = {}

    def all_have_answered() -> bool:
        try:
            with urllib.request.urlopen(f"{address}/one", timeout=20) as answer:
                pid, has_other = msgspec.json.decode(answer.read(), type=tuple[int, bool])
        except urllib.error.URLError:
            return False
        told.setdefault(pid, []).append(has_other)
        return len(told) == PROCESSES

    eventually(all_have_answered)
    assert not any(has_other for each in told.values() for has_other in each)
    # Asked once, it is known to whichever process answers.
    with urllib.request.urlopen(f"{address}/two", timeout=20) as answer:
        assert msgspec.json.decode(answer.read())[1]
    told.clear()
    eventually(all_have_answered)
    assert all(has_other for each in told.values() for has_other in each)
