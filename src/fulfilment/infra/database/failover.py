"""Failover: connects to the host that accepts writes, where the URL names several hosts.

The host of the last connection is tried first. If a host does not answer within a moment, the next host is tried in
parallel. Therefore a host that drops packets delays a connection only by that moment, not until the timeout.
"""

import asyncio
import contextlib
from collections.abc import Coroutine, Mapping
from typing import Any

import asyncpg

from fulfilment.infra.database.database_url import completed, hosts
from fulfilment.infra.database.errors import UNAVAILABLE, UNKNOWN

# A nearby server answers within milliseconds. A busy server may still answer while the next host is tried.
NEXT_HOST_SECONDS = 0.5

# The host of the last connection, by URL.
_last: dict[str, str] = {}


async def connect(url: str, **options: Any) -> asyncpg.Connection:
    """Connect as `asyncpg.connect` does, with its errors. Raises TimeoutError after `timeout` seconds."""
    places = hosts(completed(url))
    if len(places) == 1:
        return await asyncpg.connect(places[0], **options)
    timeout_seconds = options.pop("timeout", 60)
    async with asyncio.timeout(timeout_seconds):
        return await _race(url, _connect_in_order(url, places), options)


def _connect_in_order(url: str, places: list[str]) -> list[str]:
    last = _last.get(url)
    return sorted(places, key=lambda place: place != last)


async def _race(url: str, places: list[str], options: Mapping[str, Any]) -> asyncpg.Connection:
    """The first successful connection. Each host is tried a moment after the previous one, or when that has failed."""
    under_way: dict[asyncio.Task, str] = {}
    problem: BaseException | None = None
    waiting = list(places)
    try:
        while waiting or under_way:
            if waiting:
                place = waiting.pop(0)
                under_way[asyncio.ensure_future(_connect_without_bound(place, options))] = place
            done, _ = await asyncio.wait(
                under_way, timeout=NEXT_HOST_SECONDS if waiting else None, return_when=asyncio.FIRST_COMPLETED
            )
            for task in done:
                place = under_way[task]
                problem = _more_telling(problem, task.exception())
                if task.exception() is None:
                    del under_way[task]
                    _last[url] = place
                    return task.result()
                del under_way[task]
        assert problem is not None, "there is a host at least"
        raise problem
    finally:
        for task in under_way:
            task.add_done_callback(_drop)
            task.cancel()


def _connect_without_bound(place: str, options: Mapping[str, Any]) -> Coroutine[Any, Any, asyncpg.Connection]:
    """Connect without a timeout, since `connect` limits the time of all hosts together."""
    # The driver has no annotations, so the type checker infers the type of its default, 60.
    return asyncpg.connect(place, timeout=None, **options)  # pyright: ignore[reportArgumentType]


def _more_telling(former: BaseException | None, latter: BaseException | None) -> BaseException | None:
    """The more useful of two failures to report: a wrong URL or password rather than an unreachable host."""
    is_told = former is not None and (isinstance(former, UNKNOWN) or not isinstance(former, UNAVAILABLE))
    if not is_told and latter is not None:
        return latter
    return former


def _drop(task: asyncio.Task) -> None:
    """Terminate a connection that succeeded after another host was faster."""
    with contextlib.suppress(asyncio.CancelledError):
        if task.exception() is None:
            task.result().terminate()
