"""The SQL of hosted checkouts and of the billing account that they belong to.

Every change of a workspace's billing first locks its billing account's row, in a statement of its own. So the next
statement sees all that former holders of the lock have committed.
"""

from datetime import datetime, timedelta

import asyncpg

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx

LOCK_ACCOUNT = sql(
    "payments.lock_account", "SELECT account_id FROM billing_accounts WHERE account_id = $1 FOR NO KEY UPDATE"
)

CREATE_ACCOUNT = sql(
    "payments.create_account",
    """
    INSERT INTO billing_accounts (account_id) SELECT id FROM accounts WHERE id = $1 /* account_id */
    ON CONFLICT (account_id) DO NOTHING
    """,
)

FIND_ACCOUNT = sql(
    "payments.find_account", "SELECT columns(billing_accounts) FROM billing_accounts WHERE account_id = $1"
)

STORE_CUSTOMER = sql(
    "payments.store_customer",
    """
    UPDATE billing_accounts SET provider_customer_id = coalesce(provider_customer_id, $2) WHERE account_id = $1
    RETURNING provider_customer_id
    """,
)

UNLINK_CUSTOMER = sql(
    "payments.unlink_customer",
    "UPDATE billing_accounts SET provider_customer_id = NULL WHERE account_id = $1 AND provider_customer_id = $2",
)

# Makes the account due when its checkout is, or earlier. The caller holds the account's lock.
ADVANCE_ACCOUNT_DUE = """
    UPDATE billing_accounts b SET due_at = least(b.due_at, changed.due_at) FROM changed
     WHERE b.account_id = $1 AND changed.due_at IS NOT NULL
"""

FIND = sql("payments.find_checkout", "SELECT columns(checkouts) FROM checkouts WHERE account_id = $1 AND id = $2")

LOCK = sql(
    "payments.lock_checkout",
    "SELECT columns(checkouts) FROM checkouts WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE",
)

# A payment for credit is checked again later ($4): a refund or a dispute takes the credit back.
MARK_PAID = sql(
    "payments.mark_checkout_paid",
    """
    WITH changed AS (
        UPDATE checkouts
           SET state = 'paid', provider_payment_id = $3, settled_at = now(), due_at = now() + $4::interval,
               holder = NULL, lease_until = NULL, faults = 0, version = version + 1
         WHERE account_id = $1 AND id = $2
        RETURNING due_at
    )
    {wake}
    """,
    wake=ADVANCE_ACCOUNT_DUE,
)

MARK_EXPIRED = sql(
    "payments.mark_checkout_expired",
    """
    UPDATE checkouts
       SET state = 'expired', settled_at = now(), due_at = NULL, holder = NULL, lease_until = NULL,
           version = version + 1
     WHERE account_id = $1 AND id = $2 AND state = 'open'
    """,
)

# Counts a settlement, so that a slower writer with an older answer fetches again.
INCREMENT_VERSION = sql(
    "payments.increment_checkout_version",
    "UPDATE checkouts SET version = version + 1 WHERE account_id = $1 AND id = $2",
)

FIND_BY_PAYMENT = sql(
    "payments.find_checkout_by_payment",
    "SELECT columns(checkouts) FROM checkouts WHERE account_id = $1 AND provider_payment_id = $2",
)

FIND_ANY = sql("payments.unscoped_find_checkout", "SELECT account_id, id, state FROM checkouts WHERE id = $1")

FIND_ANY_BY_SESSION = sql(
    "payments.unscoped_find_checkout_by_session",
    "SELECT account_id, id, state FROM checkouts WHERE provider_session_id = $1",
)

FIND_ANY_BY_PAYMENT = sql(
    "payments.unscoped_find_checkout_by_payment",
    "SELECT account_id, id, state FROM checkouts WHERE provider_payment_id = $1",
)

FIND_ANY_BY_SUBSCRIPTION = sql(
    "payments.unscoped_find_checkout_by_subscription",
    "SELECT account_id, id, state FROM checkouts WHERE subscription_id = $1",
)


async def lock_account(tx: Tx) -> None:
    """Lock the workspace's billing account, creating it on demand. Raises LookupError for an unknown workspace."""
    if await tx.fetch_optional(LOCK_ACCOUNT) is not None:
        return
    await tx.fetch_optional(CREATE_ACCOUNT)
    if await tx.fetch_optional(LOCK_ACCOUNT) is None:
        raise LookupError(f"There is no workspace {tx.account_id}.")


async def find_customer(read: Read) -> str | None:
    """The workspace's customer at the provider, if it has one."""
    row = await read.fetch_optional(FIND_ACCOUNT)
    return None if row is None else row["provider_customer_id"]


async def find_last_event(read: Read) -> datetime | None:
    """The time of the provider's last event for the workspace."""
    row = await read.fetch_optional(FIND_ACCOUNT)
    return None if row is None else row["last_event_at"]


async def store_customer(tx: Tx, customer_id: str) -> str:
    """Store the workspace's customer, and return the stored one: the first is kept."""
    return await tx.fetch_value(STORE_CUSTOMER, customer_id)


async def unlink_customer(tx: Tx, customer_id: str) -> None:
    await tx.fetch_optional(UNLINK_CUSTOMER, customer_id)


async def mark_paid(tx: Tx, checkout_id: str, payment_id: str | None, next_check_in: timedelta | None) -> None:
    """Mark a checkout as paid. `next_check_in` is None if its payment need not be checked again."""
    await tx.fetch_optional(MARK_PAID, checkout_id, payment_id, next_check_in)


async def mark_expired(tx: Tx, checkout_id: str) -> None:
    """Mark an open checkout as expired: its page takes no payment any more."""
    await tx.fetch_optional(MARK_EXPIRED, checkout_id)


async def find(read: Read, checkout_id: str) -> asyncpg.Record | None:
    return await read.fetch_optional(FIND, checkout_id)


async def lock(tx: Tx, checkout_id: str) -> asyncpg.Record | None:
    """Lock a checkout, under the lock of the billing account."""
    return await tx.fetch_optional(LOCK, checkout_id)


async def find_by_payment(read: Read, payment_id: str) -> asyncpg.Record | None:
    return await read.fetch_optional(FIND_BY_PAYMENT, payment_id)
