"""`fulfilment workspace suspend` and `workspace reopen`: nothing in a workspace changes until it is opened again."""

from argparse import Namespace

import asyncpg

from fulfilment.cli import credential, shown
from fulfilment.cli.key import ID_LENGTH_CHARACTERS
from fulfilment.cli.refusal import require_text
from fulfilment.settings import Settings

REASON_LENGTH_CHARACTERS = 1_000


def run(settings: Settings, options: Namespace) -> int:
    require_text("acc_...", options.workspace, most=ID_LENGTH_CHARACTERS)
    require_text("--reason", options.reason, most=REASON_LENGTH_CHARACTERS)
    credential.look(settings, lambda db: _change(db, options))
    return 0


async def _change(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.accounts import suspension

    if options.is_suspending:
        workspace = await suspension.suspend(db, options.workspace, options.reason)
        said = f"{workspace.id} is suspended since {workspace.suspended_at}: it can be read, and nothing in it changed."
    else:
        workspace = await suspension.reopen(db, options.workspace)
        said = f"{workspace.id} is open."
    if options.json:
        shown.as_json({"workspace": workspace})
    else:
        shown.good(said)
