"""Sessions on the server: how each of them is opened, and what it sets there."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar, cast

import asyncpg

from fulfilment.infra.database import database_clock, failover
from fulfilment.infra.database.errors import UNAVAILABLE, SessionRefused
from fulfilment.infra.models import Value
from fulfilment.infra.observability.metrics import meters
from fulfilment.settings import Settings

# Seconds until the first probe, seconds between probes, and how many.
KEEPALIVE = {"TCP_KEEPIDLE": 3, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3}
# Where a system has it, it replaces the count of probes; it holds for statements that were sent as well.
USER_TIMEOUT_MS = 8_000


CONNECT_TIMEOUT_SECONDS = 5.0

Answer = TypeVar("Answer")


class ServerSession(asyncpg.Connection):
    """A connection whose socket has TCP keep-alive and a user timeout.

    The driver has no option for the client's socket, and hands its transport to the class of the connection alone.
    """

    __slots__ = ()

    def __init__(self, protocol: object, transport: asyncio.BaseTransport, *more: Any) -> None:
        super().__init__(protocol, transport, *more)
        _enable_keepalive(transport)


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


async def connect(
    url: str,
    server_settings: Mapping[str, str],
    overrides: Mapping[str, str] | None = None,
    *,
    command_timeout: float | None = None,
) -> ServerSession:
    """A new session. Raises what is UNAVAILABLE (infra/database/errors.py).

    With `overrides` it leads to a pooler, which is asked for no setting of a session but its name. A statement without
    an answer for `command_timeout` seconds raises TimeoutError.
    """
    is_pooled = overrides is not None
    asked = {name: value for name, value in server_settings.items() if not is_pooled or name == "application_name"}
    options = {"server_settings": asked, "command_timeout": command_timeout}
    try:
        async with asyncio.timeout(CONNECT_TIMEOUT_SECONDS):
            kind = PgBouncerSession if is_pooled else ServerSession
            session = cast(ServerSession, await failover.connect(url, connection_class=kind, **options))
            try:
                if overrides is not None:
                    # The driver's classes take each connection for an instance of any of them.
                    cast(PgBouncerSession, session).set_local_settings(overrides)
                if meters.current is not None:
                    session.add_query_logger(meters.record)
                await database_clock.sync_process_clock(session)
            except BaseException:
                session.terminate()
                raise
            return session
    except (asyncpg.PostgresError, ValueError) as problem:
        # asyncpg's and the TLS library's complaints about an address or a certificate are ValueErrors.
        if isinstance(problem, UNAVAILABLE) and not isinstance(problem, ValueError):
            raise
        raise SessionRefused(f"{getattr(problem, 'sqlstate', type(problem).__name__)} {problem}") from problem


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


def _enable_keepalive(transport: asyncio.BaseTransport) -> None:
    """Have the kernel end a TCP connection whose other end no longer answers; not every system knows every option."""
    sock = transport.get_extra_info("socket")
    if sock is None or sock.family not in (socket.AF_INET, socket.AF_INET6):
        return
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (*KEEPALIVE.items(), ("TCP_USER_TIMEOUT", USER_TIMEOUT_MS)):
        if hasattr(socket, name):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
