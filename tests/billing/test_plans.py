"""Queries of billing read no more rows when there are more workspaces, pages, subscriptions and invoices."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import asyncpg
import pytest

from fulfilment.billing import invoice_queries, queries
from fulfilment.billing.subscription_sync import FIND_LAPSED, SUBSCRIPTIONS
from fulfilment.infra.clock import END_OF_TIME
from fulfilment.infra.database.statements import Statement
from fulfilment.infra.jobs.tenant_queue import DUE_WINDOW
from tests.harness.plans import rows_read

WORKSPACES, OWN = 5_000, 3_000
SHOP = "acc_1"
FILL = f"""
    INSERT INTO accounts (id, name, origin, created_at)
    SELECT 'acc_' || n, 'Shop', 'operator', now() FROM generate_series(1, {WORKSPACES}) n;
    INSERT INTO billing_accounts (account_id) SELECT id FROM accounts;
    INSERT INTO checkouts (account_id, id, kind, state, plan, amount, currency, terms, subscription_id, invoice_id,
                           provider_session_id, actor, created_at)
    SELECT account, 'chk_' || mark, 'plan', CASE WHEN n < 4 THEN 'open' ELSE 'expired' END, 'growth', 1, 'IDR', '{{}}',
           'sub_' || mark, 'inv_' || mark, 'cs_' || mark, '{{}}', now() + n * interval '1 s'
      FROM (SELECT 'acc_' || a AS account, 1 AS n FROM generate_series(2, {WORKSPACES}) a
            UNION ALL SELECT '{SHOP}', n FROM generate_series(1, {OWN}) n) AS made
     CROSS JOIN LATERAL (SELECT account || '_' || n AS mark) AS marked;
    INSERT INTO subscriptions (account_id, id, provider_subscription_id, plan, currency, status, current_period_start,
                               current_period_end, cancel_at, is_current, entitles, due_at)
    SELECT account_id, subscription_id, 'p' || subscription_id, 'growth', 'IDR',
           CASE WHEN id LIKE '%7' THEN 'canceled' WHEN id LIKE '%3' THEN 'canceling' ELSE 'active' END, now(), now(),
           CASE WHEN id LIKE '%7' OR id LIKE '%3' THEN now() - interval '1 day' END,
           id IN ('chk_' || account_id || '_1'), true, CASE WHEN id LIKE '%7' THEN now() END
      FROM checkouts;
    INSERT INTO invoices (account_id, id, provider_invoice_id, subscription_id, plan, amount, currency, status,
                          created_at)
    SELECT account_id, invoice_id, 'p' || invoice_id, subscription_id, plan, 1, 'IDR', 'paid', created_at
      FROM checkouts;
"""
FEW = 10
OF_WORKSPACE: list[tuple[Statement, tuple, int]] = [
    (queries.FIND_CHECKOUT, (f"sub_{SHOP}_7",), 1),
    (queries.FIND_CHECKOUTS, (SHOP, [f"sub_{SHOP}_{n}" for n in range(1, 6)]), 5),
    (queries.FIND_OPEN_SESSIONS, (SHOP, 2), 2),
    (queries.FIND_BY_PROVIDER_ID, (f"psub_{SHOP}_9",), 1),
    (queries.LOCK, (SHOP, f"sub_{SHOP}_9"), 1),
    (queries.FIND_CURRENT, (SHOP,), 2),
    (queries.FIND_PLAN_STATUS, (SHOP,), 2),
    (queries.SUPERSEDE, (SHOP, "sub_other"), 1),
    (queries.UPDATE_PLAN, (SHOP, "scale"), 2),
    (queries.END_IF_LAPSED, (SHOP, f"sub_{SHOP}_3"), 1),
    (queries.REQUEST_CANCELLATION, (SHOP, f"sub_{SHOP}_9", "{}", timedelta(seconds=1)), 1),
    (queries.ABORT_CANCELLATION, (SHOP, f"sub_{SHOP}_9", timedelta(seconds=1)), 1),
    (queries.RETRY_CANCELLATION, (SHOP, f"sub_{SHOP}_9"), 1),
    (invoice_queries.LIST, (SHOP, END_OF_TIME, "inv_zzz", FEW), FEW),
    (invoice_queries.IS_KNOWN, (SHOP, f"inv_{SHOP}_9"), 1),
    (invoice_queries.COUNT_KNOWN, (SHOP, [f"pinv_{SHOP}_{n}" for n in range(1, 6)]), 5),
]
OF_WORKSPACE.append((SUBSCRIPTIONS.postpone_claimed, (SHOP, f"sub_{SHOP}_7", 0, timedelta(seconds=1), 0), 1))
OF_WORKER: list[tuple[Statement, tuple, int]] = [
    (SUBSCRIPTIONS.find_due_tenants, ([], FEW, ""), DUE_WINDOW),
    # The rows themselves are found again by their keys.
    (SUBSCRIPTIONS.claim_due, ([SHOP], [FEW], timedelta(seconds=60), FEW), 2 * FEW),
    (FIND_LAPSED, (FEW,), 2 * FEW),
]


@pytest.fixture
async def filled(module_filled_url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(module_filled_url)
    yield connection
    await connection.close()


@pytest.fixture(scope="module")
def module_filled_url(module_database_url: str) -> str:
    async def fill() -> None:
        connection = await asyncpg.connect(module_database_url)
        await connection.execute(FILL)
        await connection.execute("VACUUM ANALYZE")
        await connection.close()

    asyncio.run(fill())
    return module_database_url


@pytest.mark.parametrize(("statement", "given", "most"), OF_WORKSPACE, ids=lambda part: getattr(part, "name", ""))
async def test_a_workspaces_own_is_found_by_its_keys(
    filled: asyncpg.Connection, statement: Statement, given: tuple, most: int
):
    await filled.execute("SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off")
    assert await rows_read(filled, statement.text, *given) <= most


@pytest.mark.parametrize(("statement", "given", "most"), OF_WORKER, ids=lambda part: getattr(part, "name", ""))
async def test_the_worker_takes_what_is_due_from_the_front_of_an_index(
    filled: asyncpg.Connection, statement: Statement, given: tuple, most: int
):
    assert await rows_read(filled, statement.text, *given) <= most
