"""Sessions that time their statements, in the place of those that do not, where somebody wants to know."""

from collections.abc import Awaitable, Iterable, Sequence
from time import perf_counter
from typing import Any, TypeVar

import asyncpg

from fulfilment.infra.database.errors import SERIALIZATION_CONFLICTS, UNAVAILABLE
from fulfilment.infra.database.server_session import PgBouncerSession, ServerSession
from fulfilment.infra.database.statements import STATEMENTS
from fulfilment.infra.models import Value
from fulfilment.infra.observability.metrics import catalogue, meters

Answer = TypeVar("Answer")

_KINDS: tuple[tuple[str, type[BaseException] | tuple[type[BaseException], ...]], ...] = (
    ("disk_full", asyncpg.DiskFullError),
    ("read_only", asyncpg.ReadOnlySQLTransactionError),
    ("lock_timeout", asyncpg.LockNotAvailableError),
    ("timeout", (asyncpg.QueryCanceledError, TimeoutError)),
    ("collision", SERIALIZATION_CONFLICTS),
    ("away", UNAVAILABLE),
)
# By text; made anew when statements were registered since.
_names: dict[str, str] = {}
_name_cache = 0


class _Timing(asyncpg.Connection):
    """What asyncpg's own methods do, timed under the statement's name."""

    __slots__ = ()

    async def fetch(self, query: str, *args: Any, **more: Any) -> list[asyncpg.Record]:
        return await _timed(query, super().fetch(query, *args, **more))

    async def fetchrow(self, query: str, *args: Any, **more: Any) -> asyncpg.Record | None:
        return await _timed(query, super().fetchrow(query, *args, **more))

    async def fetchval(self, query: str, *args: Any, **more: Any) -> Value:
        return await _timed(query, super().fetchval(query, *args, **more))

    async def fetchmany(self, query: str, args: Iterable[Sequence[Any]], **more: Any) -> list[asyncpg.Record]:
        return await _timed(query, super().fetchmany(query, args, **more))

    async def execute(self, query: str, *args: Any, **more: Any) -> str:
        return await _timed(query, super().execute(query, *args, **more))

    async def executemany(self, command: str, args: Iterable[Sequence[Any]], **more: Any) -> None:
        return await _timed(command, super().executemany(command, args, **more))


class TimedServerSession(_Timing, ServerSession):
    """To a server."""

    __slots__ = ()


class TimedPgBouncerSession(_Timing, PgBouncerSession):
    """To a pooler. A statement by itself is timed with the transaction that it becomes."""

    __slots__ = ()


async def _timed(query: str, answer: Awaitable[Answer]) -> Answer:
    began = perf_counter()
    try:
        return await answer
    except Exception as problem:
        if (meter := meters.current) is not None:
            meter.count(catalogue.DATABASE_ERRORS, meter.process, error_kind(problem))
        raise
    finally:
        if (meter := meters.current) is not None:
            meter.observe(catalogue.STATEMENT_SECONDS, perf_counter() - began, statement_name(query))


def error_kind(problem: BaseException) -> str:
    """What kind of error it is, as a label says it."""
    return next((kind for kind, types in _KINDS if isinstance(problem, types)), catalogue.OTHER)


def statement_name(query: str) -> str:
    """The name that a statement was registered under; what has none is one of the others."""
    global _name_cache
    if query not in _names and _name_cache < len(STATEMENTS):
        _name_cache = len(STATEMENTS)
        _names.update({statement.text: statement.name for statement in STATEMENTS.values()})
        _names.update(catalogue.TRANSACTION_STATEMENTS)
    return _names.get(query, catalogue.OTHER)
