"""The SQL of shipping credits.

Whatever changes a balance decides by its row as it is under its lock. Most lock it in a statement of their own: the one
after it then sees what whoever held the lock before has committed, and may decide by whatever it reads. A hold and a
charge do with one statement: what else they read, what the shipment holds and was charged, changes under the
shipment's lock alone, which they need. The row's time never steps back, whatever the clocks of several nodes say, so
that transactions stand in one order by number and by time.
"""

from datetime import datetime

import asyncpg

from fulfilment.credits.schemas import CreditTransaction
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.database.statements import json_object, sql
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


# The number of no transaction: after all there will ever be.
_MAX_NUMBER = 2**63 - 1

LOCK_BALANCE = sql(
    "credits.lock_balance", "SELECT account_id FROM credit_balances WHERE account_id = $1 FOR NO KEY UPDATE"
)

CREATE_BALANCE = sql(
    "credits.create_balance",
    """
    INSERT INTO credit_balances (account_id, updated_at) SELECT id, $2 FROM accounts WHERE id = $1 /* account_id */
    ON CONFLICT (account_id) DO NOTHING
    """,
)

FIND_BALANCE = sql(
    "credits.find_balance",
    """
    SELECT a.id AS account_id, coalesce(b.balance, 0) AS balance, coalesce(b.held, 0) AS held,
           coalesce(b.balance - b.held, 0) AS available, coalesce(b.owed, 0) AS owed,
           coalesce(b.updated_at, a.created_at) AS updated_at
      FROM accounts a LEFT JOIN credit_balances b ON b.account_id = a.id
     WHERE a.id = $1 /* account_id */
    """,
)

# Should it have to wait for the balance, PostgreSQL looks at the condition again on the row as it is then.
HOLD = sql(
    "credits.hold",
    """
    WITH before AS (
        SELECT coalesce(max(held), 0) AS held, coalesce(max(charged), 0) AS charged
          FROM shipment_charges WHERE account_id = $1 AND shipment_id = $2
    ), granted AS (
        UPDATE credit_balances b SET held = b.held + $3 - before.held, updated_at = greatest(b.updated_at, $4)
          FROM before
         WHERE b.account_id = $1 AND before.charged = 0 AND b.balance - b.held + before.held >= $3
        RETURNING b.account_id
    ), stored AS (
        INSERT INTO shipment_charges (account_id, shipment_id, held) SELECT account_id, $2, $3 FROM granted
        ON CONFLICT (account_id, shipment_id) DO UPDATE SET held = excluded.held
    )
    SELECT charged > 0 OR EXISTS (SELECT FROM granted) FROM before
    """,
)

FIND_HELD_AMOUNT = sql(
    "credits.find_held_amount", "SELECT held FROM shipment_charges WHERE account_id = $1 AND shipment_id = $2"
)

RELEASE = sql(
    "credits.release",
    """
    WITH before AS (
        SELECT held FROM shipment_charges WHERE account_id = $1 AND shipment_id = $2 AND held > 0
    ), freed AS (
        UPDATE shipment_charges s SET held = 0 FROM before WHERE s.account_id = $1 AND s.shipment_id = $2
    ), returned AS (
        UPDATE credit_balances b SET held = b.held - before.held, updated_at = greatest(b.updated_at, $3)
          FROM before WHERE b.account_id = $1
    )
    SELECT held FROM before
    """,
)

# What the balance becomes is reckoned from its row under the lock alone. PostgreSQL first tries the row as it was
# before it waited, and might find that there was less then than is taken now.
CHARGE = sql(
    "credits.charge",
    """
    WITH locked AS MATERIALIZED (
        SELECT account_id, balance, held FROM credit_balances WHERE account_id = $1 FOR NO KEY UPDATE
    ), asked AS (
        SELECT coalesce(s.held, 0) AS held, least($4, coalesce(s.held, 0) + b.balance - b.held) AS amount,
               b.balance AS balance_before, b.held AS held_before
          FROM locked b
          LEFT JOIN shipment_charges s ON s.account_id = b.account_id AND s.shipment_id = $2
         WHERE coalesce(s.charged, 0) = 0
    ), moved AS (
        UPDATE credit_balances b
           SET balance = asked.balance_before - asked.amount, held = asked.held_before - asked.held,
               updated_at = greatest(b.updated_at, $5),
               transaction_count = b.transaction_count + CASE WHEN asked.amount > 0 THEN 1 ELSE 0 END
          FROM asked WHERE b.account_id = $1 AND (asked.amount > 0 OR asked.held > 0)
        RETURNING b.balance, b.transaction_count, b.updated_at, asked.amount
    ), written AS (
        INSERT INTO credit_transactions (account_id, id, number, kind, amount, balance_after, shipment_id, created_at)
        SELECT $1, $3, transaction_count, 'shipment_charge', -amount, balance, $2, updated_at
          FROM moved WHERE amount > 0
    ), settled AS (
        INSERT INTO shipment_charges (account_id, shipment_id, charged) SELECT $1, $2, amount FROM moved
        ON CONFLICT (account_id, shipment_id) DO UPDATE SET held = 0, charged = excluded.charged
    )
    SELECT coalesce((SELECT amount FROM moved),
                    (SELECT charged FROM shipment_charges WHERE account_id = $1 AND shipment_id = $2), 0)
    """,
)

REFUND = sql(
    "credits.refund",
    """
    WITH due AS (
        SELECT coalesce($4, charged + adjusted - refunded) AS amount FROM shipment_charges
         WHERE account_id = $1 AND shipment_id = $2 AND refunded < charged + adjusted
           AND coalesce($4, 0) <= charged + adjusted - refunded
    ), moved AS (
        UPDATE credit_balances b
           SET balance = b.balance + due.amount, transaction_count = b.transaction_count + 1,
               updated_at = greatest(b.updated_at, $7)
          FROM due WHERE b.account_id = $1
        RETURNING b.balance, b.transaction_count, b.updated_at, due.amount
    ), settled AS (
        UPDATE shipment_charges s SET refunded = s.refunded + moved.amount FROM moved
         WHERE s.account_id = $1 AND s.shipment_id = $2
    )
    INSERT INTO credit_transactions (account_id, id, number, kind, amount, balance_after, shipment_id, external_ref,
                                     memo, created_by, created_at)
    SELECT $1, $3, transaction_count, 'shipment_refund', amount, balance, $2, $5, $6, $8, updated_at FROM moved
    RETURNING columns(credit_transactions)
    """,
)

# What was paid in is bounded rather than the balance: whatever shipments are given back of it then has room.
INSERT_TRANSACTION = sql(
    "credits.insert_transaction",
    """
    WITH moved AS (
        UPDATE credit_balances
           SET balance = balance + $4, paid_in = paid_in + $4, transaction_count = transaction_count + 1,
               updated_at = greatest(updated_at, $8)
         WHERE account_id = $1 AND balance + $4 >= held AND ($4 < 0 OR paid_in + $4 <= 9007199254740991)
        RETURNING balance, transaction_count, updated_at
    )
    INSERT INTO credit_transactions (account_id, id, number, kind, amount, balance_after, shipment_id, external_ref,
                                     memo, created_by, created_at)
    SELECT $1, $2, transaction_count, $3, $4, balance, $5, $6, $7, $9, updated_at FROM moved
    RETURNING columns(credit_transactions)
    """,
)

FIND_BY_REF = sql(
    "credits.find_by_ref",
    "SELECT columns(credit_transactions) FROM credit_transactions "
    "WHERE account_id = $1 AND kind = $2 AND external_ref = $3",
)

HAS_SHIPMENT = sql("credits.has_shipment", "SELECT EXISTS (SELECT FROM shipments WHERE account_id = $1 AND id = $2)")

LIST = sql(
    "credits.list_transactions",
    """
    SELECT {row} AS row, t.number AS position FROM credit_transactions t
     WHERE t.account_id = $1 AND t.number < $2
     ORDER BY t.number DESC LIMIT $3
    """,
    row=json_object(CreditTransaction, "t"),
)


async def lock_balance(tx: Tx) -> bool:
    """Take the workspace's balance row; False where nothing was ever topped up, so that there is nothing to take."""
    return await tx.fetch_optional(LOCK_BALANCE) is not None


async def lock_or_create_balance(tx: Tx, at: datetime) -> None:
    """Take the balance row, made on demand. Raises LookupError where there is no such workspace."""
    if await lock_balance(tx):
        return
    await tx.fetch_optional(CREATE_BALANCE, at)
    if not await lock_balance(tx):
        raise LookupError(f"There is no workspace {tx.account_id}.")


async def find_balance(read: Read) -> asyncpg.Record:
    row = await read.fetch_optional(FIND_BALANCE)
    assert row is not None
    return row


async def hold(tx: Tx, shipment_id: str, amount: int, at: datetime) -> bool:
    """Whether the hold stands now, or the shipment has been charged already."""
    return (await tx.fetch_one(HOLD, shipment_id, amount, at))[0]


async def find_held_amount(tx: Tx, shipment_id: str) -> int:
    return await tx.fetch_value(FIND_HELD_AMOUNT, shipment_id) or 0


async def release(tx: Tx, shipment_id: str, at: datetime) -> int:
    return await tx.fetch_value(RELEASE, shipment_id, at) or 0


async def charge(tx: Tx, shipment_id: str, transaction_id: str, amount: int, at: datetime) -> int:
    return (await tx.fetch_one(CHARGE, shipment_id, transaction_id, amount, at))[0]


async def refund(
    tx: Tx,
    shipment_id: str,
    transaction_id: str,
    at: datetime,
    *,
    amount: int | None = None,
    external_ref: str | None = None,
    memo: str | None = None,
    created_by: str | None = None,
) -> asyncpg.Record | None:
    """Give back `amount`, or all that is left; None where less or nothing is left."""
    return await tx.fetch_optional(REFUND, shipment_id, transaction_id, amount, external_ref, memo, at, created_by)


async def insert_transaction(
    tx: Tx,
    transaction_id: str,
    kind: str,
    amount: int,
    at: datetime,
    *,
    shipment_id: str | None = None,
    external_ref: str | None = None,
    memo: str | None = None,
    created_by: str | None = None,
) -> asyncpg.Record | None:
    """Move the balance; None where it would fall below what is held, or with what shipments may be given back grow
    beyond what a number can say. `created_by` is who moved it by hand."""
    return await tx.fetch_optional(
        INSERT_TRANSACTION, transaction_id, kind, amount, shipment_id, external_ref, memo, at, created_by
    )


async def find_by_ref(tx: Tx, kind: str, external_ref: str) -> asyncpg.Record | None:
    return await tx.fetch_optional(FIND_BY_REF, kind, external_ref)


async def has_shipment(read: Read, shipment_id: str) -> bool:
    return await read.fetch_value(HAS_SHIPMENT, shipment_id)


async def list_transactions(read: Read, after: int | None, page: PageRequest) -> list[asyncpg.Record]:
    """Newest first."""
    return await read.fetch_all(LIST, _MAX_NUMBER if after is None else after, page.fetch_limit)
