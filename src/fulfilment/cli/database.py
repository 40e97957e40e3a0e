"""The database of a command: the configured server, or the embedded server of the data folder."""

import contextlib
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
import structlog

from fulfilment import settings
from fulfilment.settings import PREFIX, Settings

if TYPE_CHECKING:
    from fulfilment.infra.database.embedded.server import EmbeddedServer

# The modules of the embedded server are imported inside the functions. Processes that `serve` starts do not need them.
_log = structlog.get_logger(__name__)


@contextlib.contextmanager
def open_database(configured: Settings) -> Iterator[Settings]:
    """The settings with `database_url` filled in, for this process and those it starts. Raises DatabaseRefusal.

    The embedded server is started if it does not run, and stopped at the end if no other process uses it.
    """
    if configured.database_url:
        yield configured
        return
    from fulfilment.infra.database.embedded import server as embedded_server

    with embedded_server.start(configured.data_path) as server:
        yield _with_url(server, configured)


@contextlib.contextmanager
def run_database(configured: Settings) -> Iterator[Settings]:
    """Run the database of a long-running command. The embedded server is restarted if it dies."""
    if configured.database_url:
        yield configured
        return
    from fulfilment.infra.database.embedded import postmaster
    from fulfilment.infra.database.embedded import server as embedded_server
    from fulfilment.infra.database.embedded.monitor import EmbeddedServerMonitor

    with embedded_server.start(configured.data_path) as server:
        monitor = EmbeddedServerMonitor(server)
        monitor.start()
        try:
            yield _with_url(server, configured)
        finally:
            monitor.stop()
            _log.info("embedded_server_stopping", seconds_at_most=postmaster.STOP_RETRY_SECONDS)


def _with_url(server: "EmbeddedServer", configured: Settings) -> Settings:
    os.environ[f"{PREFIX}DATABASE_URL"] = server.url
    settings.current.cache_clear()
    return msgspec.structs.replace(configured, database_url=server.url)
