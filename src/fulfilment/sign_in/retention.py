"""How long sessions that are over, and what was used once, are remembered."""

from datetime import timedelta

from fulfilment.db.chore import Chore, columns
from fulfilment.db.pool import Database
from fulfilment.sign_in import queries

FORGET_EVERY_SECONDS = 60.0
FORGOTTEN_AT_ONCE = 1_000

_SESSIONS = Chore("sessions", ("id_hash",), FORGOTTEN_AT_ONCE)
_USES = Chore("sign_in_uses", ("use_hash",), FORGOTTEN_AT_ONCE)


async def forget(db: Database) -> None:
    """Forget sessions an hour after none of them can go on, and uses whose time is over, a batch at a time."""
    age = timedelta(hours=queries.KEPT_HOURS)
    await _SESSIONS.work_off(
        db,
        lambda connection, most: connection.fetch(queries.OLD_SESSIONS.text, age, most),
        lambda connection, old: connection.execute(queries.FORGET_SESSIONS.text, *columns(old, 1)),
    )
    await _USES.work_off(
        db,
        lambda connection, most: connection.fetch(queries.OLD_USES.text, most),
        lambda connection, old: connection.execute(queries.FORGET_USES.text, *columns(old, 1)),
    )
