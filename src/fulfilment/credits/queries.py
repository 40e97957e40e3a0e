"""The SQL of shipping credits.

Every change of a balance reads the balance's row under its lock. Most lock it in a statement of their own, so that the
next statement sees all that former holders of the lock have committed. A hold and a charge need only one statement: the
shipment's own amounts change only under the shipment's lock, which the caller holds. The row's time never decreases,
even if the clocks of nodes differ, so that transactions have the same order by number and by time.
"""

from datetime import datetime

import asyncpg

from fulfilment.credits.schemas import CreditTransaction
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.database.statements import json_object, sql
from fulfilment.infra.database.transaction import Read, Tx

# A number above that of any transaction.
_MAX_NUMBER = 2**63 - 1

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

# If the UPDATE waits for the balance's lock, PostgreSQL checks its condition again on the row's new version.
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

# The new balance is computed only from the locked row. Otherwise PostgreSQL would first use the row's version from
# before the wait, which may hold less than is charged now.
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

# The total paid in is bounded rather than the balance, so that refunds of shipments always have room.
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
    """Lock the workspace's balance. False if it has none yet: no credit was ever added."""
    return await tx.fetch_optional(LOCK_BALANCE) is not None


async def lock_or_create_balance(tx: Tx, at: datetime) -> None:
    """Lock the balance, creating it on demand. Raises LookupError for an unknown workspace."""
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
    """Replace the shipment's hold. False if the credit does not cover it; True also if the shipment was charged."""
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
    """Refund `amount` of a shipment's charge, or the rest of it. None if less, or nothing, is left."""
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
    """Insert a transaction and change the balance. `created_by` is the actor of a change by hand.

    None if the balance would fall below the held amount, or the total paid in would exceed the largest JSON integer.
    """
    return await tx.fetch_optional(
        INSERT_TRANSACTION, transaction_id, kind, amount, shipment_id, external_ref, memo, at, created_by
    )


async def find_by_ref(tx: Tx, kind: str, external_ref: str) -> asyncpg.Record | None:
    return await tx.fetch_optional(FIND_BY_REF, kind, external_ref)


async def has_shipment(read: Read, shipment_id: str) -> bool:
    return await read.fetch_value(HAS_SHIPMENT, shipment_id)


async def list_transactions(read: Read, after: int | None, page: PageRequest) -> list[asyncpg.Record]:
    """A page of the ledger, newest first."""
    return await read.fetch_all(LIST, _MAX_NUMBER if after is None else after, page.fetch_limit)


async def insert_purchase(
    tx: Tx, checkout_id: str, payment_id: str | None, credited: int, paid: int | None, currency: str | None
) -> None:
    """Record the payment of a checkout and its credit, once."""
    await tx.fetch_optional(INSERT_PURCHASE, checkout_id, payment_id, credited, paid, currency)


async def find(read: Read, checkout_id: str) -> asyncpg.Record | None:
    return await read.fetch_optional(FIND, checkout_id)


async def record_reversal(tx: Tx, checkout_id: str, refunded: int, disputed: int, taken_back: int) -> asyncpg.Record:
    """Record the total amounts refunded, disputed and taken back of a purchase."""
    return await tx.fetch_one(RECORD_REVERSAL, checkout_id, refunded, disputed, taken_back)


async def add_outstanding(tx: Tx, change: int) -> int:
    """Change the workspace's debt by an amount, and return the new debt."""
    return await tx.fetch_value(ADD_OUTSTANDING, change)


async def find_paid_in(read: Read) -> int:
    """The total amount paid in, which is bounded."""
    return await read.fetch_value(FIND_PAID_IN) or 0
