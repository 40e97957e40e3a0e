"""Whether a process may begin: its master keys, the schema, and that the database is this service's.

Those that stay for long call these by name, in a process of their own (`cli/apart.py`).
"""

import asyncio
from typing import TYPE_CHECKING

import asyncpg
import structlog

from fulfilment import installation, secrets
from fulfilment.cli import credential
from fulfilment.db import embedded, migrate, role_settings
from fulfilment.db.outage import UNAVAILABLE
from fulfilment.db.refusal import first_line
from fulfilment.settings import Settings

if TYPE_CHECKING:
    from fulfilment.api_keys.minting import Opened

_log = structlog.get_logger(__name__)

FIRST_WORKSPACE = "First workspace"
# Any number will do, as long as it stays: nodes that start together on an empty database meet at this lock.
_FIRST_WORKSPACE_LOCK = 7_203_146_120


def require_keys(settings: Settings) -> None:
    """The master keys can be read. Raises SettingsError."""
    secrets.load_keyring(settings)


def ensure_database(address: str) -> None:
    """The embedded PostgreSQL, whose own database is at `address`, has the service's. Raises EmbeddedError."""
    embedded.ensure_database(address)


def prepare(settings: Settings) -> None:
    """Bring the schema up to date, and have the data remember whose it is. Raises DatabaseRefusal, SettingsError."""
    migrate.expand_and_contract(settings.direct_url, _log.warning)
    role_settings.require(settings)
    installation.require_fit(settings)


def require(settings: Settings) -> None:
    """The schema is the code's, and the data is this service's. Raises DatabaseRefusal, SettingsError."""
    migrate.require_current(settings.direct_url)
    role_settings.require(settings)
    installation.require_fit(settings)


def greet(settings: Settings) -> str | None:
    """Open the first workspace of an empty installation, and say how to get in; None while the database is away."""
    from fulfilment.cli import banner

    try:
        opened = asyncio.run(_first_workspace(settings))
    except UNAVAILABLE as problem:
        _log.warning("what to say waits for the database", problem=first_line(problem))
        return None
    return banner.text(settings, opened)


async def _first_workspace(settings: Settings) -> "Opened | None":
    """Open one on an empty installation; nodes that start together open one between them."""
    from fulfilment.accounts import opening

    async def work(db: asyncpg.Connection) -> "Opened | None":
        async with db.transaction():
            await db.execute("SELECT pg_advisory_xact_lock($1)", _FIRST_WORKSPACE_LOCK)
            if not await opening.is_empty(db):
                return None
            return await opening.open_workspace(db, FIRST_WORKSPACE, None)

    return await credential.on_connection(settings.direct_url, work)
