"""Queries about storefronts read no more rows when there are more storefronts, products or events."""

from collections.abc import AsyncIterator

import asyncpg
import pytest

from fulfilment.catalog import variants
from fulfilment.storefront import (
    mirrored_product,
    queries,
    retention,
    routes,
    secrets_admin,
    signature_auth,
    variant_sync,
)
from tests.harness.plans import rows_read

SHOPS, PRODUCTS, EVENTS = 3_000, 5_000, 20_000
SHOP = "acc_7"
FILL = f"""
    INSERT INTO partners (name) SELECT 'p' || n FROM generate_series(0, 199) n;
    INSERT INTO accounts (id, name, partner, origin, created_at)
    SELECT 'acc_' || n, 'Shop', 'p' || n % 200, 'partner', now() FROM generate_series(1, {SHOPS}) n;
    INSERT INTO storefronts (account_id, id, partner, secret, created_at, previous_secret, previous_until)
    SELECT 'acc_' || n, 'sf_' || n, 'p' || n % 200, '', now() + n * interval '1 second',
           CASE WHEN n % 100 = 0 THEN ''::bytea END, CASE WHEN n % 100 = 0 THEN now() + interval '1 day' END
      FROM generate_series(1, {SHOPS}) n;
    INSERT INTO products (account_id, id, name, type, license_enabled, created_at, updated_at)
    SELECT '{SHOP}', 'prod_' || n, 'P', 'physical', false, now(), now() FROM generate_series(1, {PRODUCTS}) n;
    INSERT INTO variants (account_id, id, product_id, name, is_default)
    SELECT '{SHOP}', 'var_' || n || '_' || m, 'prod_' || n, 'V', m = 1
      FROM generate_series(1, {PRODUCTS}) n, generate_series(1, 2) m;
    INSERT INTO mirrored_products (account_id, ref, product_id, synced_at)
    SELECT '{SHOP}', 'ref' || n, 'prod_' || n, now() + n * interval '1 second' FROM generate_series(1, {PRODUCTS}) n;
    INSERT INTO mirrored_variants (account_id, product_ref, ref, variant_id, born, said)
    SELECT '{SHOP}', 'ref' || n, 'v' || m, 'var_' || n || '_' || m, '1', '{{}}'
      FROM generate_series(1, {PRODUCTS}) n, generate_series(1, 2) m;
    INSERT INTO storefront_events (account_id, id, type, received_at)
    SELECT 'acc_' || n % 10, 'evt_' || n, 'product.created', now() - n * interval '1 minute'
      FROM generate_series(1, {EVENTS}) n;
    INSERT INTO sharded_counters (account_id, noun, status, shard, count)
    SELECT '{SHOP}', noun, 'all', s, 1 FROM unnest('{{mirrored_product,product,variant}}'::text[]) noun,
           generate_series(0, 7) s;
    INSERT INTO api_keys (account_id, id, name, key_id, secret, secret_preview, scopes, partner, created_at)
    SELECT '{SHOP}', 'id' || n, 'Key', 'key' || n, '', '', '{{}}', 'p' || n % 200, now()
      FROM generate_series(1, 5000) n;
"""


@pytest.fixture
async def filled(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(database_url)
    await connection.execute(FILL)
    await connection.execute("VACUUM ANALYZE")
    # As the API's sessions are.
    await connection.execute("SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off")
    yield connection
    await connection.close()


@pytest.mark.asyncio(loop_scope="function")
async def test_each_statement_reads_the_few_rows_that_it_is_about(filled: asyncpg.Connection):
    horizon = await filled.fetchval("SELECT now()")
    for most, statement, *given in (
        (3, queries.FIND, "sf_7"),
        (3, queries.FIND_BY_WORKSPACE, SHOP),
        (6 * 65, queries.LIST_NEWEST, signature_auth.MAX_CANDIDATES + 1),
        (1, queries.RECORD_EVENT, SHOP, "evt_new", "product.created"),
        (1, mirrored_product.LOCK_PRODUCT, SHOP, "ref77"),
        (2, mirrored_product.FIND_VARIANTS, SHOP, "ref77"),
        (1, mirrored_product.STORE_PRODUCT, SHOP, "ref77", "prod_77", None, "{}"),
        (2, mirrored_product.STORE_VARIANTS, SHOP, "ref77", ["v1"], ["var_77_1"], ["1"], ["{}"]),
        (2, variant_sync.FIND_VARIANTS, SHOP, "prod_77"),
        (2, variants.SET_SKUS, SHOP, "prod_77", ["var_77_1"], ["S"]),
        (12, routes.STATUS, SHOP),
        (1, routes.HAS_PLATFORM_KEY, "p7"),
        (100, secrets_admin._WORKSPACES, "p7", None),
        (4, secrets_admin._ROTATE_SECRET, SHOP, "sf_7", b"", signature_auth.OVERLAP),
        (20, retention.FIND_OLD_EVENTS, horizon, 10),
        (60, retention.FIND_EXPIRED_SECRETS, 10),
    ):
        assert await rows_read(filled, statement.text, *given) <= most, statement.name
