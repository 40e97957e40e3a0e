"""The neighbour: requests at a steady rate, whatever becomes of the ones before, each timed from when it was due.

A program of its own, `python -m benchmarks.neighbours.neighbour PORT FILE SECONDS PER_SECOND BEGIN_AT`, so that the
harness does not measure itself. FILE holds the requests as the load generator reads them, BEGIN_AT is a unix time; the
answer is one line of JSON.
"""

import asyncio
import struct
import sys
import time
from collections import deque
from pathlib import Path
from statistics import median, quantiles

import msgspec
import uvloop

PATIENCE_SECONDS = 30.0


class Kept(msgspec.Struct):
    """The neighbour's figures for one kind of request: milliseconds, and how many answers were wrong."""

    asked: int
    refused: int
    p50: float
    p99: float
    most: float
    error: str = ""


async def ask(port: int, requests: list[bytes], seconds: float, per_second: float) -> Kept:
    """Send the requests one after the other at their times, on as many connections as that takes."""
    idle: deque[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = deque()
    spent: list[float] = []
    refusals: list[str] = []

    async def one(request: bytes, due: float) -> None:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                reader, writer = idle.pop() if idle else await asyncio.open_connection("127.0.0.1", port)
                writer.write(request)
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
                body = await reader.readexactly(length)
        except (OSError, EOFError, TimeoutError, ValueError) as problem:
            refusals.append(f"{type(problem).__name__}: {problem}")
            return
        spent.append(time.monotonic() - due)
        if head.split(b" ", 2)[1] not in (b"200", b"201"):
            refusals.append((head.split(b"\r\n")[0] + b" " + body[:200]).decode(errors="replace"))
        idle.append((reader, writer))

    began = time.monotonic()
    running = []
    for number in range(round(seconds * per_second)):
        due = began + number / per_second
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        running.append(asyncio.create_task(one(requests[number % len(requests)], due)))
    await asyncio.gather(*running)
    many = len(spent) > 1
    return Kept(
        len(running),
        len(refusals),
        median(spent) * 1_000 if spent else 0.0,
        quantiles(spent, n=100)[98] * 1_000 if many else 0.0,
        max(spent, default=0.0) * 1_000,
        refusals[0] if refusals else "",
    )


def read(path: Path) -> list[bytes]:
    """The requests of a file of the load generator's."""
    content, at, found = path.read_bytes(), 0, []
    while at < len(content):
        (length,) = struct.unpack_from("<I", content, at)
        found.append(content[at + 4 : at + 4 + length])
        at += 4 + length
    return found


def main() -> None:
    port, path, seconds, per_second, begin_at = sys.argv[1:]
    requests = read(Path(path))
    # Not before all neighbours have started, which takes the processors for a while.
    time.sleep(max(0.0, float(begin_at) - time.time()))
    kept = uvloop.run(ask(int(port), requests, float(seconds), float(per_second)))
    print(msgspec.json.encode(kept).decode())


if __name__ == "__main__":
    main()
