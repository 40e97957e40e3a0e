"""Database sessions: how they are opened, their settings, and TCP keep-alive."""

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

# Seconds until the first probe, seconds between probes, and the number of probes.
KEEPALIVE = {"TCP_KEEPIDLE": 3, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3}
# Where supported, it replaces the number of probes, and also applies to sent but unacknowledged statements.
USER_TIMEOUT_MS = 8_000


CONNECT_TIMEOUT_SECONDS = 5.0

Answer = TypeVar("Answer")


class ServerSession(asyncpg.Connection):
    """A connection with TCP keep-alive and a user timeout.

    The driver has no options for the client's socket, and gives its transport only to the connection's class.
    """

    __slots__ = ()

    def __init__(self, protocol: object, transport: asyncio.BaseTransport, *more: Any) -> None:
        super().__init__(protocol, transport, *more)
        _enable_keepalive(transport)


class PgBouncerSession(ServerSession):
    """A connection to a transaction pooler such as PgBouncer, which runs each transaction on any free server session.

    Settings of such sessions come from the role (role_settings.py). Overrides of this process are set at the start of
    each transaction, in the same round trip. With overrides, a single statement also runs in a transaction.
    """

    __slots__ = ("_begin",)

    def set_local_settings(self, overrides: Mapping[str, str]) -> None:
        """Set overrides for all later transactions. Names and values are words or numbers of our own, not quoted."""
        self._begin = "".join(["BEGIN;", *(f" SET LOCAL {name} = '{value}';" for name, value in overrides.items())])

    async def execute(self, query: str, *args: Any, **options: Any) -> str:
        # The driver begins a transaction with this text, as tests/infra/database/test_pooled_sessions.py checks.
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
    """Open a session. Raises the errors of UNAVAILABLE (infra/database/errors.py).

    `overrides` means that the URL leads to a pooler, at which only the session's name can be set on connecting. A
    statement without a response for `command_timeout` seconds raises TimeoutError.
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
                    # The driver's metaclass breaks isinstance checks of connections.
                    cast(PgBouncerSession, session).set_local_settings(overrides)
                if meters.current is not None:
                    session.add_query_logger(meters.record)
                await database_clock.sync_process_clock(session)
            except BaseException:
                session.terminate()
                raise
            return session
    except (asyncpg.PostgresError, ValueError) as problem:
        # asyncpg and the TLS library raise ValueError for an invalid URL or certificate.
        if isinstance(problem, UNAVAILABLE) and not isinstance(problem, ValueError):
            raise
        raise SessionRefused(f"{getattr(problem, 'sqlstate', type(problem).__name__)} {problem}") from problem


def session_settings(settings: Settings) -> dict[str, str]:
    """The settings of every session of the service on the server."""
    return {
        # Defaults of a role or database may differ. Then backslashes would begin escapes, a transaction would have a
        # single snapshot, or dates would have another format.
        "standard_conforming_strings": "on",
        "default_transaction_isolation": "read committed",
        "default_transaction_deferrable": "off",
        "transform_null_equals": "off",
        "datestyle": "ISO, MDY",
        "intervalstyle": "postgres",
        "bytea_output": "hex",
        "timezone": "UTC",
        "jit": "off",
        # Plans are cached: a plan made while a table was small must not become a full scan of a large table.
        "enable_seqscan": "off",
        # One generic plan for all values: every statement has a suitable index, and planning takes longer than running.
        # With its default, PostgreSQL would plan lists of large workspaces each time.
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
    """Let the kernel close a TCP connection whose peer no longer answers, with the options that the system supports."""
    sock = transport.get_extra_info("socket")
    if sock is None or sock.family not in (socket.AF_INET, socket.AF_INET6):
        return
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (*KEEPALIVE.items(), ("TCP_USER_TIMEOUT", USER_TIMEOUT_MS)):
        if hasattr(socket, name):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
