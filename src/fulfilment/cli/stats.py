"""`fulfilment stats recount`: the hours behind the plots, counted anew from what they are sums of."""

from argparse import Namespace

import asyncpg

from fulfilment.cli import credential, shown
from fulfilment.cli.key import ID_LENGTH_CHARACTERS
from fulfilment.cli.refusal import require_text
from fulfilment.settings import Settings


def run(settings: Settings, options: Namespace) -> int:
    """Recount one workspace, or each in turn, and say how many hours were wrong."""
    require_text("--workspace", options.workspace, most=ID_LENGTH_CHARACTERS)
    credential.look(settings, lambda db: _recount(db, options))
    return 0


async def _recount(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.stats import recounting

    workspaces, corrected = await recounting.recount(db, options.workspace)
    if options.json:
        shown.as_json({"workspaces": workspaces, "correctedHours": corrected})
        return
    counted = "1 workspace was counted anew" if workspaces == 1 else f"{workspaces} workspaces were counted anew"
    was = "1 hour was wrong" if corrected == 1 else f"{corrected} hours were wrong"
    shown.good(f"{counted}; {was}.")
