"""Releases, compared: which of two is older.

A development version counts as the release that it becomes. A local build (`0.3.0+ours`) counts as the release that it
was built from. Migrations and the schema name releases, so nodes of several releases can work on one database (decision
28).
"""

import re
from collections.abc import Collection

from fulfilment import __version__
from fulfilment.infra.database.migrations.migration_file import Migration, Phase

# The release of the baseline: the oldest that works beside another one.
BASELINE = "0.3.0"
_NUMBERS = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:\.?(?:dev|a|b|rc|post)\d*)*(?:\+[\w.-]+)?")


def current() -> str:
    """The release of this code."""
    return __version__


def session_name(what: str) -> str:
    """What the sessions of this node are called: what it is, and its release (`running_nodes.py`)."""
    return f"fulfilment {what} {__version__}"


def sort_key(release: str) -> tuple[int, int, int]:
    """What releases are ordered by. Raises ValueError for what names no release."""
    found = _NUMBERS.fullmatch(release)
    if found is None:
        raise ValueError(f"{release!r} is no release such as {BASELINE}")
    major, minor, patch = map(int, found.groups())
    return major, minor, patch


def is_older(release: str, other: str) -> bool:
    """Whether `release` comes before `other`."""
    return sort_key(release) < sort_key(other)


# Both tables are for every release there will be (infra/database/migrations/runner.py).
APPLIED = "SELECT name FROM schema_migrations"
OLDEST = "SELECT oldest FROM schema_release"


def incompatibility(migrations: Collection[Migration], applied: Collection[str], oldest: str | None) -> str | None:
    """Why a release with these migrations of its own cannot work on a schema; None where it can.

    `done` is what was applied to it, and `oldest` the oldest release that can live with it, where that was noted.
    """
    if oldest and is_older(current(), oldest):
        return "is newer than this release"
    is_lacking = any(each.phase is Phase.EXPAND and each.name not in applied for each in migrations)
    return "is older than this release" if is_lacking else None
