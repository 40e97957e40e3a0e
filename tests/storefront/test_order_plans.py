"""A page of orders reads only its rows, and a sweep only due rows, also by plans made while all were alike."""

from collections.abc import AsyncIterator

import asyncpg
import pytest
import pytest_asyncio

from fulfilment import settings
from fulfilment.infra.database.pool import session_settings
from fulfilment.storefront import line_resolution, order_queries
from tests.harness.plans import rows_read

MANY, REACH, LINES = 20_000, 51, 3
ALIKE = """
    INSERT INTO accounts (id, name, origin, created_at) VALUES ('acc_large', 'Large', 'operator', now());
    INSERT INTO products (account_id, id, name, type, license_enabled, created_at, updated_at)
    SELECT 'acc_large', 'prod_' || n, 'E-book', 'digital', false, now(), now() FROM generate_series(1, 20000) n;
    INSERT INTO variants (account_id, id, product_id, name, is_default)
    SELECT 'acc_large', 'var_' || n, 'prod_' || n, 'Default', true FROM generate_series(1, 20000) n;
    INSERT INTO mirrored_products (account_id, ref, product_id)
    SELECT 'acc_large', 'p' || n, 'prod_' || n FROM generate_series(1, 20000) n;
    INSERT INTO mirrored_variants (account_id, product_ref, ref, variant_id, born, said)
    SELECT 'acc_large', 'p' || n, 'default', 'var_' || n, '', '{}' FROM generate_series(1, 20000) n;
    INSERT INTO storefront_orders (account_id, id, checkout_session_id, status, external_source, expires_at, paid_at,
                                   created_at, updated_at)
    SELECT 'acc_large', 'ord_' || lpad(n::text, 26, '0'), n::text, 'fulfilled', 'shopfront', now(), now(), now(), now()
      FROM generate_series(1, 20000) n;
    INSERT INTO storefront_order_lines (account_id, order_id, number, ref, quantity, status, license_ids)
    SELECT 'acc_large', 'ord_' || lpad(n::text, 26, '0'), number, number::text, 1, 'fulfilled', '{}'
      FROM generate_series(1, 20000) n, generate_series(0, 2) number;
"""
# A few of each other kind are the oldest.
GROWN_APART = """
    UPDATE storefront_orders SET status = 'failed' WHERE checkout_session_id::int <= 20;
    UPDATE storefront_orders SET status = 'open', paid_at = NULL WHERE checkout_session_id::int BETWEEN 21 AND 40;
    UPDATE storefront_orders SET status = 'expired', paid_at = NULL WHERE checkout_session_id::int BETWEEN 41 AND 60;
    UPDATE storefront_orders SET expires_at = now() + interval '1 h' WHERE checkout_session_id::int BETWEEN 31 AND 40;
"""
STATEMENTS = {
    "list_all": order_queries.LIST,
    "list_by_status": order_queries.LIST_BY_STATUS,
    "find": order_queries.FIND,
    "claim": order_queries.GET_OR_CREATE_LOCKED,
    "lines": order_queries.LIST_LINES,
    "overdue": order_queries.FIND_OVERDUE,
    "old": order_queries.FIND_OLD,
    "forget": order_queries.DELETE_OLD,
    "mark": order_queries.MARK_EXPIRED,
    "products": line_resolution.PRODUCTS,
    "variants": line_resolution.VARIANTS,
    "product_refs": line_resolution.FIND_PRODUCTS_BY_REFERENCE,
    "variant_refs": line_resolution.FIND_VARIANTS_BY_REFERENCE,
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def grown(module_database_url: str) -> AsyncIterator[asyncpg.Connection]:
    """Plans made once for all values, as every process of the service makes them."""
    connection = await asyncpg.connect(module_database_url, server_settings=session_settings(settings.load({})))
    await connection.execute(ALIKE)
    await connection.execute("VACUUM (ANALYZE)")
    for name, statement in STATEMENTS.items():
        await connection.execute(f"PREPARE {name} AS {statement.text}")
    for asked, _ in ASKED:
        await connection.execute(f"EXPLAIN EXECUTE {asked}")
    await connection.execute(GROWN_APART)
    yield connection
    await connection.close()


_DEEP = f"ord_{MANY // 2:026}"
_END = "ord_zzz"
_FIRST = f"ord_{1:026}"
ASKED = [
    (f"list_all('acc_large', '{_END}', {REACH})", 3 * LINES * REACH),
    (f"list_all('acc_large', '{_DEEP}', {REACH})", 3 * LINES * REACH),
    (f"list_by_status('acc_large', '{_END}', {REACH}, 'failed')", 3 * LINES * REACH),
    (f"list_by_status('acc_large', '{_END}', {REACH}, 'open')", 3 * LINES * REACH),
    (f"list_by_status('acc_large', '{_DEEP}', {REACH}, 'fulfilled')", 3 * LINES * REACH),
    (f"find('acc_large', '{_FIRST}')", 2 * LINES),
    ("claim('acc_large', 'ord_new', '77', 'shopfront', now())", 2),
    (f"lines('acc_large', '{_FIRST}')", LINES),
    # As many as are due or old, of very many that are not.
    ("overdue(now(), 500)", 2 * 20),
    ("old(now() + interval '1 day', 100)", 2 * 20),
    (f"forget(ARRAY['acc_large'], ARRAY['{_FIRST}'])", 4),
    (f"mark(ARRAY['acc_large'], ARRAY['ord_{30:026}'], now())", 4),
    ("products('acc_large', ARRAY['prod_7', 'prod_none'])", 4),
    ("variants('acc_large', ARRAY['var_7', 'var_none'])", 4),
    ("product_refs('acc_large', ARRAY['p7', 'none'])", 2),
    ("variant_refs('acc_large', ARRAY['default', 'none'], ARRAY['p7', NULL])", 4),
    # One reference that every product uses.
    ("variant_refs('acc_large', ARRAY['default'], ARRAY[NULL::text])", 4),
]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("asked", "most"), ASKED)
async def test_nothing_reads_much_more_than_it_needs(grown: asyncpg.Connection, asked: str, most: int):
    assert await rows_read(grown, f"EXECUTE {asked}") <= most
