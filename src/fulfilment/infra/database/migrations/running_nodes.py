"""Which nodes are at work on the database, by the names of their sessions: `fulfilment api 0.2.0`.

Behind a pooler a node that does nothing has no session; it is known by the row that it renews (heartbeat.py).
"""

import psycopg

from fulfilment.infra.database.migrations import versions

# What stays: commands come and go within seconds.
_KINDS = ("api", "worker")
_SEEN = """
    SELECT DISTINCT application_name FROM pg_stat_activity
     WHERE datname = current_database() AND application_name ^@ 'fulfilment ' ORDER BY 1
"""
_HAS_PRESENCES = "SELECT to_regclass('process_heartbeats') IS NOT NULL"
_PRESENT = "SELECT DISTINCT 'fulfilment ' || name FROM process_heartbeats WHERE present_until > now()"


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
