"""A small application behind the real server, and its clients.

Every answer needs an open file, as the service's need a connection to the database.
"""

import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import msgspec

from fulfilment import settings
from fulfilment.cli import api

HEAD = b"GET / HTTP/1.1\r\nHost: test\r\n\r\n"
OK = b"HTTP/1.1 200 OK"


def create() -> Callable:
    """The application of one process."""

    async def answer(scope: dict[str, Any], receive: Callable, send: Callable) -> None:
        if scope["type"] == "lifespan":
            return await _live(receive, send)
        with socket.socket():
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    return answer


async def _live(receive: Callable, send: Callable) -> None:
    while True:
        kind = (await receive())["type"]
        await send({"type": f"{kind}.complete"})
        if kind == "lifespan.shutdown":
            return


class Holding(msgspec.Struct):
    """A running one."""

    port: int
    process: subprocess.Popen

    def connect(self, source: str = "127.0.0.1", say: bytes = b"") -> socket.socket:
        """A connection from a loopback address."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=60, source_address=(source, 0))
        connection.sendall(say)
        return connection

    def ask(self, source: str, say: bytes = HEAD) -> bytes:
        """The status line that a new connection gets."""
        with self.connect(source, say) as connection:
            return status_line(connection)


def status_line(connection: socket.socket) -> bytes:
    """The first line that comes, empty where the connection was ended."""
    try:
        return connection.recv(65_536).partition(b"\r\n")[0]
    except ConnectionResetError:
        return b""


@contextmanager
def holding(most: int, keep_alive_seconds: int, open_files: int = 0) -> Iterator[Holding]:
    """Serve `most` connections with one process; `open_files` is the hard limit where it is not 0."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    own = {"port": port, "api_processes": 1, "api_connections": most, "keep_alive_seconds": keep_alive_seconds}
    changed = {"mode": "development", **own}
    environment = os.environ | {f"FULFILMENT_{name.upper()}": str(value) for name, value in changed.items()}
    command = [sys.executable, "-m", "tests.infra.limits.holding", str(open_files)]
    with subprocess.Popen(command, env=environment) as process:
        try:
            running = Holding(port, process)
            _await_ready(running)
            yield running
        finally:
            process.send_signal(signal.SIGTERM)


def _await_ready(running: Holding) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and running.process.poll() is None:
        try:
            if running.ask("127.0.0.1") == OK:
                return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the application did not start")


@contextmanager
def crowd(running: Holding, count: int, say: bytes = b"", source: str = "127.0.0.1") -> Iterator[list[socket.socket]]:
    """So many connections of one address that all say the same."""
    with ExitStack() as stack:
        yield [stack.enter_context(running.connect(source, say)) for _ in range(count)]


if __name__ == "__main__":
    if open_files := int(sys.argv[1]):
        resource.setrlimit(resource.RLIMIT_NOFILE, (open_files, open_files))
    api.serve(settings.current(), "tests.infra.limits.holding:create")
