"""Forgetting events that no storefront sends again, and secrets whose time is over."""

from datetime import timedelta

from fulfilment.db import moment
from fulfilment.db.chore import Chore, columns
from fulfilment.db.pool import Database
from fulfilment.db.sql import sql

EVENTS_KEPT = timedelta(days=90)
FORGET_EVERY_SECONDS = 60
FORGOTTEN_AT_ONCE = 1_000

OLD_EVENTS = sql(
    "storefront.unscoped_old_events",
    """
    SELECT account_id, id, type FROM storefront_events
     WHERE received_at <= $1 ORDER BY received_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

FORGET_EVENTS = sql(
    "storefront.batched_forget_events",
    """
    DELETE FROM storefront_events e USING unnest($1::text[], $2::text[], $3::text[]) AS old (account_id, id, type)
     WHERE e.account_id = old.account_id AND e.id = old.id AND e.type = old.type
    """,
)

OLD_SECRETS = sql(
    "storefront.unscoped_old_secrets",
    """
    SELECT account_id FROM storefronts
     WHERE previous_until <= now() ORDER BY previous_until LIMIT $1 FOR UPDATE SKIP LOCKED
    """,
)

FORGET_SECRETS = sql(
    "storefront.batched_forget_secrets",
    """
    UPDATE storefronts SET previous_secret = NULL, previous_until = NULL
     WHERE account_id = ANY ($1::text[]) AND previous_until <= now()
    """,
)

_EVENTS = Chore("storefront_events", ("account_id", "id", "type"), FORGOTTEN_AT_ONCE)
_SECRETS = Chore("storefront_secrets", ("account_id",), FORGOTTEN_AT_ONCE)


async def forget(db: Database) -> None:
    """Remove what is over, a batch at a time."""
    async with db.connection() as connection:
        horizon = await moment.now(connection) - EVENTS_KEPT
    await _EVENTS.work_off(
        db,
        lambda connection, most: connection.fetch(OLD_EVENTS.text, horizon, most),
        lambda connection, old: connection.execute(FORGET_EVENTS.text, *columns(old, 3)),
    )
    await _SECRETS.work_off(
        db,
        lambda connection, most: connection.fetch(OLD_SECRETS.text, most),
        lambda connection, old: connection.execute(FORGET_SECRETS.text, *columns(old, 1)),
    )
