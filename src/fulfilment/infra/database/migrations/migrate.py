"""Schema migrations: plain SQL files in `migrations/sql`, each applied once, in the order of their names.

During a rolling upgrade, nodes of two releases share the database, so migrations have phases (`migration_file.py`).
Expansions run before the new nodes start, and contractions after the last old node has stopped. The last part finds
running nodes of older releases.
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

# Running nodes are found by the names of their sessions, and behind a pooler by their heartbeats. Commands do not
# count, since they end within seconds.
_KINDS = ("api", "worker")
_SEEN = """
    SELECT DISTINCT application_name FROM pg_stat_activity
     WHERE datname = current_database() AND application_name ^@ 'fulfilment ' ORDER BY 1
"""
_HAS_PRESENCES = "SELECT to_regclass('process_heartbeats') IS NOT NULL"
_PRESENT = "SELECT DISTINCT 'fulfilment ' || name FROM process_heartbeats WHERE present_until > now()"


OLDEST_SERVER_VERSION = 15
CONNECT_TIMEOUT_SECONDS = 10
# One of several hosts may drop packets; a migration waits this long for it before it tries the next host.
HOST_TIMEOUT_SECONDS = 3
# TCP keep-alive: a migration must not wait for hours for a lost server.
_LINE: dict[str, str | int] = {
    "keepalives_idle": KEEPALIVE["TCP_KEEPIDLE"],
    "keepalives_interval": KEEPALIVE["TCP_KEEPINTVL"],
    "keepalives_count": KEEPALIVE["TCP_KEEPCNT"],
    "tcp_user_timeout": USER_TIMEOUT_MS,
}
# How long a node waits while another node migrates.
LOCK_TIMEOUT_SECONDS = 600
LOCK_POLL_SECONDS = 0.05
ALL_PHASES = (Phase.EXPAND, Phase.CONTRACT)

# An arbitrary number that must never change, since nodes of different releases must use the same lock.
_ADVISORY_LOCK = 7_203_146_119


def migrate(
    url: str, folder: Path = FOLDER, phases: Collection[Phase] = ALL_PHASES, *, is_forced: bool = False
) -> list[str]:
    """Apply all pending migrations. Returns their names in order; empty where the schema was up to date.

    Any number of nodes may call this at once; each migration is applied by one of them. An empty database gets all
    migrations. Raises DatabaseUnreachable, MigrationFailed, and SchemaMismatch for a newer schema or an older server.
    Raises OlderNodes, after the expansions, where a contraction would break running nodes and is not forced.
    """
    with connected(url) as connection:
        _require_server(connection)
        with _migration_lock(connection):
            own = load_all(folder)
            _require_compatible(connection, own)
            names = _apply_pending(connection, own, phases, is_forced=is_forced)
            # Also without pending migrations, since a restored backup has the tables, but not their statistics.
            _tell_planner(connection)
            return names


def expand(url: str, folder: Path = FOLDER) -> list[str]:
    """Apply only expansions, which do not break nodes of the previous release."""
    return migrate(url, folder, (Phase.EXPAND,))


def expand_and_contract(url: str, report: Callable[[str], None], folder: Path = FOLDER) -> list[str]:
    """As `migrate`, but where older nodes are still running, report it and leave the contractions for later."""
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
    """Running nodes that a pending contraction would break."""
    contractions = [each.oldest for each in pending if each.phase is Phase.CONTRACT]
    return incompatible_with(connection, max(contractions, key=versions.sort_key)) if contractions else []


def _tell_planner(connection: psycopg.Connection) -> None:
    try:
        planner_statistics.tell(connection)
    except psycopg.Error as problem:
        raise MigrationFailed(f"The statistics of the tables could not be set: {first_line(problem)}") from problem


def require_current(url: str, folder: Path = FOLDER) -> None:
    """Check that this release can use the schema, without changes. Raises SchemaMismatch or DatabaseUnreachable.

    Additions of newer releases are allowed where these declare them compatible, and so are pending contractions.
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
    """The names of pending migrations, oldest first. Raises DatabaseUnreachable."""
    with connected(url) as connection:
        done = runner.applied(connection)
        return [each.name for each in load_all(folder) if each.name not in done]


def newest(folder: Path = FOLDER) -> str:
    """The name of this release's last migration."""
    return load_all(folder)[-1].name


def reachable(url: str) -> None:
    """Check that a server of a supported version answers at `url`. Raises DatabaseUnreachable or SchemaMismatch."""
    with connected(url) as connection:
        _require_server(connection)


@contextlib.contextmanager
def connected(url: str) -> Iterator[psycopg.Connection]:
    """A connection on which each statement commits by itself.

    Raises DatabaseUnreachable, also where the connection is lost later or the server refuses a statement.
    """
    if not url.startswith(("postgresql://", "postgres://")):
        raise DatabaseUnreachable("FULFILMENT_DATABASE_URL must begin with postgresql:// .")
    try:
        connection = psycopg.connect(
            url,
            autocommit=True,
            application_name=versions.session_name("migrate"),
            # Prepared statements could outlive the tables that they use.
            prepare_threshold=None,
            **_connect_options(url),
        )
    except (psycopg.ProgrammingError, UnicodeError):
        # The driver's own message would contain the URL with its password.
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
    """Options for several hosts: the server that accepts writes, unless the URL chooses, with a short timeout each."""
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
    """Advisory lock: one node migrates at a time. It belongs to the connection, so a killed process cannot keep it.

    The lock is polled. A wait inside the server would hold a snapshot, and CREATE INDEX CONCURRENTLY waits for all
    snapshots, so both would wait for ever.
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
    """Raise SchemaMismatch where this release cannot use the schema."""
    runner.require_upgradable(connection)
    oldest = runner.oldest_compatible_release(connection)
    if oldest is not None and versions.is_older(versions.current(), oldest):
        raise SchemaMismatch(
            f"The database schema is newer than this release ({versions.current()}): "
            f"it needs {oldest} or newer; install that."
        )


def _without_password(url: str) -> str:
    """The URL's hosts and database, without user and password."""
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
    """Running nodes that are older than a release, such as `worker 0.1.0`."""
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
    # The session of another program may have any name.
    what, *rest = name.split()[1:] or [""]
    return what, rest[-1] if rest else ""


def _is_older(version: str, oldest: str) -> bool:
    try:
        return versions.is_older(version, oldest)
    except ValueError:
        return False
