"""Queries about partners read no more rows when others have more workspaces, keys or usage."""

from collections.abc import AsyncIterator

import asyncpg
import pytest

from fulfilment.api_keys import queries as key_queries
from fulfilment.infra.clock import END_OF_TIME
from fulfilment.partners import queries, usage
from tests.harness.plans import rows_read

OTHERS, OWN, MONTHS, KEYS = 20_000, 40, 30, 20_000
SHOP = "acc_own_7"
FILL = f"""
    INSERT INTO partners (name) SELECT 'p' || n FROM generate_series(1, 200) n;
    INSERT INTO accounts (id, name, partner, origin, external_ref, created_at)
    SELECT 'acc_' || n, 'Shop', CASE WHEN n % 2 = 0 THEN 'p' || 2 + n % 199 END, 'partner',
           CASE WHEN n % 2 = 0 THEN 'ref' || n END, now() FROM generate_series(1, {OTHERS}) n;
    INSERT INTO accounts (id, name, partner, origin, external_ref, created_at)
    SELECT 'acc_own_' || n, 'Shop', 'p1', 'partner', 'ref' || n, now() FROM generate_series(1, {OWN}) n;
    INSERT INTO monthly_usage (account_id, month, noun, shard, count)
    SELECT a.id, '2024-01-01'::date + m * interval '1 month', 'shipment', 0, 1
      FROM accounts a, generate_series(0, {MONTHS} - 1) m WHERE a.partner = 'p1' OR a.id LIKE 'acc_1%%';
    INSERT INTO api_keys (account_id, id, name, key_id, secret, secret_preview, scopes, partner, made_by_partner,
                          revoked_at, created_at)
    SELECT '{SHOP}', 'id' || n, 'Key', 'key' || n, '', '', '{{}}', CASE WHEN n % 100 = 1 THEN 'p' || n % 150 END,
           CASE WHEN n % 100 = 0 THEN 'p' || n % 150 END, CASE WHEN n % 3 = 0 THEN now() END,
           now() + n * interval '1 second' FROM generate_series(1, {KEYS}) n;
"""


@pytest.fixture
async def filled(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(database_url)
    await connection.execute(FILL.replace("%%", "%"))
    await connection.execute("VACUUM ANALYZE")
    # As the API's sessions are.
    await connection.execute("SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off")
    yield connection
    await connection.close()


@pytest.mark.asyncio(loop_scope="function")
async def test_a_workspace_is_found_by_what_it_is_asked_by(filled: asyncpg.Connection):
    for statement, *given in (
        (queries.FIND_WORKSPACE, SHOP, "p1"),
        (queries.FIND_BY_REFERENCE, "p1", "ref7"),
        (queries.WORKSPACE_EXISTS, SHOP),
        (queries.END, "p1"),
        (queries.UPDATE, "p1", True),
    ):
        assert await rows_read(filled, statement.text, *given) <= 1, statement.name


@pytest.mark.asyncio(loop_scope="function")
async def test_usage_reads_the_partners_workspaces_and_their_months_alone(filled: asyncpg.Connection):
    assert await rows_read(filled, usage.LIST_WORKSPACES.text, "p1", "", 11) <= 11
    months = [await filled.fetchval(f"SELECT '2024-0{n}-01'::date") for n in (2, 3)]
    assert await rows_read(filled, usage.TOTAL.text, "p1", *months) <= OWN + 2 * OWN


@pytest.mark.asyncio(loop_scope="function")
async def test_a_partners_keys_are_found_among_the_merchants(filled: asyncpg.Connection):
    given = (SHOP, END_OF_TIME, "", 11, "p50")
    assert await rows_read(filled, key_queries.LIST_OF_PARTNER.text, *given) <= 11
    for statement in (key_queries.REVOKE, key_queries.EXISTS):
        more = (END_OF_TIME,) if statement is key_queries.REVOKE else ()
        assert await rows_read(filled, statement.text, SHOP, "id77", None, *more) <= 1
        assert await rows_read(filled, statement.text, SHOP, "id100", "p100", *more) <= 1


@pytest.mark.asyncio(loop_scope="function")
async def test_an_end_reads_the_keys_that_it_revokes(filled: asyncpg.Connection):
    for statement, partner in ((queries.REVOKE_PLATFORM_KEYS, "p101"), (queries.REVOKE_CREATED_KEYS, "p100")):
        read = await rows_read(filled, statement.text, partner, END_OF_TIME, 20)
        # Found, and then found again by their ids.
        assert 20 <= read <= 60, statement.name
