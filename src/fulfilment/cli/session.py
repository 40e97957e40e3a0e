"""A session of a command that works on the database for a while, with what goes wrong said in one line."""

import contextlib
from collections.abc import AsyncIterator

import asyncpg

from fulfilment.cli.credential import CONNECT_TIMEOUT_SECONDS
from fulfilment.cli.refusal import Refusal
from fulfilment.db import hosts, release
from fulfilment.db.pool import COLLISIONS, UNAVAILABLE, session_settings
from fulfilment.settings import Settings

# What the files and pipes of the command raise is its own to explain.
_LOST = tuple(problem for problem in (*UNAVAILABLE, *COLLISIONS) if not issubclass(problem, OSError))


@contextlib.asynccontextmanager
async def session(settings: Settings, name: str, advice: str, **changed: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection as the service has them, past any pooler. Raises Refusal, with `advice`, where it fails."""
    server_settings = session_settings(settings) | {"application_name": release.session_name(name)} | changed
    try:
        connection = await hosts.connect(
            settings.direct_url, timeout=CONNECT_TIMEOUT_SECONDS, server_settings=server_settings
        )
    except UNAVAILABLE as problem:
        raise Refusal(f"The database cannot be reached ({type(problem).__name__}).") from None
    try:
        yield connection
    except LookupError as problem:
        raise Refusal(str(problem.args[0])) from None
    except _LOST as problem:
        raise Refusal(f"The database was lost or too busy ({type(problem).__name__}). {advice}") from None
    finally:
        connection.terminate()
