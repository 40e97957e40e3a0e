"""Which nodes are at work on the database, by the names of their sessions: `fulfilment api 0.2.0`.

Behind a pooler a node that does nothing has no session; it is known by the row that it renews (db/presence.py).
"""

import psycopg

from fulfilment.db import release

# What stays: commands come and go within seconds.
_KINDS = ("api", "worker")
_SEEN = """
    SELECT DISTINCT application_name FROM pg_stat_activity
     WHERE datname = current_database() AND application_name ^@ 'fulfilment ' ORDER BY 1
"""
_HAS_PRESENCES = "SELECT to_regclass('presences') IS NOT NULL"
_PRESENT = "SELECT DISTINCT 'fulfilment ' || name FROM presences WHERE present_until > now()"


def older(connection: psycopg.Connection, oldest: str) -> list[str]:
    """The nodes that are older than a release, such as `worker 0.1.0`."""
    found = set()
    seen = connection.execute(_SEEN).fetchall()
    if connection.execute(_HAS_PRESENCES).fetchone()[0]:
        seen += connection.execute(_PRESENT).fetchall()
    for (name,) in seen:
        what, version = _taken_apart(name)
        if what in _KINDS and _is_older(version, oldest):
            found.add(f"{what} {version}")
    return sorted(found)


def _taken_apart(name: str) -> tuple[str, str]:
    # The first release did not say which it was, and anybody may call a session what they like.
    what, *rest = name.split()[1:] or [""]
    return what, rest[-1] if rest and rest[-1][:1].isdigit() else "0.1.0"


def _is_older(version: str, oldest: str) -> bool:
    try:
        return release.is_older(version, oldest)
    except ValueError:
        return False
