"""Whether a release and a schema can live with each other (docs/decisions/0109-migrations-have-phases.md).

It is asked by every process that serves, so it loads nothing but what those have anyway.
"""

from collections.abc import Collection

from fulfilment.db import release
from fulfilment.db.migration import Migration, Phase

# Both tables are for every release there will be (db/book.py).
APPLIED = "SELECT migration_id FROM _yoyo_migration"
OLDEST = "SELECT oldest FROM schema_release"


def misfit(own: Collection[Migration], done: Collection[str], oldest: str | None) -> str | None:
    """Why a release with these migrations of its own cannot work on a schema; None where it can.

    `done` is what was applied to it, and `oldest` the oldest release that can live with it, where that was noted.
    """
    if release.is_older(release.own(), oldest) if oldest else set(done) - {each.name for each in own}:
        return "is newer than this release"
    is_lacking = any(each.phase is Phase.EXPAND and each.name not in done for each in own)
    return "is older than this release" if is_lacking else None
