"""Database session of a long-running command, with its errors as one line."""

import contextlib
from collections.abc import AsyncIterator

import asyncpg

from fulfilment.cli.credential import CONNECT_TIMEOUT_SECONDS
from fulfilment.cli.errors import CommandError
from fulfilment.infra.database import database_clock, failover
from fulfilment.infra.database.migrations import versions
from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS, UNAVAILABLE, session_settings
from fulfilment.settings import Settings

# OSError is left to the command, because its own files and pipes raise it as well.
_LOST = tuple(problem for problem in (*UNAVAILABLE, *SERIALIZATION_CONFLICTS) if not issubclass(problem, OSError))


@contextlib.asynccontextmanager
async def open_session(
    settings: Settings, name: str, advice: str, **server_overrides: str
) -> AsyncIterator[asyncpg.Connection]:
    """A direct connection with the service's session settings, without a pooler.

    Raises CommandError if the connection fails. The message for a lost connection ends with `advice`.
    """
    server_settings = session_settings(settings) | {"application_name": versions.session_name(name)} | server_overrides
    try:
        connection = await failover.connect(
            settings.direct_url, timeout=CONNECT_TIMEOUT_SECONDS, server_settings=server_settings
        )
        await database_clock.sync_process_clock(connection)
    except UNAVAILABLE as problem:
        raise CommandError(f"The database cannot be reached ({type(problem).__name__}).") from None
    try:
        yield connection
    except LookupError as problem:
        raise CommandError(str(problem.args[0])) from None
    except _LOST as problem:
        raise CommandError(f"The database was lost or too busy ({type(problem).__name__}). {advice}") from None
    finally:
        connection.terminate()
