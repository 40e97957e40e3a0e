"""Startup checks: the master keys, the schema, and the match of database and service; also the first workspace."""

import asyncio
from typing import TYPE_CHECKING

import asyncpg
import structlog

from fulfilment.cli import credential
from fulfilment.infra.database.errors import UNAVAILABLE, first_line
from fulfilment.infra.database.migrations import migrate, role_settings
from fulfilment.infra.encryption import installation_check, keyring
from fulfilment.settings import Settings

if TYPE_CHECKING:
    from fulfilment.api_keys.service import CreatedKey

_log = structlog.get_logger(__name__)

FIRST_WORKSPACE = "First workspace"
# The id of an advisory lock for nodes that start together on an empty database. The number must never change.
_FIRST_WORKSPACE_LOCK = 7_203_146_120


def require_keys(settings: Settings) -> None:
    """Check that the master keys can be read. Raises SettingsError."""
    keyring.load_keyring(settings)


def prepare(settings: Settings) -> None:
    """Bring the schema up to date, and bind the data to this installation. Raises DatabaseRefusal, SettingsError."""
    migrate.expand_and_contract(settings.direct_url, _log.warning)
    role_settings.require(settings)
    installation_check.require_match(settings)


def require_ready(settings: Settings) -> None:
    """Check that the schema matches the code, and the data this installation. Raises DatabaseRefusal, SettingsError."""
    migrate.require_current(settings.direct_url)
    role_settings.require(settings)
    installation_check.require_match(settings)


def build_greeting(settings: Settings, is_terminal: bool) -> str | None:
    """The banner, after the creation of the first workspace in an empty installation.

    None while the database is unreachable. The key of the first workspace may do everything. In production it is
    created only if a terminal shows it, because other output may be stored as a log. The operator then creates the
    workspace by command.
    """
    from fulfilment.cli import banner

    may_show = settings.is_development or is_terminal
    try:
        created_key = asyncio.run(_create_first_workspace(settings)) if may_show else None
        is_empty = not may_show and asyncio.run(_has_no_workspaces(settings))
    except UNAVAILABLE as problem:
        _log.warning("greeting_deferred", problem=first_line(problem))
        return None
    return banner.build_banner(settings, created_key, is_empty=is_empty)


async def _has_no_workspaces(settings: Settings) -> bool:
    from fulfilment.workspaces import administration

    return await credential.on_connection(settings.direct_url, administration.has_no_workspaces)


async def _create_first_workspace(settings: Settings) -> "CreatedKey | None":
    """Create the first workspace in an empty installation. If several nodes start together, only one does so."""
    from fulfilment.workspaces import administration

    async def work(db: asyncpg.Connection) -> "CreatedKey | None":
        async with db.transaction():
            await db.execute("SELECT pg_advisory_xact_lock($1)", _FIRST_WORKSPACE_LOCK)
            if not await administration.has_no_workspaces(db):
                return None
            return await administration.create_workspace(db, FIRST_WORKSPACE, None)

    return await credential.on_connection(settings.direct_url, work)
