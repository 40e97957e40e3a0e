"""Sessions that time their statements, in the place of those that do not, where somebody wants to know."""

from collections.abc import Awaitable
from time import perf_counter
from typing import Any, TypeVar

import asyncpg

from fulfilment.db.outage import COLLISIONS, UNAVAILABLE
from fulfilment.db.session import PooledSession, Session
from fulfilment.db.sql import STATEMENTS
from fulfilment.metrics import catalogue, meters

Answer = TypeVar("Answer")

_KINDS: tuple[tuple[str, type[BaseException] | tuple[type[BaseException], ...]], ...] = (
    ("disk_full", asyncpg.DiskFullError),
    ("read_only", asyncpg.ReadOnlySQLTransactionError),
    ("lock_timeout", asyncpg.LockNotAvailableError),
    ("timeout", (asyncpg.QueryCanceledError, TimeoutError)),
    ("collision", COLLISIONS),
    ("away", UNAVAILABLE),
)
# By text; made anew when statements were registered since.
_names: dict[str, str] = {}
_named_of = 0


class _Timing:
    """What asyncpg's own methods do, timed under the statement's name."""

    __slots__ = ()

    async def fetch(self, query: str, *args: Any, **more: Any) -> Any:
        return await _timed(query, super().fetch(query, *args, **more))

    async def fetchrow(self, query: str, *args: Any, **more: Any) -> Any:
        return await _timed(query, super().fetchrow(query, *args, **more))

    async def fetchval(self, query: str, *args: Any, **more: Any) -> Any:
        return await _timed(query, super().fetchval(query, *args, **more))

    async def fetchmany(self, query: str, args: Any, **more: Any) -> Any:
        return await _timed(query, super().fetchmany(query, args, **more))

    async def execute(self, query: str, *args: Any, **more: Any) -> Any:
        return await _timed(query, super().execute(query, *args, **more))

    async def executemany(self, command: str, args: Any, **more: Any) -> Any:
        return await _timed(command, super().executemany(command, args, **more))


class TimedSession(_Timing, Session):
    """To a server."""

    __slots__ = ()


class TimedPooledSession(_Timing, PooledSession):
    """To a pooler. A statement by itself is timed with the transaction that it becomes."""

    __slots__ = ()


async def _timed(query: str, answer: Awaitable[Answer]) -> Answer:
    began = perf_counter()
    try:
        return await answer
    except Exception as problem:
        if (meter := meters.current) is not None:
            meter.count(catalogue.DATABASE_ERRORS, meter.process, kind_of(problem))
        raise
    finally:
        if (meter := meters.current) is not None:
            meter.observe(catalogue.STATEMENT_SECONDS, perf_counter() - began, name_of(query))


def kind_of(problem: BaseException) -> str:
    """What kind of error it is, as a label says it."""
    return next((kind for kind, types in _KINDS if isinstance(problem, types)), catalogue.OTHER)


def name_of(query: str) -> str:
    """The name that a statement was registered under; what has none is one of the others."""
    global _named_of
    if query not in _names and _named_of < len(STATEMENTS):
        _named_of = len(STATEMENTS)
        _names.update({statement.text: statement.name for statement in STATEMENTS.values()})
        _names.update(catalogue.TRANSACTION_STATEMENTS)
    return _names.get(query, catalogue.OTHER)
