"""Sessions: what a new one need not ask the server again (infra/database/server_session.py)."""

import ssl
from datetime import UTC, datetime

import asyncpg
import pytest

from fulfilment.infra.database import failover, server_session
from fulfilment.infra.database.errors import UNAVAILABLE
from fulfilment.infra.database.server_session import ServerSession, session_settings
from fulfilment.settings import load

pytestmark = pytest.mark.asyncio(loop_scope="function")

MANY = "SELECT $1::timestamptz[] AS times, $2::bigint[] AS numbers, $3::bytea[] AS sealed, $4::boolean[] AS flags"
GIVEN = ([datetime(2026, 11, 22, tzinfo=UTC)], [1, 2], [b"\x00\x01"], [True, None])
OWN = "SELECT ARRAY[ROW('acc_1', 1)::paired] AS pairs"


async def opened(url: str, asked: list[str]) -> ServerSession:
    made = await server_session.connect(url, session_settings(load({})))
    made.add_query_logger(lambda heard: asked.append(heard.query))
    return made


async def test_postgresqls_own_types_are_asked_about_once_a_process(database_url: str):
    asked: list[str] = []
    for _ in range(2):
        asked.clear()
        made = await opened(database_url, asked)
        assert tuple(await made.fetchrow(MANY, *GIVEN)) == GIVEN
        await made.close()
    assert not [query for query in asked if "typeinfo" in query]


async def test_a_databases_own_types_are_asked_about_by_each_session(database_url: str):
    """Another database may have given the same number to something else."""
    asked: list[str] = []
    first = await opened(database_url, asked)
    await first.execute("CREATE TYPE paired AS (account_id text, number bigint)")
    for one in (first, await opened(database_url, asked)):
        asked.clear()
        assert [tuple(pair) for pair in await one.fetchval(OWN)] == [("acc_1", 1)]
        assert [query for query in asked if "typeinfo" in query]
        await one.close()


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
