"""`fulfilment stats recount`: rebuilds the hourly figures behind the plots from their source rows."""

from argparse import Namespace

import asyncpg

from fulfilment.cli import credential, output
from fulfilment.cli.errors import require_text
from fulfilment.cli.key import ID_LENGTH_CHARACTERS
from fulfilment.settings import Settings


def run(settings: Settings, options: Namespace) -> int:
    """Recount one workspace, or all one by one, and print how many hours were wrong."""
    require_text("--workspace", options.workspace, max_length=ID_LENGTH_CHARACTERS)
    credential.run_on_database(settings, lambda db: _recount(db, options))
    return 0


async def _recount(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.stats import daily

    workspaces, corrected = await daily.rebuild_hourly_stats(db, options.workspace)
    if options.json:
        output.print_json({"workspaces": workspaces, "correctedHours": corrected})
        return
    counted = "1 workspace was recounted" if workspaces == 1 else f"{workspaces} workspaces were recounted"
    was = "1 hour was wrong" if corrected == 1 else f"{corrected} hours were wrong"
    output.print_success(f"{counted}; {was}.")
