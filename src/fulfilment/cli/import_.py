"""`fulfilment import`: loads products, variants and opening stock from a CSV file, also while the service runs."""

import asyncio
import contextlib
import os
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from fulfilment import installation, logs
from fulfilment.api_keys.minting import Operator
from fulfilment.catalog_file.loading import Loader, Summary, Watcher, Wishes
from fulfilment.catalog_file.problem import Problem
from fulfilment.cli import database, shown
from fulfilment.cli.refusal import Refusal
from fulfilment.cli.session import session
from fulfilment.db import migrate
from fulfilment.settings import Settings

BAD_ROWS = 1
STANDARD_STREAM = "-"
_GLANCE_ROWS = 200


def run(settings: Settings, options: Namespace) -> int:
    """Load the file and print what became of it. Bad rows go to standard error; any makes the exit code 1."""
    logs.configure(settings, "command")
    wishes = Wishes(
        all_or_nothing=options.all_or_nothing,
        dry_run=options.dry_run,
        create_warehouses=options.create_warehouses,
    )
    with _opened(options.file) as raw, database.opened(settings) as opened:
        migrate.expand(opened.direct_url)
        installation.require_brand(opened)
        with _Screen(raw, as_json=options.json) as screen:
            summary = asyncio.run(_load(opened, Operator(options.workspace), wishes, raw, screen))
    if options.json:
        shown.as_json(summary)
    else:
        _tell(summary, wishes)
    return 0 if summary.is_loaded and not summary.bad_rows else BAD_ROWS


async def _load(settings: Settings, actor: Operator, wishes: Wishes, raw: BinaryIO, screen: "_Screen") -> Summary:
    async with session(settings, "import", "Run the same command again: what is loaded stays, nothing doubles.") as db:
        return await Loader(db, actor, wishes, screen).load(raw)


@contextlib.contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    if path == STANDARD_STREAM:
        yield sys.stdin.buffer
        return
    try:
        file = Path(path).open("rb")  # noqa: SIM115 - an error of what is done with it is none of opening it
    except OSError as problem:
        raise Refusal(f"The file {path} cannot be read: {problem.strerror}.") from None
    with file:
        yield file


class _Screen(Watcher):
    """Standard error: the problems, and on a terminal a progress bar below them."""

    def __init__(self, raw: BinaryIO, *, as_json: bool):
        self._as_json = as_json
        self._raw = raw
        self._console = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=self._console,
            transient=True,
            disable=as_json or not self._console.is_terminal,
        )
        self._reading = self._bar.add_task("Reading", total=_size(raw))
        self._loading = self._bar.add_task("Loading", total=None, visible=False)

    def __enter__(self) -> "_Screen":
        self._bar.start()
        return self

    def __exit__(self, *_problem: object) -> None:
        self._bar.stop()

    def complain(self, problem: Problem) -> None:
        if self._bar.live.is_started and not self._bar.disable:
            self._bar.console.print(Text(str(problem), style="red"))
        else:
            print(msgspec.json.encode(problem).decode() if self._as_json else problem, file=sys.stderr)

    def read(self, rows: int) -> None:
        if rows % _GLANCE_ROWS == 0 and not self._bar.disable and self._raw.seekable():
            self._bar.update(self._reading, completed=self._raw.tell())

    def load(self, rows: int, of: int) -> None:
        self._bar.update(self._reading, visible=False)
        self._bar.update(self._loading, completed=rows, total=of, visible=True)


def _size(raw: BinaryIO) -> int | None:
    return os.fstat(raw.fileno()).st_size if raw.seekable() else None


def _tell(summary: Summary, wishes: Wishes) -> None:
    rows = f"{summary.rows:,} rows, {summary.bad_rows:,} of them bad."
    say = shown.bad if summary.bad_rows or not summary.is_loaded else shown.good
    if not summary.is_loaded:
        say(f"{rows} Nothing was loaded.")
        return
    say(f"{rows} Nothing was loaded: this was a dry run." if wishes.dry_run else rows)
    done = "would be created" if wishes.dry_run else "created"
    lines = [
        _line("products", summary.products_created, summary.products_changed, summary.products_unchanged, done),
        _line("variants", summary.variants_created, summary.variants_changed, summary.variants_unchanged, done),
        _line("stock levels", summary.levels_opened, None, summary.levels_unchanged, done),
        _line("warehouses", summary.warehouses_created, None, None, done),
    ]
    print("\n".join(lines))


def _line(noun: str, created: int, changed: int | None, unchanged: int | None, done: str) -> str:
    told = [f"{created:,} {done}"]
    told += [] if changed is None else [f"{changed:,} changed"]
    told += [] if unchanged is None else [f"{unchanged:,} as they were"]
    return f"{noun:<12}  {', '.join(told)}"
