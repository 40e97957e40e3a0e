"""The database of a command: the configured one, or the embedded one of the data folder while the command runs."""

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec
import structlog

from fulfilment import settings
from fulfilment.settings import PREFIX, Settings

if TYPE_CHECKING:
    from fulfilment.db.embedded import Server

# What starts a server is loaded where one is to be started: no process has it that `serve` has started.
_log = structlog.get_logger(__name__)


@contextlib.contextmanager
def opened(given: Settings) -> Iterator[Settings]:
    """The settings with `database_url` filled in, for this process and those it starts. Raises DatabaseRefusal.

    The embedded server is started if it does not run, and stopped at the end if nobody else uses it.
    """
    if given.database_url:
        yield given
        return
    from fulfilment.db import embedded

    with embedded.start(given.data_path) as server:
        yield _at(server, given)


@contextlib.contextmanager
def kept(given: Settings, ensure: Callable[[str], None] | None = None) -> Iterator[Settings]:
    """The same for commands that stay: should the embedded server die meanwhile, it is started again.

    `ensure` is given to `embedded.start`.
    """
    if given.database_url:
        yield given
        return
    from fulfilment.db import embedded, postmaster
    from fulfilment.db.caretaker import Caretaker

    with embedded.start(given.data_path, ensure=ensure or embedded.ensure_database) as server:
        caretaker = Caretaker(server)
        caretaker.begin()
        try:
            yield _at(server, given)
        finally:
            caretaker.end()
            _log.info("leaving the embedded PostgreSQL", seconds_at_most=postmaster.HALT_SECONDS)


def _at(server: "Server", given: Settings) -> Settings:
    os.environ[f"{PREFIX}DATABASE_URL"] = server.url
    settings.current.cache_clear()
    return msgspec.structs.replace(given, database_url=server.url)
