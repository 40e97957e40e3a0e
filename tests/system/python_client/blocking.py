"""An asynchronous client told as if it were none: each answer is awaited, each list and file read at once."""

import asyncio
import inspect
from collections.abc import Iterator
from typing import Any

from fulfilment_client import AsyncDownload, AsyncFulfilment, AsyncPager


class Blocking:
    """Whatever an asynchronous client gives, with its answers awaited in `loop`."""

    def __init__(self, given: Any, loop: asyncio.AbstractEventLoop):
        self._given = given
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        return self._told(getattr(self._given, name))

    def __call__(self, *positional: Any, **named: Any) -> Any:
        return self._told(self._given(*positional, **named))

    def __iter__(self) -> Iterator[Any]:
        """Every row of a list, or every piece of a file."""

        async def read() -> list[Any]:
            return [one async for one in self._given]

        return iter(self._loop.run_until_complete(read()))

    def __enter__(self) -> "Blocking":
        return Blocking(self._loop.run_until_complete(self._given.__aenter__()), self._loop)

    def __exit__(self, *problem: Any) -> None:
        self._loop.run_until_complete(self._given.__aexit__(*problem))

    @property
    def body(self) -> Any:
        """The body of a list's first page, which is fetched for it."""
        return self._loop.run_until_complete(self._first()).body

    async def _first(self) -> Any:
        return await self._given

    def _told(self, found: Any) -> Any:
        if inspect.iscoroutine(found):
            return self._told(self._loop.run_until_complete(found))
        is_other = inspect.ismethod(found) or inspect.isasyncgen(found)
        is_other = is_other or isinstance(found, AsyncFulfilment | AsyncPager | AsyncDownload)
        is_resource = type(found).__module__.startswith("fulfilment_client.resources")
        return Blocking(found, self._loop) if is_other or is_resource else found
