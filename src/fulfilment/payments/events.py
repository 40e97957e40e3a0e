"""Each event of the provider is applied once (decisions, section 9)."""

import asyncpg

from fulfilment.db.chore import Chore, columns
from fulfilment.db.pool import Database
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.http.public import Public
from fulfilment.payments.port import Event

# Stripe sends again for three days at the most; an older one would only have the object fetched once more.
REMEMBERED_DAYS = 90
FORGET_EVERY_SECONDS = 3_600
FORGOTTEN_AT_ONCE = 1_000

RECORD = sql(
    "payment_events.record",
    """
    WITH heard AS (
        UPDATE billing_accounts SET last_event_at = now() WHERE account_id = $1
    )
    INSERT INTO payment_events (account_id, id, type) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING id
    """,
)

IS_KNOWN = sql("payment_events.unscoped_is_known", "SELECT id FROM payment_events WHERE id = $1")

OLD = sql(
    "payment_events.unscoped_old",
    """
    SELECT id FROM payment_events WHERE received_at <= now() - {days} * interval '1 day'
     ORDER BY received_at LIMIT $1 FOR UPDATE SKIP LOCKED
    """,
    days=REMEMBERED_DAYS,
)

FORGET = sql("payment_events.unscoped_forget", "DELETE FROM payment_events WHERE id = ANY ($1::text[])")

_EVENTS = Chore("payment_events", ("id",), FORGOTTEN_AT_ONCE)


class Hearing:
    """One time that an event is heard of, and whether it was this time that it was applied."""

    def __init__(self, event: Event):
        self.event = event
        self.is_applied = False


async def is_new(tx: Tx, hearing: Hearing | None) -> bool:
    """Whether the event was not applied yet, and is by this transaction, which has taken the billing account.

    What was asked for without an event is always new.
    """
    if hearing is None:
        return True
    hearing.is_applied = await tx.one(RECORD, hearing.event.id, hearing.event.type) is not None
    return hearing.is_applied


async def is_known(public: Public, event: Event) -> bool:
    """Whether it was applied already, as far as anybody has committed."""
    return await public.one(IS_KNOWN, event.id) is not None


async def forget(db: Database) -> None:
    """Delete what nobody will send again, a few at a time."""

    async def pick(connection: asyncpg.Connection, most: int) -> list[asyncpg.Record]:
        return await connection.fetch(OLD.text, most)

    async def act(connection: asyncpg.Connection, batch: list[asyncpg.Record]) -> None:
        await connection.execute(FORGET.text, *columns(batch, 1))

    await _EVENTS.work_off(db, pick, act)
