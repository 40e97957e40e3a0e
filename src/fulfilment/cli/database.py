"""The database of a command: the configured one, or the embedded one of the data folder while the command runs."""

import contextlib
import os
from collections.abc import Iterator

import msgspec

from fulfilment import settings
from fulfilment.db import embedded
from fulfilment.settings import PREFIX, Settings


@contextlib.contextmanager
def opened(given: Settings) -> Iterator[Settings]:
    """The settings with `database_url` filled in, for this process and those it starts. Raises DatabaseRefusal.

    The embedded server is started if it does not run, and stopped at the end if nobody else uses it.
    """
    with contextlib.ExitStack() as stack:
        if not given.database_url:
            server = stack.enter_context(embedded.start(given.data_path))
            given = msgspec.structs.replace(given, database_url=server.url)
            os.environ[f"{PREFIX}DATABASE_URL"] = server.url
            settings.current.cache_clear()
        yield given
