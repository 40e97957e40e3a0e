"""`fulfilment status`: prints the state of the installation. The exit code is 1 if the operator must act."""

import shutil
from argparse import Namespace
from pathlib import Path

import msgspec

from fulfilment import __version__
from fulfilment.cli import credential, database, output
from fulfilment.cli.demo_walk import service
from fulfilment.infra.database.embedded import postmaster
from fulfilment.infra.database.errors import DatabaseRefusal
from fulfilment.infra.database.migrations import migrate
from fulfilment.infra.observability import logs
from fulfilment.infra.observability.installation_status import InstallationStatus, collect
from fulfilment.settings import Settings

# A tenth of the clock skew that signed requests may have by default.
_MOST_CLOCK_SECONDS = 30.0
_MOST_WAITING_SECONDS = 60.0
_LEAST_FREE = 0.05
_MEGABYTE = 1_048_576
# Facts that are neither good nor bad.
_UNJUDGED = frozenset(("Version", "Data folder", "Outbound"))
# These queues wait while outbound calls are off.
_PAUSED = frozenset(("webhooks", "courier_operations", "tracking_syncs"))
_OUTBOUND = {"on": "on", "off": "off: no webhooks, courier or payment calls, and batches wait"}


class StatusReport(msgspec.Struct, rename="camel", kw_only=True):
    """State of the installation. `needs` names the facts that need the operator.

    `database` is the problem of the database, null without one. `schema` is the last migration of this release.
    `pending` are the migrations that are not applied yet.
    """

    version: str
    mode: str
    outbound: str
    brand: str
    address: str
    is_answering: bool
    database: str | None
    schema: str | None
    pending: list[str]
    standing: InstallationStatus | None
    data_folder: str
    disk_free_bytes: int
    disk_bytes: int
    needs: list[str] = []


def run(settings: Settings, options: Namespace) -> int:
    """Print the state of the installation, without starting or changing anything."""
    logs.configure(settings, "command")
    report = _collect_status(settings)
    report.needs = _find_needs(report)
    if options.json:
        output.print_json(report)
    else:
        output.print_facts(facts := _format_facts(report), bad=report.needs, good=facts.keys() - _UNJUDGED)
    return 1 if report.needs else 0


def _collect_status(settings: Settings) -> StatusReport:
    problem, schema, pending, installation = None, None, [], None
    if not settings.database_url and postmaster.running(settings.data_path / "postgres") is None:
        problem = "The embedded PostgreSQL does not run."
    else:
        try:
            with database.open_database(settings) as opened:
                migrate.require_current(opened.direct_url)
                schema, pending = migrate.newest(), migrate.pending(opened.direct_url)
                installation = credential.run_on_connection(opened.direct_url, collect)
        except DatabaseRefusal as refused:
            problem = str(refused)
    disk = shutil.disk_usage(_existing(settings.data_path))
    return StatusReport(
        version=__version__,
        mode=settings.mode,
        outbound=settings.outbound,
        brand=settings.brand,
        address=service.build_base_url(settings),
        is_answering=service.is_running(settings),
        database=problem,
        schema=schema,
        pending=pending,
        standing=installation,
        data_folder=str(settings.data_path),
        disk_free_bytes=disk.free,
        disk_bytes=disk.total,
    )


def _existing(path: Path) -> Path:
    return next(each for each in (path, *path.parents) if each.exists())


def _find_needs(report: StatusReport) -> list[str]:
    """The displayed names of the facts that need the operator."""
    needs = [] if report.is_answering else ["API"]
    if report.disk_free_bytes < _LEAST_FREE * report.disk_bytes:
        needs.append("Disk")
    if report.standing is None:
        return [*needs, "Database"]
    if "worker" not in report.standing.processes:
        needs.append("Processes")
    waiting = msgspec.structs.asdict(report.standing.waiting_seconds)
    paused = _PAUSED if report.outbound == "off" else frozenset()
    late = [name for name, seconds in waiting.items() if (seconds or 0) > _MOST_WAITING_SECONDS]
    needs += [_title(name) for name in late if name not in paused]
    if abs(report.standing.clock_ahead_seconds) > _MOST_CLOCK_SECONDS:
        needs.append("Clock")
    return needs


def _format_facts(report: StatusReport) -> dict[str, str | None]:
    answers = "answers" if report.is_answering else "does not answer"
    facts: dict[str, str | None] = {
        "Version": f"{report.version}, {report.mode} mode, brand {report.brand}",
        "API": f"{report.address} {answers}",
        "Outbound": _OUTBOUND[report.outbound],
        "Database": report.database
        or f"schema {report.schema}, {'to be contracted' if report.pending else 'up to date'}",
        "Data folder": report.data_folder,
        "Disk": f"{report.disk_free_bytes // _MEGABYTE:,} of {report.disk_bytes // _MEGABYTE:,} MB free",
    }
    installation = report.standing
    if installation is None:
        return facts
    facts["Database"] = f"{facts['Database']}, {installation.database_bytes // _MEGABYTE:,} MB"
    processes = ", ".join(f"{count} {name}" for name, count in installation.processes.items())
    facts["Processes"] = f"{processes or 'none'} on this database"
    for name, seconds in msgspec.structs.asdict(installation.waiting_seconds).items():
        facts[_title(name)] = "nothing is due" if seconds is None else f"the first has been due for {seconds:,.1f} s"
    facts["Clock"] = f"{installation.clock_ahead_seconds:+.3f} s against the database's"
    return facts


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()
