"""The same questions as merchants ask them: signed requests to an API process that serves the database."""

import asyncio
import os
import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg

from benchmarks import processes
from benchmarks.processes import CannotMeasure
from benchmarks.workload import Workspace
from fulfilment.api_keys.service import CreatedKey, create_key_for_operator
from tests.harness.scale.loading import ACCOUNT

_TIMEOUT_SECONDS = 60
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)


class BenchmarkClient:
    """One merchant on one connection, who waits for each answer."""

    def __init__(self, port: int, key: CreatedKey):
        self._workspace = Workspace(ACCOUNT, key.key_id, key.secret, "")
        self._socket = socket.create_connection(("127.0.0.1", port), _TIMEOUT_SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, target: str) -> float:
        """Seconds from the first byte sent to the last one received. Raises CannotMeasure on any answer but 200."""
        request = self._workspace.request("GET", f"/api/v1{target}")
        asked_at = time.perf_counter()
        self._socket.sendall(request)
        answer = self._answer()
        spent = time.perf_counter() - asked_at
        if not answer.startswith(b"HTTP/1.1 200 "):
            raise CannotMeasure(f"{target}: {answer[:500].decode(errors='replace')}")
        return spent

    def _answer(self) -> bytes:
        received, whole = b"", None
        while whole is None or len(received) < whole:
            part = self._socket.recv(1 << 20)
            if not part:
                raise CannotMeasure("The API has hung up.")
            received += part
            end = received.find(b"\r\n\r\n")
            if whole is None and end >= 0:
                whole = end + 4 + int(_LENGTH.search(received)[1])
        return received

    def close(self) -> None:
        self._socket.close()


@contextmanager
def serving(database_url: str, log: Path) -> Iterator[BenchmarkClient]:
    """A caller of an API process that serves the loaded workspace. Raises CannotMeasure."""
    port = _free_port()
    # The API inherits these, and this process seals the key's secret with the same master key.
    os.environ |= {
        "FULFILMENT_LOG_LEVEL": "warning",
        "FULFILMENT_DATABASE_URL": database_url,
        "FULFILMENT_PORT": str(port),
        "FULFILMENT_API_PROCESSES": "1",
    }
    key = asyncio.run(_minted(database_url))
    with processes.served(port, log):
        client = BenchmarkClient(port, key)
        try:
            yield client
        finally:
            client.close()


async def _minted(database_url: str) -> CreatedKey:
    connection = await asyncpg.connect(database_url)
    try:
        return await create_key_for_operator(connection, ACCOUNT)
    finally:
        await connection.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
