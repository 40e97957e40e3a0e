"""The schema: plain SQL files in `migrations/`, applied once each, in the order of their names.

A database is shared by nodes of two releases while one is replaced by the other, so migrations have phases
(`migration_file.py`): expansions go before the new nodes, contractions after the last old one.
"""

import contextlib
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from fulfilment.infra.database import planner_statistics
from fulfilment.infra.database.errors import (
    DatabaseUnreachable,
    MigrationFailed,
    OlderNodes,
    SchemaMismatch,
    first_line,
)
from fulfilment.infra.database.migrations import runner, versions
from fulfilment.infra.database.migrations.migration_file import FOLDER, Migration, Phase, load_all
from fulfilment.infra.database.server_session import KEEPALIVE, USER_TIMEOUT_MS

# Nodes at work are known by the names of their sessions, and behind a pooler by the rows of their heartbeats. Commands
# come and go within seconds.
_KINDS = ("api", "worker")
_SEEN = """
    SELECT DISTINCT application_name FROM pg_stat_activity
     WHERE datname = current_database() AND application_name ^@ 'fulfilment ' ORDER BY 1
"""
_HAS_PRESENCES = "SELECT to_regclass('process_heartbeats') IS NOT NULL"
_PRESENT = "SELECT DISTINCT 'fulfilment ' || name FROM process_heartbeats WHERE present_until > now()"


OLDEST_SERVER_VERSION = 15
CONNECT_TIMEOUT_SECONDS = 10
# One host of several may swallow connections; whoever migrates waits for it before the next one is asked.
HOST_TIMEOUT_SECONDS = 3
# A migration whose server is lost must not wait for it for hours.
_LINE: dict[str, str | int] = {
    "keepalives_idle": KEEPALIVE["TCP_KEEPIDLE"],
    "keepalives_interval": KEEPALIVE["TCP_KEEPINTVL"],
    "keepalives_count": KEEPALIVE["TCP_KEEPCNT"],
    "tcp_user_timeout": USER_TIMEOUT_MS,
}
# How long a node waits for another one that is migrating.
LOCK_TIMEOUT_SECONDS = 600
LOCK_POLL_SECONDS = 0.05
ALL_PHASES = (Phase.EXPAND, Phase.CONTRACT)

# Any number will do, as long as it stays: nodes of different releases must meet at the same lock.
_ADVISORY_LOCK = 7_203_146_119


def migrate(
    url: str, folder: Path = FOLDER, phases: Collection[Phase] = ALL_PHASES, *, is_forced: bool = False
) -> list[str]:
    """Bring the schema up to date. Returns the names applied, in their order; none if it was.

    Any number of nodes may call this at once; each migration is applied by one of them. An empty database gets all
    of them. Raises DatabaseUnreachable, SchemaMismatch (a newer schema, an older server), MigrationFailed, or, after
    it expanded, OlderNodes: a contraction would break nodes that are at work, and it was not forced.
    """
    with connected(url) as connection:
        _require_server(connection)
        with _migration_lock(connection):
            own = load_all(folder)
            _require_compatible(connection, own)
            names = _apply_pending(connection, own, phases, is_forced=is_forced)
            # Also where nothing was pending: a backup brings the tables back, and not what was told of them.
            _tell_planner(connection)
            return names


def expand(url: str, folder: Path = FOLDER) -> list[str]:
    """As `migrate`, without what nodes of the release before could not live with."""
    return migrate(url, folder, (Phase.EXPAND,))


def expand_and_contract(url: str, report: Callable[[str], None], folder: Path = FOLDER) -> list[str]:
    """As `migrate`; where older nodes are still at work, it says so and leaves the contractions for later."""
    try:
        return migrate(url, folder)
    except OlderNodes as problem:
        report(str(problem))
        return problem.applied


def _apply_pending(
    connection: psycopg.Connection, own: list[Migration], phases: Collection[Phase], *, is_forced: bool
) -> list[str]:
    done = runner.applied(connection)
    pending = [each for each in own if each.name not in done and (not done or each.phase in phases)]
    if pending:
        runner.create_tables(connection)
    held_back = _blocking_nodes(connection, pending) if done and not is_forced else []
    names = []
    for migration in pending:
        if not (held_back and migration.phase is Phase.CONTRACT):
            runner.apply(connection, migration)
            names.append(migration.name)
    if held_back:
        raise OlderNodes(held_back, names)
    return names


def _blocking_nodes(connection: psycopg.Connection, pending: list[Migration]) -> list[str]:
    """The nodes that could not live with a contraction that is pending."""
    contractions = [each.oldest for each in pending if each.phase is Phase.CONTRACT]
    return incompatible_with(connection, max(contractions, key=versions.sort_key)) if contractions else []


def _tell_planner(connection: psycopg.Connection) -> None:
    try:
        planner_statistics.tell(connection)
    except psycopg.Error as problem:
        raise MigrationFailed(f"The statistics of the tables could not be set: {first_line(problem)}") from problem


def require_current(url: str, folder: Path = FOLDER) -> None:
    """Check that this release can live with the schema; change nothing. Raises SchemaMismatch or DatabaseUnreachable.

    What newer releases added does not matter, as long as they say so; nor do contractions that are still to come.
    """
    with connected(url) as connection:
        _require_server(connection)
        own = load_all(folder)
        _require_compatible(connection, own)
        done = runner.applied(connection)
        missing = [each.name for each in own if each.phase is Phase.EXPAND and each.name not in done]
        if missing:
            command = "fulfilment migrate --expand" if done else "fulfilment migrate"
            raise SchemaMismatch(
                f"The database schema is older than this release (it lacks {missing[0]}); run: {command}"
            )


def pending(url: str, folder: Path = FOLDER) -> list[str]:
    """The names of what is still to be applied, oldest first. Raises DatabaseUnreachable."""
    with connected(url) as connection:
        done = runner.applied(connection)
        return [each.name for each in load_all(folder) if each.name not in done]


def newest(folder: Path = FOLDER) -> str:
    """The name of the last migration that this release has."""
    return load_all(folder)[-1].name


def reachable(url: str) -> None:
    """Check that a usable server answers at `url`. Raises DatabaseUnreachable or SchemaMismatch."""
    with connected(url) as connection:
        _require_server(connection)


@contextlib.contextmanager
def connected(url: str) -> Iterator[psycopg.Connection]:
    """A connection on which each statement commits by itself.

    Raises DatabaseUnreachable, also where the server ends it meanwhile or refuses a statement.
    """
    if not url.startswith(("postgresql://", "postgres://")):
        raise DatabaseUnreachable("FULFILMENT_DATABASE_URL must begin with postgresql:// .")
    try:
        connection = psycopg.connect(
            url,
            autocommit=True,
            application_name=versions.session_name("migrate"),
            # What is prepared would outlive the tables that it is about.
            prepare_threshold=None,
            **_connect_options(url),
        )
    except (psycopg.ProgrammingError, UnicodeError):
        # The driver's own words would repeat the address, password and all.
        raise DatabaseUnreachable("FULFILMENT_DATABASE_URL is not an address that can be understood.") from None
    except psycopg.Error as problem:
        raise DatabaseUnreachable(
            f"The database at {_without_password(url)} cannot be reached: {first_line(problem)}"
        ) from None
    try:
        with connection:
            yield connection
    except psycopg.errors.InsufficientPrivilege as problem:
        raise DatabaseUnreachable(
            f"The role of FULFILMENT_DATABASE_URL may not do what is needed: {first_line(problem)}. "
            "Make it the owner of the database and of what is in it."
        ) from problem
    except psycopg.errors.ReadOnlySqlTransaction as problem:
        raise DatabaseUnreachable(
            f"The database at {_without_password(url)} takes no writes: {first_line(problem)}. "
            "Name the primary, or all its hosts."
        ) from problem
    except psycopg.Error as problem:
        raise DatabaseUnreachable(
            f"The database at {_without_password(url)} did not go on: {first_line(problem)}; run the command again."
        ) from problem


def _connect_options(url: str) -> dict[str, Any]:
    """Of several hosts, the one that takes writes, unless the address says which; none of them is waited for long."""
    parts = conninfo_to_dict(url)
    if "," not in str(parts.get("host", "")):
        return _LINE | {"connect_timeout": CONNECT_TIMEOUT_SECONDS}
    attributes = parts.get("target_session_attrs", "read-write")
    return _LINE | {"connect_timeout": HOST_TIMEOUT_SECONDS, "target_session_attrs": attributes}


def _require_server(connection: psycopg.Connection) -> None:
    major = connection.info.server_version // 10_000
    if major < OLDEST_SERVER_VERSION:
        raise SchemaMismatch(f"PostgreSQL {major} is too old: {OLDEST_SERVER_VERSION} or newer is needed.")


@contextlib.contextmanager
def _migration_lock(connection: psycopg.Connection) -> Iterator[None]:
    """Our turn to migrate. The lock belongs to the connection, so a killed process cannot keep it.

    It is asked for again and again: whoever waited for it inside the server would hold a snapshot, for whose end an
    index that is built concurrently waits, and both would wait for ever.
    """
    deadline = time.monotonic() + LOCK_TIMEOUT_SECONDS
    while connection.execute("SELECT pg_try_advisory_lock(%s)", [_ADVISORY_LOCK]).fetchone() != (True,):
        if time.monotonic() > deadline:
            raise MigrationFailed(f"Another node has been migrating for {LOCK_TIMEOUT_SECONDS} s.")
        time.sleep(LOCK_POLL_SECONDS)
    try:
        runner.set_timeouts(connection)
        yield
    finally:
        if not connection.broken:
            connection.execute("SELECT pg_advisory_unlock(%s)", [_ADVISORY_LOCK])


def _require_compatible(connection: psycopg.Connection, own: list[Migration]) -> None:
    """This release can live with the schema. Raises SchemaMismatch."""
    runner.require_upgradable(connection)
    oldest = runner.oldest_compatible_release(connection)
    if oldest is not None and versions.is_older(versions.current(), oldest):
        raise SchemaMismatch(
            f"The database schema is newer than this release ({versions.current()}): "
            f"it needs {oldest} or newer; install that."
        )


def _without_password(url: str) -> str:
    """The address without its password."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        return "FULFILMENT_DATABASE_URL"
    hosts = str(parts.get("host", "")).split(",")
    ports = str(parts.get("port", "5432")).split(",")
    ports = ports * len(hosts) if len(ports) == 1 else ports
    places = [f"{host or 'the local socket'}:{port or 5432}" for host, port in zip(hosts, ports, strict=False)]
    return f"{','.join(places)}/{parts.get('dbname', '')}".rstrip("/")


def incompatible_with(connection: psycopg.Connection, oldest: str) -> list[str]:
    """The nodes that are older than a release, such as `worker 0.1.0`."""
    found = set()
    seen = connection.execute(_SEEN).fetchall()
    has_presences = connection.execute(_HAS_PRESENCES).fetchone()
    assert has_presences is not None
    if has_presences[0]:
        seen += connection.execute(_PRESENT).fetchall()
    for (name,) in seen:
        what, version = _parse_name(name)
        if what in _KINDS and _is_older(version, oldest):
            found.add(f"{what} {version}")
    return sorted(found)


def _parse_name(name: str) -> tuple[str, str]:
    # A session of another program may have any name.
    what, *rest = name.split()[1:] or [""]
    return what, rest[-1] if rest else ""


def _is_older(version: str, oldest: str) -> bool:
    try:
        return versions.is_older(version, oldest)
    except ValueError:
        return False
