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

from fulfilment.api_keys.service import OperatorActor
from fulfilment.catalog.csv.importer import Importer, ImportOptions, ImportSummary, ProgressListener
from fulfilment.catalog.csv.rows import RowProblem
from fulfilment.cli import database, output
from fulfilment.cli.database_session import open_session
from fulfilment.cli.errors import CommandError
from fulfilment.infra.database.migrations import migrate
from fulfilment.infra.encryption import installation_check
from fulfilment.infra.observability import logs
from fulfilment.settings import Settings

BAD_ROWS = 1
STANDARD_STREAM = "-"
_GLANCE_ROWS = 200


def run(settings: Settings, options: Namespace) -> int:
    """Load the file and print a summary. Bad rows go to standard error, and any bad row makes the exit code 1."""
    logs.configure(settings, "command")
    import_options = ImportOptions(
        all_or_nothing=options.all_or_nothing,
        dry_run=options.dry_run,
        create_warehouses=options.create_warehouses,
    )
    with _open_input(options.file) as raw, database.open_database(settings) as opened:
        migrate.expand(opened.direct_url)
        installation_check.require_brand(opened)
        with _Screen(raw, as_json=options.json) as screen:
            summary = asyncio.run(_load(opened, OperatorActor(options.workspace), import_options, raw, screen))
    if options.json:
        output.print_json(summary)
    else:
        _print_summary(summary, import_options)
    return 0 if summary.is_loaded and not summary.bad_rows else BAD_ROWS


async def _load(
    settings: Settings, actor: OperatorActor, import_options: ImportOptions, raw: BinaryIO, screen: "_Screen"
) -> ImportSummary:
    async with open_session(
        settings, "import", "Run the same command again: what is loaded stays, nothing doubles."
    ) as db:
        return await Importer(db, actor, import_options, screen).run(raw)


@contextlib.contextmanager
def _open_input(path: str) -> Iterator[BinaryIO]:
    if path == STANDARD_STREAM:
        yield sys.stdin.buffer
        return
    try:
        file = Path(path).open("rb")  # noqa: SIM115 - an error in the use of the file is no error of opening it
    except OSError as problem:
        raise CommandError(f"The file {path} cannot be read: {problem.strerror}.") from None
    with file:
        yield file


class _Screen(ProgressListener):
    """Progress on standard error: the problems, and on a terminal a progress bar below them."""

    def __init__(self, raw: BinaryIO, *, as_json: bool) -> None:
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

    def on_problem(self, problem: RowProblem) -> None:
        if self._bar.live.is_started and not self._bar.disable:
            self._bar.console.print(Text(str(problem), style="red"))
        else:
            print(msgspec.json.encode(problem).decode() if self._as_json else problem, file=sys.stderr)

    def on_rows_read(self, rows: int) -> None:
        if rows % _GLANCE_ROWS == 0 and not self._bar.disable and self._raw.seekable():
            self._bar.update(self._reading, completed=self._raw.tell())

    def on_rows_loaded(self, rows: int, total: int) -> None:
        self._bar.update(self._reading, visible=False)
        self._bar.update(self._loading, completed=rows, total=total, visible=True)


def _size(raw: BinaryIO) -> int | None:
    return os.fstat(raw.fileno()).st_size if raw.seekable() else None


def _print_summary(summary: ImportSummary, import_options: ImportOptions) -> None:
    rows = f"{summary.rows:,} rows, {summary.bad_rows:,} of them bad."
    print_line = output.print_failure if summary.bad_rows or not summary.is_loaded else output.print_success
    if not summary.is_loaded:
        print_line(f"{rows} Nothing was loaded.")
        return
    print_line(f"{rows} Nothing was loaded: this was a dry run." if import_options.dry_run else rows)
    verb = "would be created" if import_options.dry_run else "created"
    lines = [
        _summary_line("products", summary.products_created, summary.products_changed, summary.products_unchanged, verb),
        _summary_line("variants", summary.variants_created, summary.variants_changed, summary.variants_unchanged, verb),
        _summary_line("stock levels", summary.levels_opened, None, summary.levels_unchanged, verb),
        _summary_line("warehouses", summary.warehouses_created, None, None, verb),
    ]
    print("\n".join(lines))


def _summary_line(noun: str, created: int, changed: int | None, unchanged: int | None, done: str) -> str:
    parts = [f"{created:,} {done}"]
    parts += [] if changed is None else [f"{changed:,} changed"]
    parts += [] if unchanged is None else [f"{unchanged:,} as they were"]
    return f"{noun:<12}  {', '.join(parts)}"
