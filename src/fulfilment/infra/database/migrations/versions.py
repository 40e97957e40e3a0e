"""Comparison of releases, and compatibility of a release with a schema.

A development version counts as the release that it becomes. A local build (`0.3.0+ours`) counts as the release that it
was built from. Migrations and the schema name releases, so that nodes of several releases can share one database
(decision 28).
"""

import re
from collections.abc import Collection

from fulfilment import __version__
from fulfilment.infra.database.migrations.migration_file import Migration, Phase

# The release of the baseline schema, the oldest that can share a database with other releases.
BASELINE = "0.3.0"
_NUMBERS = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:\.?(?:dev|a|b|rc|post)\d*)*(?:\+[\w.-]+)?")


def current() -> str:
    """The release of this code."""
    return __version__


def session_name(what: str) -> str:
    """The name of this node's database sessions: its kind and its release (`migrate.incompatible_with`)."""
    return f"fulfilment {what} {__version__}"


def sort_key(release: str) -> tuple[int, int, int]:
    """The sort key of a release. Raises ValueError for an invalid release."""
    found = _NUMBERS.fullmatch(release)
    if found is None:
        raise ValueError(f"{release!r} is no release such as {BASELINE}")
    major, minor, patch = map(int, found.groups())
    return major, minor, patch


def is_older(release: str, other: str) -> bool:
    """True where `release` is older than `other`."""
    return sort_key(release) < sort_key(other)


# Both tables must stay unchanged for all future releases (infra/database/migrations/runner.py).
APPLIED = "SELECT name FROM schema_migrations"
OLDEST = "SELECT oldest FROM schema_release"


def incompatibility(migrations: Collection[Migration], applied: Collection[str], oldest: str | None) -> str | None:
    """The reason why a release with these migrations cannot use a schema; None where it can.

    `applied` are the migrations of the schema, and `oldest` is the oldest release that can use it, where recorded.
    """
    if oldest and is_older(current(), oldest):
        return "is newer than this release"
    is_lacking = any(each.phase is Phase.EXPAND and each.name not in applied for each in migrations)
    return "is older than this release" if is_lacking else None
