"""The SQL of hosted checkouts and of the billing account that they belong to.

Whatever changes a workspace's billing first takes its billing account's row, in a statement of its own: the one after
it then sees what whoever held it before has committed.
"""

from datetime import datetime, timedelta

import asyncpg

from fulfilment.db.sql import sql
from fulfilment.db.tx import Read, Tx
from fulfilment.payments.records import Order

# What fails again and again is left alone for longer each time, from the first of these to the last.
FIRST_DELAY_SECONDS = 1
LONGEST_DELAY_SECONDS = 300

LOCK_ACCOUNT = sql(
    "payments.lock_account", "SELECT account_id FROM billing_accounts WHERE account_id = $1 FOR NO KEY UPDATE"
)

OPEN_ACCOUNT = sql(
    "payments.open_account",
    """
    INSERT INTO billing_accounts (account_id) SELECT id FROM accounts WHERE id = $1 /* account_id */
    ON CONFLICT (account_id) DO NOTHING
    """,
)

FIND_ACCOUNT = sql("payments.find_account", "SELECT * FROM billing_accounts WHERE account_id = $1")

KEEP_CUSTOMER = sql(
    "payments.keep_customer",
    """
    UPDATE billing_accounts SET provider_customer_id = coalesce(provider_customer_id, $2) WHERE account_id = $1
    RETURNING provider_customer_id
    """,
)

FORGET_CUSTOMER = sql(
    "payments.forget_customer",
    "UPDATE billing_accounts SET provider_customer_id = NULL WHERE account_id = $1 AND provider_customer_id = $2",
)

# The account's turn comes when that of one of its checkouts does, or earlier; its row is taken already.
_WAKE = """
    UPDATE billing_accounts b SET due_at = least(b.due_at, changed.due_at) FROM changed
     WHERE b.account_id = $1 AND changed.due_at IS NOT NULL
"""

BEGIN = sql(
    "payments.begin_checkout",
    """
    WITH changed AS (
        INSERT INTO checkouts (account_id, id, kind, state, plan, amount, currency, terms, subscription_id, invoice_id,
                               actor, memory, holder, lease_until, due_at)
        VALUES ($1, $2, $3, 'opening', $4, $5, $6, $7, $8, $9, $10, $11, $12, now() + $13::interval,
                now() + $13::interval)
        RETURNING *
    ), woken AS ({wake})
    SELECT * FROM changed
    """,
    wake=_WAKE,
)

# What dead processes and unclear answers left behind, and nobody is at.
TAKE_OVER = sql(
    "payments.take_over_checkout",
    """
    WITH changed AS (
        UPDATE checkouts SET holder = $3, lease_until = now() + $4::interval, due_at = now() + $4::interval
         WHERE account_id = $1 AND id = $2 AND state = 'opening'
           AND (lease_until <= clock_timestamp() OR is_gone(holder))
        RETURNING *
    ), woken AS ({wake})
    SELECT * FROM changed
    """,
    wake=_WAKE,
)

FIND_LEFT_BEHIND = sql(
    "payments.find_left_behind",
    """
    SELECT id FROM checkouts
     WHERE account_id = $1 AND memory = $2 AND state = 'opening' AND created_at > now() - $3::interval
     ORDER BY created_at DESC LIMIT 1
    """,
)

# Of one that failed meanwhile, the page is there all the same.
OPENED = sql(
    "payments.opened_checkout",
    """
    WITH changed AS (
        UPDATE checkouts
           SET state = 'open', provider_session_id = $3, url = $4, expires_at = $5, holder = NULL, lease_until = NULL,
               due_at = now() + $6::interval, faults = 0, version = version + 1
         WHERE account_id = $1 AND id = $2 AND state IN ('opening', 'failed')
        RETURNING *
    ), woken AS ({wake})
    SELECT * FROM changed
    """,
    wake=_WAKE,
)

FAILED = sql(
    "payments.failed_checkout",
    """
    UPDATE checkouts
       SET state = 'failed', holder = NULL, lease_until = NULL, due_at = NULL, settled_at = now(), version = version + 1
     WHERE account_id = $1 AND id = $2 AND state = 'opening'
    """,
)

YIELD = sql(
    "payments.yield_checkout",
    """
    WITH changed AS (
        UPDATE checkouts
           SET holder = NULL, lease_until = now(), faults = faults + 1,
               due_at = now() + least({first} * 2 ^ least(faults, 16), {longest}) * interval '1 s'
         WHERE account_id = $1 AND id = $2 AND state = 'opening' AND holder IS NOT DISTINCT FROM $3
        RETURNING due_at
    )
    {wake}
    """,
    first=FIRST_DELAY_SECONDS,
    longest=LONGEST_DELAY_SECONDS,
    wake=_WAKE,
)

FIND = sql("payments.find_checkout", "SELECT * FROM checkouts WHERE account_id = $1 AND id = $2")

LOCK = sql("payments.lock_checkout", "SELECT * FROM checkouts WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE")

# What was decided by what the provider said of it; whoever asked before that asks again.
TOUCH = sql("payments.touch_checkout", "UPDATE checkouts SET version = version + 1 WHERE account_id = $1 AND id = $2")

FIND_OF_PAYMENT = sql(
    "payments.find_checkout_of_payment",
    "SELECT * FROM checkouts WHERE account_id = $1 AND provider_payment_id = $2",
)

FIND_ANY = sql("payments.unscoped_find_checkout", "SELECT account_id, id, state FROM checkouts WHERE id = $1")

FIND_ANY_OF_SESSION = sql(
    "payments.unscoped_find_checkout_of_session",
    "SELECT account_id, id, state FROM checkouts WHERE provider_session_id = $1",
)

FIND_ANY_OF_PAYMENT = sql(
    "payments.unscoped_find_checkout_of_payment",
    "SELECT account_id, id, state FROM checkouts WHERE provider_payment_id = $1",
)

FIND_ANY_OF_SUBSCRIPTION = sql(
    "payments.unscoped_find_checkout_of_subscription",
    "SELECT account_id, id, state FROM checkouts WHERE subscription_id = $1",
)


async def lock_account(tx: Tx) -> None:
    """Take the workspace's billing account, made on demand. Raises LookupError where there is no such workspace."""
    if await tx.one(LOCK_ACCOUNT) is not None:
        return
    await tx.one(OPEN_ACCOUNT)
    if await tx.one(LOCK_ACCOUNT) is None:
        raise LookupError(f"There is no workspace {tx.account_id}.")


async def find_customer(read: Read) -> str | None:
    """The workspace's customer at the provider, once it has one."""
    row = await read.one(FIND_ACCOUNT)
    return None if row is None else row["provider_customer_id"]


async def keep_customer(tx: Tx, customer_id: str) -> str:
    """The workspace's customer from now on: the one that was kept first."""
    return await tx.value(KEEP_CUSTOMER, customer_id)


async def forget_customer(tx: Tx, customer_id: str) -> None:
    await tx.one(FORGET_CUSTOMER, customer_id)


async def begin(
    tx: Tx,
    checkout_id: str,
    order: Order,
    terms: str,
    actor: str,
    memory: str | None,
    holder: int | None,
    lease: timedelta,
    *,
    subscription_id: str | None,
    invoice_id: str | None,
) -> asyncpg.Record:
    """Write down that the provider is about to be asked."""
    return await tx.one(
        BEGIN,
        checkout_id,
        order.kind,
        order.plan,
        order.amount,
        order.currency,
        terms,
        subscription_id,
        invoice_id,
        actor,
        memory,
        holder,
        lease,
    )


async def find_left_behind(tx: Tx, memory: str, life: timedelta) -> str | None:
    """The checkout that was begun under this key, and whose page nobody was told of."""
    return await tx.value(FIND_LEFT_BEHIND, memory, life)


async def take_over(tx: Tx, checkout_id: str, holder: int | None, lease: timedelta) -> asyncpg.Record | None:
    """Ours from now on; None while somebody is at it."""
    return await tx.one(TAKE_OVER, checkout_id, holder, lease)


async def opened(
    tx: Tx, checkout_id: str, session_id: str, url: str, expires_at: datetime, look_after: timedelta
) -> asyncpg.Record:
    """Its page is there; whoever settles it second finds it so."""
    return await tx.one(OPENED, checkout_id, session_id, url, expires_at, look_after) or await find(tx, checkout_id)


async def failed(tx: Tx, checkout_id: str) -> None:
    """There will be no page, unless there is one already."""
    await tx.one(FAILED, checkout_id)


async def yield_up(tx: Tx, checkout_id: str, holder: int | None) -> None:
    """Nobody knows whether there is a page: leave it to the next one who comes, or to the worker before long."""
    await tx.one(YIELD, checkout_id, holder)


async def find(read: Read, checkout_id: str) -> asyncpg.Record | None:
    return await read.one(FIND, checkout_id)


async def lock(tx: Tx, checkout_id: str) -> asyncpg.Record | None:
    """The checkout, once the billing account is taken."""
    return await tx.one(LOCK, checkout_id)


async def find_of_payment(read: Read, payment_id: str) -> asyncpg.Record | None:
    return await read.one(FIND_OF_PAYMENT, payment_id)
