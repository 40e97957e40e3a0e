"""How long the security log is kept."""

from datetime import timedelta

from fulfilment.db import moment
from fulfilment.db.chore import Chore, columns
from fulfilment.db.pool import Database
from fulfilment.security.queries import FORGET_HOURS, OLD_HOURS
from fulfilment.settings import Settings

FORGET_EVERY_SECONDS = 600
FORGOTTEN_AT_ONCE = 500

_KEY = ("hour", "reason", "address", "key_id")
_HOURS = Chore("security_hours", _KEY, FORGOTTEN_AT_ONCE)


async def forget(db: Database, settings: Settings) -> None:
    """Remove the hours that have had their days, a batch at a time."""
    async with db.connection() as connection:
        horizon = await moment.now(connection) - timedelta(days=settings.security_log_days)
    await _HOURS.work_off(
        db,
        lambda connection, most: connection.fetch(OLD_HOURS.text, horizon, most),
        lambda connection, old: connection.execute(FORGET_HOURS.text, *columns(old, len(_KEY))),
    )
