"""Connections of the tests to the session's PostgreSQL, kept from one look into the database to the next.

A fresh session fills its caches of the catalogue before its first statement, which takes longer than the statement.
"""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TypeVar

import asyncpg

Result = TypeVar("Result")
Work = Callable[[asyncpg.Connection], Awaitable[Result]]
# Connections to the most recently used databases; sessions of other processes need room too.
_MOST = 8
# The turns of the loop in which a connection notices that the server has hung up.
_TURNS_TO_NOTICE = 4


class Connections:
    """One kept connection for each database of the servers that were named by `keep`."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._kept: OrderedDict[str, asyncpg.Connection] = OrderedDict()
        self._places: set[str] = set()

    def keep(self, url: str) -> None:
        """Keep connections to the server of this database's address from now on."""
        self._places.add(_place(url))

    def run(self, url: str, work: Work[Result]) -> Result:
        """The result of `work`; on a connection of its own in any thread but the first."""
        if _place(url) in self._places and threading.current_thread() is threading.main_thread():
            return self._loop.run_until_complete(self._on_kept(url, work))
        return asyncio.run(_on_own(url, work))

    def forget(self, url: str) -> None:
        """Close the connection to the database, which is about to end."""
        if url in self._kept:
            self._loop.run_until_complete(_close(self._kept.pop(url)))

    def close(self) -> None:
        """Close all, since their server is about to end."""
        for url in list(self._kept):
            self.forget(url)
        self._places.clear()

    async def _on_kept(self, url: str, work: Work[Result]) -> Result:
        connection = await self._living(url)
        try:
            result = await work(connection)
            await connection.reset()
        except BaseException:
            connection.terminate()
            raise
        self._kept[url] = connection
        while len(self._kept) > _MOST:
            await self._kept.popitem(last=False)[1].close(timeout=5)
        return result

    async def _living(self, url: str) -> asyncpg.Connection:
        for _ in range(_TURNS_TO_NOTICE):
            await asyncio.sleep(0)
        connection = self._kept.pop(url, None)
        return await asyncpg.connect(url) if connection is None or connection.is_closed() else connection


def _place(url: str) -> str:
    """The part of an address that all databases of one server share."""
    return url.partition("?host=")[2]


async def _on_own(url: str, work: Work[Result]) -> Result:
    connection = await asyncpg.connect(url)
    try:
        return await work(connection)
    finally:
        await connection.close()


connections = Connections()


async def _close(connection: asyncpg.Connection) -> None:
    """Close a connection whose server may have closed it before."""
    try:
        await connection.close(timeout=5)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
        connection.terminate()
