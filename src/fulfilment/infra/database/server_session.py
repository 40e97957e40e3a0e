"""Sessions on the server: how each of them is opened, and what it sets there."""

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple, TypeVar, cast

import asyncpg

from fulfilment.infra import clock
from fulfilment.infra.database import database_clock, failover
from fulfilment.infra.database.errors import UNAVAILABLE, SessionRefused
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.tcp_keepalive import KEEPALIVE, USER_TIMEOUT_MS
from fulfilment.infra.models import Value
from fulfilment.settings import Settings

CONNECT_TIMEOUT_SECONDS = 5.0

STARTED_AT = sql(
    "session.unscoped_started_at",
    "SELECT backend_start, clock_timestamp() AS now FROM pg_stat_activity WHERE pid = pg_backend_pid()",
)

Answer = TypeVar("Answer")

# From here on types are a database's own; those below are PostgreSQL's, the same on every server.
_FIRST_OWN_TYPE = 16_384


class _NamedStatement(NamedTuple):
    """Stands for the statement that asked about types: it has a name, so the driver's nameless one is still there."""

    name: str


# What the driver was told of PostgreSQL's own types (arrays, mostly), by which it asked about.
_type_queries: dict[frozenset[int], list[asyncpg.Record]] = {}


class ServerSession(asyncpg.Connection):
    """A connection with what its pool has to know of it.

    `pid` and `started_at` name the server's process that it talks to, so that others can be asked about it. By the
    monotonic clock it was lent at `lent_at` and is too old at `retires_at`. `idle_looks` is how often it was found at
    hand since it was lent; what `is_spent` is not lent again.
    """

    __slots__ = ("idle_checks", "is_invalidated", "leased_at", "pid", "retires_at", "started_at")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pid = 0
        self.started_at: datetime | None = None
        self.leased_at = self.retires_at = 0.0
        self.idle_checks = 0
        self.is_invalidated = False

    async def _introspect_types(
        self, typeoids: Iterable[int], *more: Any, **options: Any
    ) -> tuple[list[asyncpg.Record], object]:
        """What the driver asks each new session about the types of a statement, asked once a process where it can be.

        It is the driver's own method, and private: where a later
        version calls it no more, it is only asked as often as before (`test_server_session.py` would tell).
        """
        asked = frozenset(typeoids)
        if asked in _type_queries:
            return _type_queries[asked], _NamedStatement("kept")
        overrides, statement = await super()._introspect_types(typeoids, *more, **options)
        if max(asked) < _FIRST_OWN_TYPE:
            _type_queries[asked] = list(overrides)
        return overrides, statement


class PgBouncerSession(ServerSession):
    """A line to a pooler, which gives each transaction whichever of the server's sessions is free.

    What such a session has set is the role's (role_settings.py). `told` is what this process wants otherwise: each
    transaction begins with it, in the same round trip, and a statement by itself becomes a transaction for it.
    """

    __slots__ = ("_begin",)

    def set_local_settings(self, overrides: Mapping[str, str]) -> None:
        """From now on. The names and values are our own, and numbers or words."""
        self._begin = "".join(["BEGIN;", *(f" SET LOCAL {name} = '{value}';" for name, value in overrides.items())])

    async def execute(self, query: str, *args: Any, **options: Any) -> str:
        # So the driver begins a transaction; tests/infra/database/test_pooled_sessions.py would tell if it did no more.
        if query == "BEGIN;":
            return await super().execute(self._begin, **options)
        return await self._run_with_settings(super().execute, query, *args, **options)

    async def fetch(self, *args: Any, **options: Any) -> list[asyncpg.Record]:
        return await self._run_with_settings(super().fetch, *args, **options)

    async def fetchrow(self, *args: Any, **options: Any) -> asyncpg.Record | None:
        return await self._run_with_settings(super().fetchrow, *args, **options)

    async def fetchval(self, *args: Any, **options: Any) -> Value:
        return await self._run_with_settings(super().fetchval, *args, **options)

    async def fetchmany(self, *args: Any, **options: Any) -> list[asyncpg.Record]:
        return await self._run_with_settings(super().fetchmany, *args, **options)

    async def _run_with_settings(self, ask: Callable[..., Awaitable[Answer]], *args: Any, **options: Any) -> Answer:
        if self._begin == "BEGIN;" or self.is_in_transaction():
            return await ask(*args, **options)
        async with self.transaction():
            return await ask(*args, **options)


# What is opened, to a server and to a pooler; where statements are to be timed, what times them (recorder.py).
direct_class: type[ServerSession] = ServerSession
pooled_class: type[PgBouncerSession] = PgBouncerSession


async def connect(
    url: str, server_settings: Mapping[str, str], overrides: Mapping[str, str] | None = None
) -> ServerSession:
    """A new session. Raises what is UNAVAILABLE (infra/database/errors.py).

    With `told` it leads to a pooler, which is asked for no setting of a session but its name.
    """
    is_pooled = overrides is not None
    asked = {name: value for name, value in server_settings.items() if not is_pooled or name == "application_name"}
    kind = pooled_class if is_pooled else direct_class
    try:
        return await _open(url, asked, kind, overrides)
    except (asyncpg.PostgresError, ValueError) as problem:
        # asyncpg's and the TLS library's complaints about an address or a certificate are ValueErrors.
        if isinstance(problem, UNAVAILABLE) and not isinstance(problem, ValueError):
            raise
        raise SessionRefused(f"{getattr(problem, 'sqlstate', type(problem).__name__)} {problem}") from problem


async def _open(
    url: str, asked: Mapping[str, str], kind: type[ServerSession], overrides: Mapping[str, str] | None
) -> ServerSession:
    async with asyncio.timeout(CONNECT_TIMEOUT_SECONDS):
        session = cast(ServerSession, await failover.connect(url, server_settings=asked, connection_class=kind))
        try:
            _enable_keepalive(session)
            session.pid = session.get_server_pid()
            if overrides is not None:
                assert isinstance(session, PgBouncerSession)
                session.set_local_settings(overrides)
                await database_clock.sync_process_clock(session)
            else:
                await _read_server_start(session)
        except BaseException:
            session.terminate()
            raise
    return session


async def _read_server_start(session: ServerSession) -> None:
    """Learn in one round trip when the server's process began, and what time it is there."""
    asked_at = time.monotonic()
    met = await session.fetchrow(STARTED_AT.text)
    assert met is not None
    clock.measure(met["now"], asked_at, time.monotonic())
    session.started_at = met["backend_start"]


def session_settings(settings: Settings) -> dict[str, str]:
    """What every session of the service sets on the server."""
    return {
        # A role or a database may have others: then a backslash begins an escape, one snapshot stands for a whole
        # transaction, and a time is written with the month in the middle.
        "standard_conforming_strings": "on",
        "default_transaction_isolation": "read committed",
        "default_transaction_deferrable": "off",
        "transform_null_equals": "off",
        "datestyle": "ISO, MDY",
        "intervalstyle": "postgres",
        "bytea_output": "hex",
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


def _enable_keepalive(session: ServerSession) -> None:
    """Have the kernel end a TCP connection whose other end no longer answers; not every system knows every option."""
    sock = session._transport.get_extra_info("socket")
    if sock is None or sock.family not in (socket.AF_INET, socket.AF_INET6):
        return
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (*KEEPALIVE.items(), ("TCP_USER_TIMEOUT", USER_TIMEOUT_MS)):
        if hasattr(socket, name):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
