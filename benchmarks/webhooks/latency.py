"""How long after its commit an event reaches the healthy, while others hang, drip and refuse."""

import asyncio
import socket
import time
from pathlib import Path
from statistics import quantiles

from benchmarks.processes import CannotMeasure
from benchmarks.webhooks.backlog import Backlog, register_all
from benchmarks.webhooks.drain import working
from benchmarks.webhooks.receiving import Receiver

EVENTS_PER_SECOND = 100
HEALTHY = tuple(f"/well{number}" for number in range(5))
STARTING_SECONDS = 4.0
ARRIVING_SECONDS = 30.0
BAR_MILLISECONDS = 250.0


async def measure(folder: Path, receiver: Receiver, backlog: Backlog, seconds: float) -> list[str]:
    """Verdicts on the time from an event's commit to its first attempt at each healthy endpoint, and on losses."""
    with socket.socket() as closed:
        # Bound, but not listened to: a connection is refused.
        closed.bind(("127.0.0.1", 0))
        await register_all(backlog, receiver, [path.removeprefix("/") for path in (*HEALTHY, "/hang", "/drip")])
        await backlog.register(f"http://127.0.0.1:{closed.getsockname()[1]}/")
        with working(folder):
            await asyncio.sleep(STARTING_SECONDS)
            first = receiver.count
            committed = await _happen(backlog, seconds)
            arrived = await _arrivals(receiver, first, len(committed) * len(HEALTHY))
    return _verdicts(committed, arrived)


async def _happen(backlog: Backlog, seconds: float) -> dict[str, float]:
    """When each event's commit was asked for, in unix seconds."""
    committed = {}
    began = time.monotonic()
    for number in range(round(seconds * EVENTS_PER_SECOND)):
        await asyncio.sleep(max(0.0, began + number / EVENTS_PER_SECOND - time.monotonic()))
        asked_at = time.time()
        committed[await backlog.happen()] = asked_at
    late = time.monotonic() - began - seconds
    if late > 0.1 * seconds:
        raise CannotMeasure(f"{EVENTS_PER_SECOND} events a second could not be committed: {late:.1f} s too late.")
    return committed


async def _arrivals(receiver: Receiver, first: int, wanted: int) -> dict[tuple[str, str], float]:
    """When each (event, healthy endpoint) was there first, once all are or ARRIVING_SECONDS have passed."""
    arrived: dict[tuple[str, str], float] = {}
    deadline = time.monotonic() + ARRIVING_SECONDS
    while len(arrived) < wanted and time.monotonic() < deadline:
        await asyncio.sleep(0.2)
        end = receiver.count
        for each in receiver.records(first, end):
            if each.path in HEALTHY:
                arrived.setdefault((each.event_id, each.path), each.at)
        first = end
    return arrived


def _verdicts(committed: dict[str, float], arrived: dict[tuple[str, str], float]) -> list[str]:
    spent = [1_000 * (at - committed[event_id]) for (event_id, _), at in arrived.items() if event_id in committed]
    missing = len(committed) * len(HEALTHY) - len(spent)
    if len(spent) < 2:
        raise CannotMeasure("No event reached a healthy endpoint.")
    parts = quantiles(spent, n=100)
    return [
        f"{_word(parts[98] < BAR_MILLISECONDS)}  commit to first attempt at {len(HEALTHY)} healthy of 8 endpoints,"
        f" {EVENTS_PER_SECOND} events/s: {parts[49]:.0f} ms, 99 of 100 within {parts[98]:.0f}"
        f" (bar {BAR_MILLISECONDS:g}), all within {max(spent):.0f}",
        f"{_word(not missing)}  of {len(committed)} events the healthy missed {missing} (bar 0)",
    ]


def _word(is_met: bool) -> str:
    return f"{'met' if is_met else 'MISSED':<6}"
