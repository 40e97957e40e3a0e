"""`fulfilment workspace suspend` and `workspace reopen`: make a workspace read-only, and end that."""

from argparse import Namespace

import asyncpg

from fulfilment.cli import credential, output
from fulfilment.cli.errors import require_text
from fulfilment.cli.key import ID_LENGTH_CHARACTERS
from fulfilment.settings import Settings

REASON_LENGTH_CHARACTERS = 1_000


def run(settings: Settings, options: Namespace) -> int:
    require_text("acc_...", options.workspace, max_length=ID_LENGTH_CHARACTERS)
    require_text("--reason", options.reason, max_length=REASON_LENGTH_CHARACTERS)
    credential.run_on_database(settings, lambda db: _change(db, options))
    return 0


async def _change(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.workspaces import administration

    if options.is_suspending:
        workspace = await administration.suspend_workspace(db, options.workspace, options.reason)
        message = (
            f"{workspace.id} is suspended since {workspace.suspended_at}: it can be read, and nothing in it changed."
        )
    else:
        workspace = await administration.unsuspend_workspace(db, options.workspace)
        message = f"{workspace.id} is open."
    if options.json:
        output.print_json({"workspace": workspace})
    else:
        output.print_success(message)
