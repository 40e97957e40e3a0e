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

from fulfilment import logs
from fulfilment.api_keys.minting import Operator
from fulfilment.catalog_file import writing
from fulfilment.cli import database
from fulfilment.cli.refusal import Refusal
from fulfilment.cli.session import session
from fulfilment.db import migrate
from fulfilment.settings import Settings

STANDARD_STREAM = "-"
# Whoever reads the other end of a pipe may take a while, but not hold a snapshot of the database for ever.
IDLE_TIMEOUT_SECONDS = 600


def run(settings: Settings, options: Namespace) -> int:
    """Write the file and say on standard error how many rows it has."""
    logs.configure(settings, "command")
    with database.opened(settings) as opened:
        migrate.expand(opened.direct_url)
        try:
            with _opened(options.file) as out:
                rows = asyncio.run(_write(opened, Operator(options.workspace), out))
        except BrokenPipeError:
            # Whoever read has had enough; the interpreter must not fail at writing the rest.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
        except OSError as problem:
            raise Refusal(f"The file {options.file} cannot be written: {problem.strerror}.") from None
    print(msgspec.json.encode({"rows": rows}).decode() if options.json else f"{rows:,} rows written.", file=sys.stderr)
    return 0


async def _write(settings: Settings, actor: Operator, out: BinaryIO) -> int:
    timeout = {"idle_in_transaction_session_timeout": str(IDLE_TIMEOUT_SECONDS * 1_000)}
    async with session(settings, "export", "Run the same command again.", **timeout) as db:
        return await writing.write(db, actor, out)


@contextlib.contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """Standard output, or a file that takes its name when it is whole."""
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
