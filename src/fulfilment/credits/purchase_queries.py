"""The SQL of credit that was bought, of what is taken back of it, and of what is owed. The balance's row is locked."""

import asyncpg

from fulfilment.db.sql import sql
from fulfilment.db.tx import Read, Tx

RECORD = sql(
    "credits.record_purchase",
    """
    INSERT INTO credit_purchases (account_id, checkout_id, provider_payment_id, credited, paid, paid_currency)
    VALUES ($1, $2, $3, $4, $5, $6)
    """,
)

FIND = sql(
    "credits.find_purchase",
    "SELECT columns(credit_purchases) FROM credit_purchases WHERE account_id = $1 AND checkout_id = $2",
)

TAKE_BACK = sql(
    "credits.take_back",
    """
    UPDATE credit_purchases SET refunded = $3, disputed = $4, taken_back = $5, changes = changes + 1
     WHERE account_id = $1 AND checkout_id = $2
    RETURNING columns(credit_purchases)
    """,
)

OWE = sql("credits.owe", "UPDATE credit_balances SET owed = owed + $2 WHERE account_id = $1 RETURNING owed")

PAID_IN = sql("credits.paid_in", "SELECT paid_in FROM credit_balances WHERE account_id = $1")


async def record(
    tx: Tx, checkout_id: str, payment_id: str | None, credited: int, paid: int | None, currency: str | None
) -> None:
    """Write down what a checkout brought, once."""
    await tx.one(RECORD, checkout_id, payment_id, credited, paid, currency)


async def find(read: Read, checkout_id: str) -> asyncpg.Record | None:
    return await read.one(FIND, checkout_id)


async def take_back(tx: Tx, checkout_id: str, refunded: int, disputed: int, taken_back: int) -> asyncpg.Record:
    """What of the purchase is taken back by now."""
    return await tx.one(TAKE_BACK, checkout_id, refunded, disputed, taken_back)


async def owe(tx: Tx, change: int) -> int:
    """So much more is owed, or less; how much by now."""
    return await tx.value(OWE, change)


async def paid_in(read: Read) -> int:
    """What is paid in by now, which is bounded."""
    return await read.value(PAID_IN) or 0
