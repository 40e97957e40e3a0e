"""Compatibility of a release with the schema of the database (docs/decisions/0028-migrations.md).

It is asked by every process that serves, so it loads nothing but what those have anyway.
"""

from collections.abc import Collection

from fulfilment.infra.database.migrations import versions
from fulfilment.infra.database.migrations.migration_file import Migration, Phase

# Both tables are for every release there will be (infra/database/migrations/history.py).
APPLIED = "SELECT name FROM schema_migrations"
OLDEST = "SELECT oldest FROM schema_release"


def incompatibility(migrations: Collection[Migration], applied: Collection[str], oldest: str | None) -> str | None:
    """Why a release with these migrations of its own cannot work on a schema; None where it can.

    `done` is what was applied to it, and `oldest` the oldest release that can live with it, where that was noted.
    """
    if oldest and versions.is_older(versions.current(), oldest):
        return "is newer than this release"
    is_lacking = any(each.phase is Phase.EXPAND and each.name not in applied for each in migrations)
    return "is older than this release" if is_lacking else None
