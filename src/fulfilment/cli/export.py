"""`fulfilment export`: writes products, variants and stock to a CSV file that `fulfilment import` reads."""

import asyncio
import contextlib
import os
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from fulfilment.api_keys.service import OperatorActor
from fulfilment.catalog.csv import exporter
from fulfilment.cli import database
from fulfilment.cli.database_session import open_session
from fulfilment.cli.errors import CommandError
from fulfilment.infra.database.migrations import migrate
from fulfilment.infra.observability import logs
from fulfilment.infra.safe_csv import Separator
from fulfilment.settings import Settings

STANDARD_STREAM = "-"
# The reader of a pipe may be slow, but must not hold a snapshot of the database for ever.
IDLE_TIMEOUT_SECONDS = 600


def run(settings: Settings, options: Namespace) -> int:
    """Write the file, and print its number of rows on standard error."""
    logs.configure(settings, "command")
    with database.open_database(settings) as opened:
        migrate.expand(opened.direct_url)
        try:
            with _open_output(options.file) as out:
                rows = asyncio.run(_write(opened, OperatorActor(options.workspace), out, options.separator))
        except BrokenPipeError:
            # The reader has closed the pipe. Standard output goes nowhere, so that the interpreter's last flush works.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
        except OSError as problem:
            raise CommandError(f"The file {options.file} cannot be written: {problem.strerror}.") from None
    print(msgspec.json.encode({"rows": rows}).decode() if options.json else f"{rows:,} rows written.", file=sys.stderr)
    return 0


async def _write(settings: Settings, actor: OperatorActor, out: BinaryIO, separator: Separator) -> int:
    timeout = {"idle_in_transaction_session_timeout": str(IDLE_TIMEOUT_SECONDS * 1_000)}
    async with open_session(settings, "export", "Run the same command again.", **timeout) as db:
        return await exporter.export_products(db, actor, out, separator)


@contextlib.contextmanager
def _open_output(path: str) -> Iterator[BinaryIO]:
    """Standard output, or a file that is renamed to its name when it is complete."""
    if path == STANDARD_STREAM:
        yield sys.stdout.buffer
        return
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        with target.open("wb") as out:
            yield out
        return
    scratch = target.with_name(f"{target.name}.{os.getpid()}")
    try:
        with scratch.open("xb") as out:
            yield out
        scratch.replace(target)
    finally:
        scratch.unlink(missing_ok=True)
