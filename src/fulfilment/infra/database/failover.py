"""Connecting where the address names several hosts: to the one that takes writes, whatever the others do.

The host that was connected to last is asked first. Whoever has not answered after a moment is waited for beside the
next one, so that a host which swallows connections costs that moment, once, and not the whole time there is.
"""

import asyncio
import contextlib
from collections.abc import Coroutine, Mapping
from typing import Any

import asyncpg

from fulfilment.infra.database.database_url import completed, hosts
from fulfilment.infra.database.errors import UNAVAILABLE, UNKNOWN

# A server near by answers within milliseconds, and a busy one is waited for beside the next.
NEXT_HOST_SECONDS = 0.5

# Which host of an address was connected to last.
_last: dict[str, str] = {}


async def connect(url: str, **options: Any) -> asyncpg.Connection:
    """A connection as `asyncpg.connect` makes it. Raises what that raises, and TimeoutError after `timeout` seconds."""
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
    """The first connection that comes, each host being asked a moment after the former, or as soon as that failed."""
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
    """The time of all hosts together is bound by `connect`."""
    # The driver has no annotations, so that the default, 60, is taken for the only type there is.
    return asyncpg.connect(place, timeout=None, **options)  # pyright: ignore[reportArgumentType]


def _more_telling(former: BaseException | None, latter: BaseException | None) -> BaseException | None:
    """Which of two failures to tell: one that a wrong address or password explains rather than that a host is away."""
    is_told = former is not None and (isinstance(former, UNKNOWN) or not isinstance(former, UNAVAILABLE))
    if not is_told and latter is not None:
        return latter
    return former


def _drop(task: asyncio.Task) -> None:
    """Of one that comes after all, when another host was faster, nobody makes use."""
    with contextlib.suppress(asyncio.CancelledError):
        if task.exception() is None:
            task.result().terminate()
