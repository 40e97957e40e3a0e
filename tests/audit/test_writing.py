"""Audit entries name their actor, and an entry that cannot be written is lost alone (specification, Audit entry)."""

import json
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest
from structlog.testing import capture_logs

from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database import outbox
from fulfilment.infra.database.transaction import System, Tx

pytestmark = pytest.mark.asyncio(loop_scope="function")

ACCOUNT = "acc_1"
REFUSE = """
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON audit_entries FOR EACH ROW WHEN ({which}) EXECUTE FUNCTION refuse();
"""


@pytest.fixture
async def db(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(database_url)
    await connection.execute(
        "INSERT INTO accounts (id, name, origin, created_at) VALUES ($1, 'Test', 'operator', now())", ACCOUNT
    )
    yield connection
    await connection.close()


async def commit(db: asyncpg.Connection, *told: Tx) -> None:
    """Their work is one event each, and what they audit."""
    async with db.transaction():
        for number, tx in enumerate(told):
            tx.emit("product.created", f"prod_{number}", {"id": f"prod_{number}"})
        await outbox.flush(db, [(tx, None) for tx in told], retention_hours=24)


def build_transaction(db: asyncpg.Connection, *actions: str, actor: Any = System(ACCOUNT)) -> Tx:  # noqa: B008
    tx = Tx(db, actor)
    for action in actions:
        tx.audit(action, "Product", "prod_1", after={"id": "prod_1"})
    return tx


async def written(db: asyncpg.Connection) -> list[str]:
    return [
        row["action"] for row in await db.fetch("SELECT action FROM audit_entries ORDER BY created_at DESC, id DESC")
    ]


async def happened(db: asyncpg.Connection) -> int:
    return await db.fetchval("SELECT count(*) FROM events")


@pytest.mark.parametrize(
    ("actor", "told"),
    [
        (Principal(ACCOUNT, ACCOUNT, key_id="svc_key_1"), ("user", ACCOUNT, None, {})),
        (Principal(ACCOUNT, "usr_1", actor_email="siti@example.com"), ("user", "usr_1", "siti@example.com", {})),
        (
            Principal(ACCOUNT, ACCOUNT, key_id="svc_key_2", partner="shopkit", is_on_behalf_of=True),
            ("user", ACCOUNT, None, {"partner": "shopkit", "keyId": "svc_key_2"}),
        ),
        (System(ACCOUNT), ("system", None, None, {})),
    ],
    ids=["key", "session", "partner on behalf", "system"],
)
async def test_an_entry_names_who_acts_as_the_specification_has_it(db: asyncpg.Connection, actor: Any, told: tuple):
    await commit(db, build_transaction(db, "product.created", actor=actor))
    row = await db.fetchrow("SELECT * FROM audit_entries")
    assert (row["actor_type"], row["actor_id"], row["actor_email"], json.loads(row["metadata"])) == told
    assert row["account_id"] == ACCOUNT


async def test_an_entry_may_say_itself_whose_it_is_and_by_whom(db: asyncpg.Connection):
    tx = Tx(db, Principal("acc_partner", "acc_partner", key_id="svc_key_1", partner="shopkit"))
    more = {"account_id": ACCOUNT, "actor_type": "api_key", "metadata": {"partner": "shopkit"}}
    tx.audit("partner.workspace_provisioned", "PartnerWorkspace", ACCOUNT, after={}, **more)
    await commit(db, tx)
    row = await db.fetchrow("SELECT * FROM audit_entries")
    assert (row["account_id"], row["actor_type"], row["actor_id"]) == (ACCOUNT, "api_key", "acc_partner")
    assert json.loads(row["metadata"]) == {"partner": "shopkit"}


async def test_what_one_transaction_tells_is_listed_in_its_order(db: asyncpg.Connection):
    actions = [f"product.step{number:02}" for number in range(20)]
    await commit(db, build_transaction(db, *actions))
    assert await written(db) == actions[::-1]


async def test_of_many_entries_the_one_that_cannot_be_written_is_the_only_one_lost(db: asyncpg.Connection):
    await db.execute(REFUSE.format(which="NEW.action = 'product.bad'"))
    with capture_logs() as logged:
        await commit(db, build_transaction(db, "product.one", "product.bad"), build_transaction(db, "product.two"))
    assert sorted(await written(db)) == ["product.one", "product.two"]
    assert await happened(db) == 2
    (line,) = [line for line in logged if line["event"] == "audit_not_written"]
    assert (line["actions"], line["written"], line["sqlstate"]) == (["product.bad"], 2, "P0001")


async def test_where_none_can_be_written_the_mutation_and_its_event_stand(db: asyncpg.Connection):
    await db.execute(REFUSE.format(which="true"))
    with capture_logs() as logged:
        await commit(db, build_transaction(db, "product.one"))
    assert (await written(db), await happened(db)) == ([], 1)
    assert [line["actions"] for line in logged if line["event"] == "audit_not_written"] == [["product.one"]]


@pytest.mark.parametrize("limit", ["lock_timeout", "statement_timeout"])
async def test_a_locked_log_holds_a_mutation_up_no_longer_than_its_timeout_and_undoes_nothing(
    db: asyncpg.Connection, database_url: str, limit: str
):
    other = await asyncpg.connect(database_url)
    try:
        async with other.transaction():
            await other.execute("LOCK TABLE audit_entries IN SHARE MODE")
            # Long enough for the statements that wait for no lock, on a busy machine too.
            await db.execute(f"SET {limit} = '250ms'")
            await commit(db, build_transaction(db, "product.one", "product.two"))
            assert await happened(db) == 1
    finally:
        await other.close()
    assert await written(db) == []
    await commit(db, build_transaction(db, "product.three"))
    assert await written(db) == ["product.three"]
