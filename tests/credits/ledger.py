"""A workspace's credit directly in the database: transactions of a handler, and the invariants after each."""

from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg

from fulfilment.api_keys.service import OperatorActor
from fulfilment.credits import hold as credit
from fulfilment.credits import purchase, reversals
from fulfilment.credits.topup import topup_for_operator
from fulfilment.infra import clock, ids
from fulfilment.infra.database.transaction import Tx
from fulfilment.workspaces.administration import INSERT

REVERSAL_MEMOS = (purchase.OUTSTANDING_MEMO, reversals.REVERSAL_MEMO, reversals.REINSTATEMENT_MEMO)


async def open_account(db: asyncpg.Connection, credit: int = 0) -> str:
    """A new workspace with some credit."""
    account_id = ids.new("acc")
    await db.execute(INSERT.text, account_id, "Test", None, clock.now())
    if credit:
        await topup_for_operator(db, account_id, credit, "Test")
    return account_id


async def within(db: asyncpg.Connection, account_id: str, work: Callable[[Tx], Awaitable[Any]]) -> Any:
    """The result of `work` in a transaction of its own."""
    async with db.transaction():
        return await work(Tx(db, OperatorActor(account_id)))


async def state(db: asyncpg.Connection, account_id: str) -> tuple[int, int]:
    """Balance and held, once every law was seen to hold, at one moment."""
    async with db.transaction(isolation="repeatable_read", readonly=True):
        return await _state(db, account_id)


async def _state(db: asyncpg.Connection, account_id: str) -> tuple[int, int]:
    row = await db.fetchrow("SELECT balance, held FROM credit_balances WHERE account_id = $1", account_id)
    balance, held = (0, 0) if row is None else (row["balance"], row["held"])
    rows = await db.fetch("SELECT * FROM credit_transactions WHERE account_id = $1 ORDER BY number", account_id)
    assert sum(each["amount"] for each in rows) == balance
    assert [each["number"] for each in rows] == list(range(1, len(rows) + 1))
    total = 0
    for each in rows:
        total += each["amount"]
        assert each["balance_after"] == total >= 0
    assert 0 <= held <= balance
    charges = await db.fetch("SELECT held FROM shipment_charges WHERE account_id = $1", account_id)
    assert sum(each["held"] for each in charges) == held
    left = await db.fetchval(
        "SELECT coalesce(sum(charged + adjusted - refunded), 0) FROM shipment_charges WHERE account_id = $1", account_id
    )
    paid_in = await db.fetchval("SELECT paid_in FROM credit_balances WHERE account_id = $1", account_id)
    assert (paid_in or 0) == balance + left
    await _require_reversals(db, account_id, rows)
    return balance, held


async def _require_reversals(db: asyncpg.Connection, account_id: str, rows: list[asyncpg.Record]) -> None:
    """Every reversal of a purchase was withdrawn from the balance or is owed, and every purchase was credited once."""
    bought = await db.fetch("SELECT * FROM credit_purchases WHERE account_id = $1", account_id)
    owed = await db.fetchval("SELECT owed FROM credit_balances WHERE account_id = $1", account_id) or 0
    withdrawn = -sum(each["amount"] for each in rows if (each["memo"] or "").startswith(REVERSAL_MEMOS))
    assert sum(each["taken_back"] for each in bought) == withdrawn + owed
    for each in bought:
        assert each["taken_back"] <= each["refunded"] + each["disputed"]
    credited = sum(each["amount"] for each in rows if (each["memo"] or "").startswith(purchase.MEMO))
    assert sum(each["credited"] for each in bought) == credited


class Account:
    """A workspace with credit, and what a booking does to it."""

    def __init__(self, db: asyncpg.Connection, account_id: str) -> None:
        self._db = db
        self.id = account_id

    async def hold(self, shipment_id: str, amount: int) -> None:
        await within(self._db, self.id, lambda tx: credit.hold(tx, shipment_id, amount))

    async def release(self, shipment_id: str) -> int:
        return await within(self._db, self.id, lambda tx: credit.release(tx, shipment_id))

    async def charge(self, shipment_id: str, amount: int) -> int:
        return await within(self._db, self.id, lambda tx: credit.charge(tx, shipment_id, amount))

    async def refund(self, shipment_id: str) -> int:
        return await within(self._db, self.id, lambda tx: credit.refund(tx, shipment_id))

    async def state(self) -> tuple[int, int]:
        return await state(self._db, self.id)
