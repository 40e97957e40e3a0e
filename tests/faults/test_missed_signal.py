"""A process that is told to stop before it can hear that: it ends as soon as it serves."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil

from tests.cli.labs import eventually
from tests.http.service import MASTER_KEYS, _free_port

# The moment between a process's beginning and its own handlers is made as long as it takes.
DEAF = """
import pathlib, signal, sys, time
from fulfilment import cli, scheduling

def be_deaf():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    here = pathlib.Path(sys.argv.pop())
    (here / "deaf").touch()
    while not (here / "told").exists():
        time.sleep(0.01)

scheduling.take_short_turns = be_deaf
sys.exit(cli.main(["api"]))
"""
ENDED_WITHIN_SECONDS = 40


def test_a_process_that_could_not_hear_its_signal_ends_all_the_same(durable_url: str, tmp_path: Path) -> None:
    given = {
        "mode": "development",
        "data_dir": str(tmp_path),
        "database_url": durable_url,
        "master_keys": MASTER_KEYS,
        "port": str(_free_port()),
        "api_workers": "1",
        "stop_seconds": "600",
    }
    environ = os.environ | {f"FULFILMENT_{name.upper()}": value for name, value in given.items()}
    process = subprocess.Popen([sys.executable, "-c", DEAF, str(tmp_path)], env=environ)
    try:
        eventually((tmp_path / "deaf").exists)
        children = psutil.Process(process.pid).children()
        process.send_signal(signal.SIGTERM)
        # Granian has taken its socket away, and told its processes just after.
        eventually(lambda: _has_told(process.pid, int(given["port"])))
        (tmp_path / "told").touch()
        assert process.wait(ENDED_WITHIN_SECONDS) == 0
        assert not any(child.is_running() for child in children)
    finally:
        process.kill()
        process.wait()


def _has_told(pid: int, port: int) -> bool:
    return all(each.laddr.port != port for each in psutil.Process(pid).net_connections("tcp") if each.laddr)
