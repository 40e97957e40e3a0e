"""The SQL of credit that was bought, of what is taken back of it, and of what is owed. The balance's row is locked."""

import asyncpg

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx

INSERT_PURCHASE = sql(
    "credits.insert_purchase",
    """
    INSERT INTO credit_purchases (account_id, checkout_id, provider_payment_id, credited, paid, paid_currency)
    VALUES ($1, $2, $3, $4, $5, $6)
    """,
)

FIND = sql(
    "credits.find_purchase",
    "SELECT columns(credit_purchases) FROM credit_purchases WHERE account_id = $1 AND checkout_id = $2",
)

RECORD_REVERSAL = sql(
    "credits.record_reversal",
    """
    UPDATE credit_purchases SET refunded = $3, disputed = $4, taken_back = $5, changes = changes + 1
     WHERE account_id = $1 AND checkout_id = $2
    RETURNING columns(credit_purchases)
    """,
)

ADD_OUTSTANDING = sql(
    "credits.add_outstanding", "UPDATE credit_balances SET owed = owed + $2 WHERE account_id = $1 RETURNING owed"
)

FIND_PAID_IN = sql("credits.find_paid_in", "SELECT paid_in FROM credit_balances WHERE account_id = $1")


async def insert_purchase(
    tx: Tx, checkout_id: str, payment_id: str | None, credited: int, paid: int | None, currency: str | None
) -> None:
    """Write down what a checkout brought, once."""
    await tx.fetch_optional(INSERT_PURCHASE, checkout_id, payment_id, credited, paid, currency)


async def find(read: Read, checkout_id: str) -> asyncpg.Record | None:
    return await read.fetch_optional(FIND, checkout_id)


async def record_reversal(tx: Tx, checkout_id: str, refunded: int, disputed: int, taken_back: int) -> asyncpg.Record:
    """What of the purchase is taken back by now."""
    return await tx.fetch_one(RECORD_REVERSAL, checkout_id, refunded, disputed, taken_back)


async def add_outstanding(tx: Tx, change: int) -> int:
    """So much more is owed, or less; how much by now."""
    return await tx.fetch_value(ADD_OUTSTANDING, change)


async def find_paid_in(read: Read) -> int:
    """What is paid in by now, which is bounded."""
    return await read.fetch_value(FIND_PAID_IN) or 0
