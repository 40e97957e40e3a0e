"""A batch reads what its own rows name and nothing else, also while PostgreSQL knows nothing of the tables yet.

The tables that an import fills have no statistics while it fills them: plans that are right by these alone, for which
tests/db/test_plans.py asks, are not enough.
"""

from collections.abc import Callable, Sequence
from typing import Any

import asyncpg
import pytest

from benchmarks.scale.timing import connect, explained
from benchmarks.scale.work import read_from
from fulfilment.catalog import revision
from fulfilment.catalog_file import queries
from fulfilment.stock import opening
from fulfilment.stock import queries as stock
from tests.catalog_file.shop import Shop, coffee, file

PRODUCTS = 1_500
ASKED = 10
# Each row that is found by way of another one, and the indexes' own rows.
MOST_FOR_EACH = 8

Arguments = Callable[[Sequence[asyncpg.Record]], tuple[Any, ...]]


def _ids(name: str) -> Arguments:
    return lambda found: ([row[name] for row in found],)


def _new_levels(found: Sequence[asyncpg.Record]) -> tuple[Any, ...]:
    ids = [row["variant_id"] for row in found]
    return ids, ["wh_none"] * len(ids)


STATEMENTS = {
    "products by name": (queries.FIND_IMPORTED, _ids("ref")),
    "products by id": (queries.FIND_OWN, _ids("product_id")),
    "products that change": (queries.FIND_PRODUCTS, _ids("product_id")),
    "variants": (queries.FIND_VARIANTS, _ids("product_id")),
    "variants that change": (revision.LOCK_VARIANTS, _ids("variant_id")),
    "products whose variants change": (revision.LOCK_PRODUCTS, _ids("product_id")),
    "levels": (queries.FIND_LEVELS, _ids("variant_id")),
    "thresholds": (stock.HOLD_THRESHOLDS, _new_levels),
    "changed variants": (
        revision.REVISE_VARIANTS,
        lambda found: ([row["variant_id"] for row in found], ["New"] * ASKED, *([[None] * ASKED] * 4)),
    ),
    "new levels": (
        opening.OPEN_LEVELS,
        lambda found: (
            [row["variant_id"] for row in found],
            [row["warehouse_id"] for row in found],
            [1] * ASKED,
            [f"mv_{nth}" for nth in range(ASKED)],
            found[0]["updated_at"],
        ),
    ),
}


@pytest.fixture(scope="module")
def loaded(module_database_url: str) -> Shop:
    """A workspace that was just filled, before anybody looked at what is in it."""
    from fulfilment.accounts.opening import open_workspace
    from tests.http.workspaces import as_operator, in_database

    with as_operator():
        opened = in_database(module_database_url, lambda db: open_workspace(db, "A shop"))
    shop = Shop(module_database_url, opened.account_id)
    rows = [coffee(product_ref=f"P{n}", variant_sku=f"S{n}") for n in range(PRODUCTS)]
    assert shop.load(file(*rows)).summary.products_created == PRODUCTS
    return shop


@pytest.mark.parametrize("name", STATEMENTS)
async def test_a_batch_reads_no_more_than_its_rows_name(loaded: Shop, name: str) -> None:
    statement, arguments = STATEMENTS[name]
    session = await connect(loaded.url)
    try:
        found = await session.fetch(
            """
            SELECT i.ref, i.product_id, l.variant_id, l.warehouse_id, l.updated_at
              FROM imported_products i JOIN variants v USING (account_id, product_id)
              JOIN stock_levels l ON l.account_id = i.account_id AND l.variant_id = v.id
             WHERE i.account_id = $1 ORDER BY i.product_id LIMIT $2
            """,
            loaded.account_id,
            ASKED,
        )
        transaction = session.transaction()
        await transaction.start()
        told = await explained(session, statement.text, (loaded.account_id, *arguments(found)), "FORMAT JSON")
        await transaction.rollback()
    finally:
        await session.close()
    assert len(found) == ASKED
    assert 0 < read_from(told[0][0]).rows <= ASKED * MOST_FOR_EACH
