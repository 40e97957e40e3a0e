"""Sessions of PostgreSQL: how they are opened, and with which settings (infra/database/server_session.py)."""

import socket
import ssl

import asyncpg
import pytest

from fulfilment.infra.database import failover, server_session
from fulfilment.infra.database.errors import UNAVAILABLE
from fulfilment.infra.database.server_session import KEEPALIVE, USER_TIMEOUT_MS, session_settings
from fulfilment.settings import load
from tests.harness.wire import wired

pytestmark = pytest.mark.asyncio(loop_scope="function")


def options_of(session: asyncpg.Connection) -> list[int]:
    sock = session._transport.get_extra_info("socket")
    names = (*KEEPALIVE, "TCP_USER_TIMEOUT")
    found = [sock.getsockopt(socket.IPPROTO_TCP, getattr(socket, name)) for name in names]
    return [sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE), *found]


async def test_the_kernels_of_both_sides_end_a_connection_that_fell_silent(database_url: str):
    with wired(database_url) as wire:
        session = await server_session.connect(wire.url, session_settings(load({})))
        assert options_of(session) == [1, *KEEPALIVE.values(), USER_TIMEOUT_MS]
        given = session_settings(load({}))
        assert [given[f"tcp_keepalives_{name}"] for name in ("idle", "interval", "count")] == [
            str(value) for value in KEEPALIVE.values()
        ]
        assert given["tcp_user_timeout"] == str(USER_TIMEOUT_MS) and USER_TIMEOUT_MS < 10_000
        session.terminate()


@pytest.mark.parametrize(
    "problem",
    [
        asyncpg.InternalServerError('could not write init file "base/5/pg_internal.init"'),
        asyncpg.PostgresSystemError("could not open file"),
        asyncpg.InvalidPasswordError("password authentication failed"),
        asyncpg.UndefinedObjectError('unrecognized configuration parameter "jit"'),
        asyncpg.ClientConfigurationError("sslmode is not known"),
        ssl.SSLCertVerificationError("certificate has expired"),
    ],
    ids=lambda problem: type(problem).__name__,
)
async def test_whatever_the_server_says_while_a_session_is_opened_is_an_outage(
    monkeypatch: pytest.MonkeyPatch, problem: Exception
):
    async def refuse(*_args: object, **_options: object) -> None:
        raise problem

    monkeypatch.setattr(failover, "connect", refuse)
    with pytest.raises(UNAVAILABLE) as caught:
        await server_session.connect("postgresql://nowhere", {})
    # Which are faults of ours elsewhere (infra/api/asgi.py).
    assert not isinstance(caught.value, ValueError)


async def test_a_session_means_by_a_statement_what_the_service_does_whatever_the_database_has(database_url: str):
    name = database_url.rpartition("/")[2].partition("?")[0]
    other = {
        "standard_conforming_strings": "off",
        "default_transaction_isolation": "serializable",
        "datestyle": "SQL, DMY",
        "bytea_output": "escape",
    }
    operator = await asyncpg.connect(database_url)
    for setting, value in other.items():
        await operator.execute(f"ALTER DATABASE {name} SET {setting} = '{value}'")
    made = await server_session.connect(database_url, session_settings(load({})))
    assert await made.fetchval(r"SELECT length('a\n')") == 3
    async with made.transaction():
        assert await made.fetchval("SHOW transaction_isolation") == "read committed"
    assert await made.fetchval("SELECT '2026-11-22'::date::text || '\\x0a'::bytea::text") == r"2026-11-22\x0a"
    await made.close()
    await operator.close()
