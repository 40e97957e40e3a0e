"""Asking one of our own processes over HTTP: all that a supervisor needs of a client, without its weight."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

import msgspec

TIMEOUT_SECONDS = 5.0


async def request_status(address: str, body: dict[str, Any] | None = None) -> int:
    """What an `http` address on this machine answers GET with; with a `body` it is POSTed as JSON.

    Raises OSError, TimeoutError among them, where nobody answers within TIMEOUT_SECONDS.
    """
    async with asyncio.timeout(TIMEOUT_SECONDS):
        parts = urlsplit(address)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        try:
            writer.write(_encode_request(parts.netloc, parts.path, body))
            return _parse_status(await reader.readline())
        finally:
            writer.close()


def _encode_request(host: str, path: str, body: dict[str, Any] | None) -> bytes:
    lines = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", f"Host: {host}", "Connection: close"]
    content = b""
    if body is not None:
        content = msgspec.json.encode(body)
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return "\r\n".join([*lines, "", ""]).encode() + content


def _parse_status(line: bytes) -> int:
    words = line.split()
    if len(words) < 2 or not words[1].isdigit():
        raise ConnectionError("It hung up without an answer.")
    return int(words[1])
