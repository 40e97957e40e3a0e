"""A process that is told to stop while it begins: it ends, and its supervisor with it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.harness.descendants import children
from tests.harness.service import MASTER_KEYS, _free_port
from tests.system.cli.labs import eventually

# A process stands still while it begins, in the one place until the signal ends it, in the other until it was sent.
BEGINNING = """
import pathlib, sys, time
from fulfilment import app, cli
from fulfilment.cli import api
from fulfilment.infra import process

where, folder = sys.argv[1], pathlib.Path(sys.argv[2])

def wait():
    (folder / "begun").touch()
    while not process.is_draining():
        time.sleep(0.01)
    # It is told just after.
    time.sleep(0.5)

# A worker process runs this again before it begins.
if where == "before the server":
    process.take_short_turns = wait
else:
    app._freeze_long_lived = wait
if __name__ == "__main__":
    sys.exit(cli.main(["api"]))
"""
ENDED_WITHIN_SECONDS = 40


@pytest.mark.parametrize("where", ["before the server", "in the application"])
def test_a_process_that_is_told_to_stop_while_it_begins_ends(durable_url: str, tmp_path: Path, where: str) -> None:
    given = {
        "mode": "development",
        "data_dir": str(tmp_path),
        "database_url": durable_url,
        "master_keys": MASTER_KEYS,
        "port": str(_free_port()),
        "api_processes": "1",
        "shutdown_timeout_seconds": "600",
    }
    environ = os.environ | {f"FULFILMENT_{name.upper()}": value for name, value in given.items()}
    program = tmp_path / "beginning.py"
    program.write_text(BEGINNING)
    process = subprocess.Popen([sys.executable, str(program), where, str(tmp_path)], env=environ)
    try:
        eventually((tmp_path / "begun").exists)
        (child,) = (each.process for each in children(process.pid) if each.serves)
        process.send_signal(signal.SIGTERM)
        assert process.wait(ENDED_WITHIN_SECONDS) == 0
        assert not psutil.wait_procs([child], ENDED_WITHIN_SECONDS)[1]
    finally:
        process.kill()
        process.wait()
