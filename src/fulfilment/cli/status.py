"""`fulfilment status`: what runs, and whether anything needs its operator. Exit code 1 where something does."""

import shutil
from argparse import Namespace
from pathlib import Path

import msgspec

from fulfilment import __version__, logs
from fulfilment.cli import credential, database, shown
from fulfilment.db import migrate, postmaster
from fulfilment.db.refusal import DatabaseRefusal
from fulfilment.demo import service
from fulfilment.settings import Settings
from fulfilment.standing import Standing, look

# What requests allow for, by default, is ten times as much.
_MOST_CLOCK_SECONDS = 30.0
_MOST_WAITING_SECONDS = 60.0
_LEAST_FREE = 0.05
_MEGABYTE = 1_048_576
# What is told and can be neither good nor bad.
_UNJUDGED = frozenset(("Version", "Data folder"))


class Status(msgspec.Struct, rename="camel", kw_only=True):
    """What the command found. `needs` names what is not well; `database` is what is wrong with it, null: nothing.

    `schema` is the last migration of this release, `pending` those that are not applied yet.
    """

    version: str
    mode: str
    brand: str
    address: str
    is_answering: bool
    database: str | None
    schema: str | None
    pending: list[str]
    standing: Standing | None
    data_folder: str
    disk_free_bytes: int
    disk_bytes: int
    needs: list[str] = []


def run(settings: Settings, options: Namespace) -> int:
    """Print how the installation stands; nothing is started or changed by looking."""
    logs.configure(settings, "command")
    found = _look(settings)
    found.needs = _needs(found)
    if options.json:
        shown.as_json(found)
    else:
        shown.facts(told := _told(found), bad=found.needs, good=told.keys() - _UNJUDGED)
    return 1 if found.needs else 0


def _look(settings: Settings) -> Status:
    problem, schema, pending, standing = None, None, [], None
    if not settings.database_url and postmaster.running(settings.data_path / "postgres") is None:
        problem = "The embedded PostgreSQL does not run."
    else:
        try:
            with database.opened(settings) as opened:
                migrate.require_current(opened.direct_url)
                schema, pending = migrate.newest(), migrate.pending(opened.direct_url)
                standing = credential.run_on_connection(opened.direct_url, look)
        except DatabaseRefusal as refused:
            problem = str(refused)
    disk = shutil.disk_usage(_existing(settings.data_path))
    return Status(
        version=__version__,
        mode=settings.mode,
        brand=settings.brand,
        address=service.base_url_of(settings),
        is_answering=service.is_running(settings),
        database=problem,
        schema=schema,
        pending=pending,
        standing=standing,
        data_folder=str(settings.data_path),
        disk_free_bytes=disk.free,
        disk_bytes=disk.total,
    )


def _existing(path: Path) -> Path:
    return next(each for each in (path, *path.parents) if each.exists())


def _needs(found: Status) -> list[str]:
    """The names, as they are shown, of what is not well."""
    needs = [] if found.is_answering else ["API"]
    if found.disk_free_bytes < _LEAST_FREE * found.disk_bytes:
        needs.append("Disk")
    if found.standing is None:
        return [*needs, "Database"]
    if "worker" not in found.standing.processes:
        needs.append("Processes")
    waiting = msgspec.structs.asdict(found.standing.waiting_seconds)
    needs += [_title(name) for name, seconds in waiting.items() if (seconds or 0) > _MOST_WAITING_SECONDS]
    if abs(found.standing.clock_ahead_seconds) > _MOST_CLOCK_SECONDS:
        needs.append("Clock")
    return needs


def _told(found: Status) -> dict[str, str | None]:
    answers = "answers" if found.is_answering else "does not answer"
    told: dict[str, str | None] = {
        "Version": f"{found.version}, {found.mode} mode, brand {found.brand}",
        "API": f"{found.address} {answers}",
        "Database": found.database or f"schema {found.schema}, {'to be contracted' if found.pending else 'up to date'}",
        "Data folder": found.data_folder,
        "Disk": f"{found.disk_free_bytes // _MEGABYTE:,} of {found.disk_bytes // _MEGABYTE:,} MB free",
    }
    standing = found.standing
    if standing is None:
        return told
    told["Database"] += f", {standing.database_bytes // _MEGABYTE:,} MB"
    processes = ", ".join(f"{count} {name}" for name, count in standing.processes.items())
    told["Processes"] = f"{processes or 'none'} on this database"
    for name, seconds in msgspec.structs.asdict(standing.waiting_seconds).items():
        told[_title(name)] = "nothing is due" if seconds is None else f"the first has been due for {seconds:,.1f} s"
    told["Clock"] = f"{standing.clock_ahead_seconds:+.3f} s against the database's"
    return told


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()
