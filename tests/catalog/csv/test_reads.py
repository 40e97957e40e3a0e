"""A batch reads what its own rows name and nothing else, also while PostgreSQL knows nothing of the tables yet.

The tables that an import fills have no statistics while it fills them. Plans that are right with statistics, as
tests/system/db/test_plans.py checks them, are not enough.
"""

from collections.abc import Callable, Sequence
from typing import Any

import asyncpg
import pytest

from fulfilment.catalog import variants
from fulfilment.catalog.csv import queries
from fulfilment.stock import initial_stock
from fulfilment.stock import queries as stock
from tests.catalog.csv.import_workspace import ImportWorkspace, coffee, file
from tests.harness.scale.explaining import connect, explained
from tests.harness.scale.work import read_from

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
    "products by id": (queries.FIND_BY_IDS, _ids("product_id")),
    "products that change": (queries.FIND_PRODUCTS, _ids("product_id")),
    "variants": (queries.FIND_VARIANTS, _ids("product_id")),
    "variants that change": (variants.LOCK_VARIANTS, _ids("variant_id")),
    "products whose variants change": (variants.LOCK_PRODUCTS, _ids("product_id")),
    "levels": (queries.FIND_LEVELS, _ids("variant_id")),
    "thresholds": (stock.LOCK_THRESHOLDS, _new_levels),
    "changed variants": (
        variants.UPDATE_VARIANTS,
        lambda found: ([row["variant_id"] for row in found], ["New"] * ASKED, *([[None] * ASKED] * 4)),
    ),
    "new levels": (
        initial_stock.UPSERT_LEVELS,
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
def loaded(module_database_url: str) -> ImportWorkspace:
    """A workspace that was just filled, before its tables were analysed."""
    from fulfilment.workspaces.administration import create_workspace
    from tests.harness.workspaces import as_operator, in_database

    with as_operator():
        opened = in_database(module_database_url, lambda db: create_workspace(db, "A shop"))
    shop = ImportWorkspace(module_database_url, opened.account_id)
    rows = [coffee(product_ref=f"P{n}", variant_sku=f"S{n}") for n in range(PRODUCTS)]
    assert shop.import_file(file(*rows)).summary.products_created == PRODUCTS
    return shop


@pytest.mark.parametrize("name", STATEMENTS)
async def test_a_batch_reads_no_more_than_its_rows_name(loaded: ImportWorkspace, name: str) -> None:
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
