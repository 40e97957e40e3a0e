"""A page of licenses reads only its rows, and a key is one look-up, also by generic plans."""

from collections.abc import AsyncIterator

import asyncpg
import pytest

from fulfilment import settings
from fulfilment.infra.database.pool import session_settings
from fulfilment.infra.database.statements import Statement
from fulfilment.licenses import listing, queries
from tests.harness.plans import rows_read

MANY, SIZE = 20_000, 50
# Nearly all are one customer's, of one product, active; the few others are the oldest.
GROWN = """
    INSERT INTO accounts (id, name, origin, created_at) VALUES ('acc_large', 'Large', 'operator', now());
    INSERT INTO products (account_id, id, name, type, license_enabled, created_at, updated_at)
    SELECT 'acc_large', 'prod_' || n, 'Editor', 'license', true, now(), now() FROM generate_series(0, 1) n;
    INSERT INTO licenses (account_id, id, product_id, customer_id, key, normalized_key, is_custom_key, status,
                          max_activations, activations, external_ref, created_at)
    SELECT 'acc_large', 'lic_' || lpad(n::text, 26, '0'), 'prod_' || (n <= 40)::int, 'cus_' || (n <= 30)::int,
           'key-' || n, 'key-' || n, true, CASE WHEN n <= 20 THEN 'revoked' ELSE 'active' END, 100000,
           CASE WHEN n = 1 THEN 3 ELSE 0 END, 'order-' || n, now()
      FROM generate_series(1, 20000) n;
    INSERT INTO license_activations (account_id, id, license_id, instance_id, activated_at, deactivated_at)
    SELECT 'acc_large', 'act_' || lpad(n::text, 26, '0'), 'lic_' || lpad('1', 26, '0'), 'instance-' || n, now(),
           CASE WHEN n > 3 THEN now() END FROM generate_series(1, 20000) n;
"""
FIRST = "lic_" + "1".rjust(26, "0")
WALKED = ("lic_z", SIZE, "cus_1", "prod_1", "revoked")
SEARCHED = ("", "lic_z", SIZE, None, None, None)

QUESTIONS = {
    "all": (listing._SCANS[None], ("lic_z", SIZE, None, None, None)),
    "of a customer": (listing._SCANS["customer_id"], WALKED),
    "of a product": (listing._SCANS["product_id"], WALKED),
    "of a status": (listing._SCANS["status"], WALKED),
    "of a common status": (listing._SCANS["status"], ("lic_z", SIZE, None, None, "active")),
    "search for a common beginning": (listing.SEARCH, ("key-", "key-\U0010ffff", *SEARCHED)),
    "search for a customer of many": (listing.SEARCH, ("cus_0", "cus_0\U0010ffff", "cus_0", *SEARCHED[1:])),
    "search for a rare beginning": (listing.SEARCH, ("order-1999", "order-1999\U0010ffff", *SEARCHED)),
    "activations": (listing._LISTS_OF_ACTIVATIONS[False], (FIRST, "act_z", SIZE)),
    "active instances": (listing._LISTS_OF_ACTIVATIONS[True], (FIRST, "act_z", SIZE)),
}
# One license of very many, with one instance of the very many that one license had.
LOOK_UPS = {
    "validate": (queries.VALIDATE, (["key-700"], ["key-700"])),
    "locate": (queries.FIND_FOR_PUBLIC, (["key-1"], ["key-1"], ["instance-2"], ["no-such-key"])),
}
CHANGES = {
    "slot taken": (queries.INSERT_ACTIVATION, (FIRST, "instance-new", "act_new")),
    "slot held already": (queries.INSERT_ACTIVATION, (FIRST, "instance-2", "act_new")),
    "slot freed": (queries.END_ACTIVATION, (FIRST, "instance-2", "2026-01-01")),
    "license issued": (
        queries.ISSUE,
        ("lic_new", "prod_1", "cus_1", "new", "new", True, 1, None, None, None, "2026-01-01", ["free"], 1),
    ),
}


@pytest.fixture
async def grown(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    """With the settings of an API session, which plans once for all values."""
    connection = await asyncpg.connect(database_url, server_settings=session_settings(settings.load({})))
    await connection.execute(GROWN)
    await connection.execute("VACUUM (ANALYZE) licenses, license_activations, products")
    yield connection
    await connection.close()


@pytest.mark.asyncio(loop_scope="function")
async def test_lists_and_look_ups_read_no_more_than_they_show(grown: asyncpg.Connection):
    read = {
        name: await _rows_read(grown, statement, "acc_large", *args) for name, (statement, args) in QUESTIONS.items()
    }
    # A search reads its six ranges, and the licenses it leads to.
    assert {name: rows for name, rows in read.items() if rows > 7 * SIZE} == {}
    assert read["active instances"] == 3


@pytest.mark.asyncio(loop_scope="function")
async def test_acts_on_one_license_read_its_own_rows_alone(grown: asyncpg.Connection):
    read = {name: await _rows_read(grown, statement, *args) for name, (statement, args) in LOOK_UPS.items()}
    read |= {
        name: await _rows_read(grown, statement, "acc_large", *args) for name, (statement, args) in CHANGES.items()
    }
    # The license before, locked and changed; an activation looked for and changed; an account; a product.
    assert {name: rows for name, rows in read.items() if rows > 5} == {}


async def _rows_read(connection: asyncpg.Connection, statement: Statement, *args: object) -> int:
    """Prepared, so that it is planned without a look at the arguments."""
    await connection.execute(f"PREPARE asked AS {statement.text}")
    try:
        return await rows_read(connection, f"EXECUTE asked ({', '.join(map(_literal, args))})")
    finally:
        await connection.execute("DEALLOCATE asked")


def _literal(value: object) -> str:
    if isinstance(value, list):
        return f"ARRAY[{', '.join(map(_literal, value))}]"
    return "NULL" if value is None else str(value) if isinstance(value, int) else f"'{value}'"
