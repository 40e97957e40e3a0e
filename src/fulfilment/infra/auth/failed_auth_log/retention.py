"""How long the security log is kept."""

from datetime import timedelta

from fulfilment.infra.auth.failed_auth_log.queries import FORGET_HOURS, OLD_HOURS
from fulfilment.infra.database import database_clock
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.settings import Settings

FORGET_EVERY_SECONDS = 600
FORGOTTEN_AT_ONCE = 500

_KEY = ("hour", "reason", "address", "key_id")
_HOURS = BatchProcessor("auth_failure_hourly_stats", _KEY, FORGOTTEN_AT_ONCE)


async def forget(db: Database, settings: Settings) -> None:
    """Remove the hours that have had their days, a batch at a time."""
    async with db.connection() as connection:
        horizon = await database_clock.now(connection) - timedelta(days=settings.security_log_days)
    await _HOURS.drain(
        db,
        lambda connection, most: connection.fetch(OLD_HOURS.text, horizon, most),
        lambda connection, old: connection.execute(FORGET_HOURS.text, *columns(old, len(_KEY))),
    )
