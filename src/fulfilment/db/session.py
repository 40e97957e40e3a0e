"""Sessions on the server: how each of them is opened, and what it sets there."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

import asyncpg

from fulfilment.db import hosts
from fulfilment.db.line import KEEPALIVE, USER_TIMEOUT_MS
from fulfilment.db.sql import sql
from fulfilment.settings import Settings

CONNECT_TIMEOUT_SECONDS = 5.0

STARTED_AT = sql(
    "session.unscoped_started_at", "SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
)

# From here on types are a database's own; those below are PostgreSQL's, the same on every server.
_FIRST_OWN_TYPE = 16_384


class _Asked(NamedTuple):
    """Stands for the statement that asked about types: it has a name, so the driver's nameless one is still there."""

    name: str


# What the driver was told of PostgreSQL's own types (arrays, mostly), by which it asked about.
_told_of_types: dict[frozenset[int], list[asyncpg.Record]] = {}


class Session(asyncpg.Connection):
    """A connection with what its pool has to know of it.

    `pid` and `started_at` name the server's process that it talks to, so that others can be asked about it. By the
    monotonic clock it was lent at `lent_at` and is too old at `retires_at`. `idle_looks` is how often it was found at
    hand since it was lent; what `is_spent` is not lent again.
    """

    __slots__ = ("idle_looks", "is_spent", "lent_at", "pid", "retires_at", "started_at")

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.pid = 0
        self.started_at: datetime | None = None
        self.lent_at = self.retires_at = 0.0
        self.idle_looks = 0
        self.is_spent = False

    async def _introspect_types(self, typeoids: Iterable[int], *more: Any) -> tuple[Any, Any]:
        """What the driver asks each new session about the types of a statement, asked once a process where it can be.

        It is the driver's own method, and private: where a later
        version calls it no more, it is only asked as often as before (`tests/db/test_session.py` would tell).
        """
        asked = frozenset(typeoids)
        if asked in _told_of_types:
            return _told_of_types[asked], _Asked("kept")
        told, statement = await super()._introspect_types(typeoids, *more)
        if max(asked) < _FIRST_OWN_TYPE:
            _told_of_types[asked] = list(told)
        return told, statement


class PooledSession(Session):
    """A line to a pooler, which gives each transaction whichever of the server's sessions is free.

    What such a session has set is the role's (db/role_settings.py). `told` is what this process wants otherwise: each
    transaction begins with it, in the same round trip, and a statement by itself becomes a transaction for it.
    """

    __slots__ = ("_begin",)

    def tell(self, told: Mapping[str, str]) -> None:
        """From now on. The names and values are our own, and numbers or words."""
        self._begin = "".join(["BEGIN;", *(f" SET LOCAL {name} = '{value}';" for name, value in told.items())])

    async def execute(self, query: str, *args: Any, **options: Any) -> str:
        # So the driver begins a transaction; tests/db/test_pooled_sessions.py would tell if it did no more.
        if query == "BEGIN;":
            return await super().execute(self._begin, **options)
        return await self._within(super().execute, query, *args, **options)

    async def fetch(self, *args: Any, **options: Any) -> Any:
        return await self._within(super().fetch, *args, **options)

    async def fetchrow(self, *args: Any, **options: Any) -> Any:
        return await self._within(super().fetchrow, *args, **options)

    async def fetchval(self, *args: Any, **options: Any) -> Any:
        return await self._within(super().fetchval, *args, **options)

    async def fetchmany(self, *args: Any, **options: Any) -> Any:
        return await self._within(super().fetchmany, *args, **options)

    async def _within(self, ask: Callable[..., Awaitable[Any]], *args: Any, **options: Any) -> Any:
        if self._begin == "BEGIN;" or self.is_in_transaction():
            return await ask(*args, **options)
        async with self.transaction():
            return await ask(*args, **options)


# What is opened, to a server and to a pooler; where statements are to be timed, what times them (metrics/recorder.py).
direct_kind: type[Session] = Session
pooled_kind: type[PooledSession] = PooledSession


async def connect(url: str, server_settings: Mapping[str, str], told: Mapping[str, str] | None = None) -> Session:
    """A new session. Raises what is UNAVAILABLE (db/outage.py).

    With `told` it leads to a pooler, which is asked for no setting of a session but its name.
    """
    is_pooled = told is not None
    asked = {name: value for name, value in server_settings.items() if not is_pooled or name == "application_name"}
    kind = pooled_kind if is_pooled else direct_kind
    async with asyncio.timeout(CONNECT_TIMEOUT_SECONDS):
        session = await hosts.connect(url, server_settings=asked, connection_class=kind)
        try:
            _mind_silence(session)
            session.pid = session.get_server_pid()
            if told is not None:
                session.tell(told)
            else:
                session.started_at = await session.fetchval(STARTED_AT.text)
        except BaseException:
            session.terminate()
            raise
    return session


def session_settings(settings: Settings) -> dict[str, str]:
    """What every session of the service sets on the server."""
    return {
        "timezone": "UTC",
        "jit": "off",
        # Plans are kept: one that was made while a table was small must not read it from end to end when it is large.
        "enable_seqscan": "off",
        # One plan for all values: every statement has an index that leads to its rows, and planning takes longer than
        # finding them does. Left to itself PostgreSQL plans the lists of large workspaces, and only these, each time.
        "plan_cache_mode": "force_generic_plan",
        "statement_timeout": str(int(settings.database_statement_timeout_seconds * 1_000)),
        "lock_timeout": str(int(settings.database_lock_timeout_seconds * 1_000)),
        "idle_in_transaction_session_timeout": "60000",
        "tcp_keepalives_idle": str(KEEPALIVE["TCP_KEEPIDLE"]),
        "tcp_keepalives_interval": str(KEEPALIVE["TCP_KEEPINTVL"]),
        "tcp_keepalives_count": str(KEEPALIVE["TCP_KEEPCNT"]),
        "tcp_user_timeout": str(USER_TIMEOUT_MS),
    }


def _mind_silence(session: Session) -> None:
    """Have the kernel end a TCP connection whose other end no longer answers; not every system knows every option."""
    line = session._transport.get_extra_info("socket")
    if line is None or line.family not in (socket.AF_INET, socket.AF_INET6):
        return
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (*KEEPALIVE.items(), ("TCP_USER_TIMEOUT", USER_TIMEOUT_MS)):
        if hasattr(socket, name):
            line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
