"""A page of deliveries reads only its rows, also by a plan that was made while all rows were alike."""

from collections.abc import AsyncIterator

import asyncpg
import pytest
import pytest_asyncio

from fulfilment import settings
from fulfilment.deliveries import queries
from fulfilment.infra.database.pool import session_settings
from tests.harness.plans import rows_read

MANY, REACH = 20_000, 51
ALIKE = """
    INSERT INTO accounts (id, name, origin, created_at) VALUES ('acc_large', 'Large', 'operator', now());
    INSERT INTO products (account_id, id, name, type, license_enabled, created_at, updated_at)
    SELECT 'acc_large', 'prod_' || n, 'E-book', 'digital', false, now(), now() FROM generate_series(0, 9) n;
    INSERT INTO deliveries (account_id, id, product_id, customer_id, checkout_session_id, max_downloads, expires_at,
                            announce_at, created_at, updated_at)
    SELECT 'acc_large', 'dlv_' || lpad(n::text, 26, '0'), 'prod_0', 'cus_0', n::text, 5, now() + '30 days',
           now() + '29 days', now(), now() FROM generate_series(1, 20000) n;
"""
# Nearly all have expired and been told of; a few of each other kind are the oldest.
GROWN_APART = """
    UPDATE deliveries SET announce_at = NULL, expires_at = now() - interval '1 day' WHERE checkout_session_id::int > 90;
    UPDATE deliveries SET revoked_at = now(), announce_at = NULL WHERE checkout_session_id::int <= 30;
    UPDATE deliveries SET expires_at = now(), announce_at = now() WHERE checkout_session_id::int BETWEEN 31 AND 60;
    UPDATE deliveries SET customer_id = 'cus_1', product_id = 'prod_1' WHERE checkout_session_id::int BETWEEN 71 AND 80;
"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def grown(module_database_url: str) -> AsyncIterator[asyncpg.Connection]:
    """Plans made once for all values, as every process of the service makes them."""
    connection = await asyncpg.connect(module_database_url, server_settings=session_settings(settings.load({})))
    await connection.execute(ALIKE)
    await connection.execute("VACUUM (ANALYZE) deliveries")
    for name in ("BY_CUSTOMER", "BY_PRODUCT", "BY_STATE", "EXPIRED", "ALL"):
        await connection.execute(f"PREPARE walk_{name} AS {getattr(queries, name).text}")
    for asked in ("by_customer", "by_product", "by_state", "expired", "all"):
        await connection.execute(_page(asked))
    await connection.execute(GROWN_APART)
    yield connection
    await connection.close()


def _page(
    statement: str, customer: str = "cus_9", product: str = "prod_9", status: str = "active", state: str = "open"
) -> str:
    after = f"dlv_{MANY // 2:026}"
    last = f", '{state}'" if statement in ("by_state", "expired") else ""
    return f"EXECUTE walk_{statement}('acc_large', '{after}', {REACH}, '{customer}', '{product}', '{status}'{last})"


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    "asked",
    [
        _page("all"),
        _page("by_customer", customer="cus_1"),
        _page("by_customer", customer="cus_unknown"),
        _page("by_customer", customer="cus_0"),
        _page("by_product", product="prod_1"),
        _page("by_product", product="prod_unknown"),
        _page("by_state"),
        _page("by_state", status="revoked", state="revoked"),
        _page("expired", status="expired", state="expired"),
    ],
)
async def test_no_page_reads_much_more_than_it_shows(grown: asyncpg.Connection, asked: str):
    assert await rows_read(grown, asked) <= 2 * REACH
