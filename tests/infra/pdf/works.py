"""Jobs of the render processes in these tests. An order is JSON."""

import json
import os
import signal
import time
from pathlib import Path

import psutil

from fulfilment.infra.pdf import RenderJob

FOREVER = 600


def asked(work, **order) -> RenderJob:
    return RenderJob(f"{__name__}:{work.__name__}", json.dumps(order).encode())


def process_in(file: Path) -> int:
    """Which process hangs there."""
    return int(file.read_text())


def say(order: bytes) -> bytes:
    """The words of the order, and the id of the process."""
    return json.dumps([json.loads(order)["words"], os.getpid()]).encode()


def note(order: bytes) -> bytes:
    """Add a line to a file, which shows what was drawn in which order."""
    given = json.loads(order)
    with Path(given["file"]).open("a") as file:
        file.write(f"{given['words']}\n")
    time.sleep(given.get("seconds", 0))
    return b"noted"


def hang(order: bytes) -> bytes:
    """Say which process it is, and never end, unless it was asked before."""
    file = Path(json.loads(order)["file"])
    if file.exists():
        return b"drawn again"
    file.with_suffix(".part").write_text(str(os.getpid()))
    file.with_suffix(".part").rename(file)
    time.sleep(FOREVER)
    return b""


def crash(order: bytes) -> bytes:
    note(order)
    os.kill(os.getpid(), signal.SIGSEGV)
    return b""


def grow(order: bytes) -> bytes:
    return b"x" * json.loads(order)["bytes"]


def listen(order: bytes) -> bytes:
    """The ports of the listening sockets that this process has."""
    found = psutil.Process().net_connections()
    return json.dumps([each.laddr.port for each in found if each.status == psutil.CONN_LISTEN]).encode()


def fail(order: bytes) -> bytes:
    raise LookupError("a fault of the drawing's own")
