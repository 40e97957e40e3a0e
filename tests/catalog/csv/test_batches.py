"""Rows of one batch share a transaction, each is judged by itself, and concurrent changes are respected."""

import asyncio
import io
from typing import Any

import asyncpg

from fulfilment.api_keys.service import OperatorActor
from fulfilment.catalog import variants
from fulfilment.catalog.csv.importer import BATCH_ROWS, Importer, ImportOptions, ImportSummary, ProgressListener
from fulfilment.catalog.schemas import NewVariant, VariantChange
from tests.catalog.csv.import_workspace import ImportWorkspace, coffee, file

UNSOUND = """
    SELECT FROM stock_levels l
     WHERE account_id = $1 AND (quantity, movement_count) IS DISTINCT FROM
           (SELECT (coalesce(sum(delta), 0)::bigint, count(*)) FROM stock_movements m
             WHERE (m.account_id, m.variant_id, m.warehouse_id) = (l.account_id, l.variant_id, l.warehouse_id))
"""


def products(count: int, first: int = 0, **cells: str) -> list[dict[str, str]]:
    return [coffee(product_ref=f"P{n}", variant_sku=f"S{n}", **cells) for n in range(first, first + count)]


def load(shop: ImportWorkspace, content: str) -> Any:
    """An import on a connection of its own."""

    async def run() -> ImportSummary:
        db = await asyncpg.connect(shop.url)
        try:
            options = ImportOptions(create_warehouses=True)
            return await Importer(db, OperatorActor(shop.account_id), options, ProgressListener()).run(
                io.BytesIO(content.encode())
            )
        finally:
            await db.close()

    return run()


async def until_waiting(db: asyncpg.Connection, importing: asyncio.Task) -> None:
    """Until the import waits for a lock."""
    while not await db.fetchval(
        "SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
        " WHERE NOT l.granted AND a.datname = current_database()"
    ):
        assert not importing.done()
        await asyncio.sleep(0.01)


def test_bad_rows_in_the_middle_of_a_batch_are_left_out_and_the_others_loaded(shop: ImportWorkspace) -> None:
    shop.import_file(file(coffee(product_ref="P9", variant_sku="S9")))
    product = shop.value("SELECT product_id FROM variants WHERE account_id = $1")
    shop.run_mutation(lambda tx: variants.create_variant(tx, product, NewVariant(name="Taken", sku="TAKEN")))
    rows = products(40, warehouse="Main")
    rows[5] |= {"quantity": "-1"}
    rows[9] |= {"quantity": "8"}
    rows[20:20] = [
        coffee(product_ref="P9", variant_ref="mine", variant_sku="TAKEN"),
        coffee(product_ref="P4", variant_ref="twin", variant_sku="S4"),
    ]
    # Line 1 is the header.
    loaded = shop.import_file(file(*rows))
    assert len(rows) < BATCH_ROWS
    assert sorted(loaded.positions) == [(7, "quantity"), (11, "quantity"), (22, "variant_sku"), (23, "variant_sku")]
    assert (loaded.summary.products_created, loaded.summary.bad_rows) == (38, 4)
    kept = {row["product_ref"] for row in shop.exported_rows()}
    assert kept == {f"P{n}" for n in range(40)} - {"P5"}
    assert shop.rows(UNSOUND) == []


def test_the_same_sku_in_two_products_is_no_contradiction(shop: ImportWorkspace) -> None:
    rows = [coffee(product_ref=f"P{n}", product_sku="SAME", variant_sku="SAME") for n in range(3)]
    assert shop.import_file(file(*rows)).problems == []
    assert [row["variant_sku"] for row in shop.exported_rows()] == ["SAME"] * 3


def test_two_files_that_overlap_are_loaded_at_once_and_nothing_twice(shop: ImportWorkspace) -> None:
    one, other = products(3 * BATCH_ROWS), products(3 * BATCH_ROWS, first=BATCH_ROWS)

    async def load_both() -> list[ImportSummary]:
        return await asyncio.gather(load(shop, file(*one)), load(shop, file(*reversed(other))))

    done = asyncio.run(load_both())
    assert [summary.bad_rows for summary in done] == [0, 0]
    assert sum(summary.products_created for summary in done) == 4 * BATCH_ROWS
    assert sum(summary.levels_opened for summary in done) == 4 * BATCH_ROWS
    counts = shop.count_rows()
    assert counts["products"] == counts["variants"] == counts["stock_levels"] == 4 * BATCH_ROWS
    assert counts["warehouses"] == 1 and counts["stock_movements"] == 4 * BATCH_ROWS
    assert shop.rows(UNSOUND) == []


def test_variants_that_change_in_a_batch_are_audited_as_over_the_api(shop: ImportWorkspace, open_shop: Any) -> None:
    rows = products(2, price_cents="10", low_stock_threshold="3")
    shop.import_file(file(*rows))
    before = shop.count_rows()
    dearer = [row | {"price_cents": "11", "low_stock_threshold": "9", "variant_name": "New"} for row in rows]
    loaded = shop.import_file(file(*dearer))
    assert (loaded.summary.variants_changed, loaded.summary.products_unchanged) == (2, 2)
    assert shop.count_rows() == before | {"audit_entries": before["audit_entries"] + 2}
    levels = "SELECT low_stock_threshold, is_low FROM stock_levels WHERE account_id = $1"
    assert [tuple(row) for row in shop.rows(levels)] == [(9, True)] * 2
    other = open_shop()
    other.import_file(file(*rows))
    change = VariantChange(name="New", price_cents=11, low_stock_threshold=9)
    for product, id in other.rows("SELECT product_id, id FROM variants WHERE account_id = $1"):
        other.run_mutation(lambda tx, product=product, id=id: variants.update_variant(tx, product, id, change))
    entries = """
        SELECT target_type, before::text, after::text, actor_type, metadata::text FROM audit_entries
         WHERE account_id = $1 AND action = 'variant.updated'
    """
    assert shop.rows(entries) == other.rows(entries)
    assert shop.value("SELECT count(*) FROM audit_entries WHERE account_id = $1 AND action = 'variant.updated'") == 2


def test_a_variant_that_is_changed_meanwhile_is_looked_at_again(shop: ImportWorkspace) -> None:
    rows = products(3, price_cents="10")
    shop.import_file(file(*rows))
    dearer = file(*(row | {"price_cents": "11"} for row in rows))

    async def race() -> ImportSummary:
        db = await asyncpg.connect(shop.url)
        try:
            transaction = db.transaction()
            await transaction.start()
            # As the API does it: under the product's lock.
            product = await db.fetchval(
                """
                SELECT p.id FROM products p JOIN variants v ON v.account_id = p.account_id AND v.product_id = p.id
                 WHERE p.account_id = $1 AND v.sku = 'S1' FOR NO KEY UPDATE OF p
                """,
                shop.account_id,
            )
            await db.execute(
                "UPDATE variants SET sku = 'OTHER' WHERE account_id = $1 AND product_id = $2", shop.account_id, product
            )
            importing = asyncio.create_task(load(shop, dearer))
            await until_waiting(db, importing)
            await transaction.commit()
            return await importing
        finally:
            await db.close()

    summary = asyncio.run(race())
    assert (summary.bad_rows, summary.variants_changed) == (0, 3)
    assert [(row["variant_sku"], row["price_cents"]) for row in shop.exported_rows()] == [
        (f"S{n}", "11") for n in range(3)
    ]
    entries = "SELECT before::text FROM audit_entries WHERE account_id = $1 AND action = 'variant.updated' ORDER BY 1"
    said = [row[0] for row in shop.rows(entries)]
    assert len(said) == 3 and sum("OTHER" in one for one in said) == 1


def test_products_are_locked_in_the_order_of_their_ids_whatever_the_order_of_the_file(shop: ImportWorkspace) -> None:
    rows = products(2)
    shop.import_file(file(*rows))
    low, high = (row["id"] for row in shop.rows("SELECT id FROM products WHERE account_id = $1 ORDER BY id"))
    # Each of these new variants is added by itself, in the order of the file.
    other_skus = file(*(row | {"variant_ref": row["product_ref"], "variant_sku": "OTHER"} for row in reversed(rows)))
    lock = "SELECT id FROM products WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE NOWAIT"

    async def race() -> ImportSummary:
        db = await asyncpg.connect(shop.url)
        try:
            async with db.transaction():
                await db.fetchval(lock, shop.account_id, low)
                importing = asyncio.create_task(load(shop, other_skus))
                await until_waiting(db, importing)
                assert await db.fetchval(lock, shop.account_id, high) == high
            return await importing
        finally:
            await db.close()

    assert asyncio.run(race()).variants_created == 2
