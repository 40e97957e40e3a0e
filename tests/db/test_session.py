"""Sessions: what a new one need not ask the server again (db/session.py)."""

from datetime import UTC, datetime

import pytest

from fulfilment.db import session
from fulfilment.db.session import Session, session_settings
from fulfilment.settings import load

pytestmark = pytest.mark.asyncio(loop_scope="function")

MANY = "SELECT $1::timestamptz[] AS times, $2::bigint[] AS numbers, $3::bytea[] AS sealed, $4::boolean[] AS flags"
GIVEN = ([datetime(2026, 11, 22, tzinfo=UTC)], [1, 2], [b"\x00\x01"], [True, None])
OWN = "SELECT ARRAY[ROW('acc_1', 1)::paired] AS pairs"


async def opened(url: str, asked: list[str]) -> Session:
    made = await session.connect(url, session_settings(load({})))
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
