"""`python -m benchmarks.metering`: what counting costs, on beside off in one run, in processor time; needs no database.

The empty request goes through the application as the server hands it over, without the server. A statement is counted
as the driver's query logger reports it, so its figure is the cost of counting alone, in microseconds.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Awaitable, Callable
from statistics import median
from typing import Any

from asyncpg.connection import LoggedQuery

from fulfilment.infra.api.asgi import Application
from fulfilment.infra.observability.metrics import meters
from fulfilment.infra.observability.metrics.meters import ProcessMetrics

ROUNDS = 30
TIMES = 2_000
_SCOPE = {
    "type": "http",
    "http_version": "1.1",
    "method": "GET",
    "raw_path": b"/api/v1/bench/empty",
    "query_string": b"",
    "headers": [(b"host", b"127.0.0.1")],
    "client": ("127.0.0.1", 1),
}

_QUERY = LoggedQuery("SELECT 1", (), None, 0.001, None, ("127.0.0.1", 1), None)

Work = Callable[[], Awaitable[Any]]


async def _asked_nothing() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _sent(_message: dict[str, Any]) -> None:
    return


async def _recorded() -> None:
    meters.record(_QUERY)


async def _microseconds(work: Work) -> float:
    began = time.process_time()
    for _ in range(TIMES):
        await work()
    return (time.process_time() - began) / TIMES * 1_000_000


async def _beside(off: Work, on: Work) -> tuple[float, float]:
    """Both by turns, so that whatever else the machine does falls on both."""
    without, counted = [], []
    meter = ProcessMetrics("api")
    for _ in range(ROUNDS):
        meters.current = None
        without.append(await _microseconds(off))
        meters.current = meter
        counted.append(await _microseconds(on))
    meters.current = None
    return median(without), median(counted)


async def _measure(application: Application) -> None:
    off, on = await _beside(*[lambda: application(_SCOPE, _asked_nothing, _sent)] * 2)
    print(f"empty request   off {off:6.2f} us   on {on:6.2f} us   ratio {on / off:.3f}")
    off, on = await _beside(_recorded, _recorded)
    print(f"statement       counting it costs {on - off:.2f} us")


def main() -> None:
    from benchmarks import served

    with tempfile.TemporaryDirectory() as folder:
        # In files, as processes count that are scraped together; the library looks for the name when it is loaded.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        asyncio.run(_measure(served.create()))


if __name__ == "__main__":
    main()
