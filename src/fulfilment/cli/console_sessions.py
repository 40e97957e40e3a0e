"""`fulfilment sessions`: lists and ends sessions of the console."""

from argparse import Namespace

import asyncpg

from fulfilment.cli import credential, output
from fulfilment.cli.errors import require_text
from fulfilment.cli.key import ID_LENGTH_CHARACTERS
from fulfilment.settings import Settings

_LONGEST = 255
_COLUMNS = ("PERSON", "E-MAIL", "WORKSPACES", "SIGNED IN", "LAST SEEN", "ADDRESS")


def run(settings: Settings, options: Namespace) -> int:
    """List or end the sessions of a person, of a workspace, or all sessions."""
    require_text("--person", options.person, max_length=_LONGEST)
    require_text("--workspace", options.workspace, max_length=ID_LENGTH_CHARACTERS)
    credential.run_on_database(settings, lambda db: _end(db, options) if options.is_ending else _show(db, options))
    return 0


async def _show(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.infra.models import format_timestamp
    from fulfilment.sign_in import sessions

    found = await sessions.list_newest(db, options.limit, options.person, options.workspace)
    if options.json:
        # The id of a session is left out: it has no use here, and a reader may take it for a secret.
        listed = [
            {
                "subject": each.subject,
                "email": each.email,
                "name": each.name,
                "accountIds": each.account_ids,
                "madeAt": format_timestamp(each.made_at),
                "seenAt": format_timestamp(each.seen_at),
                "userAgent": each.user_agent,
                "ip": each.ip,
            }
            for each in found
        ]
        output.print_json({"sessions": listed})
        return
    if not found:
        print("The console has no sessions.")
        return
    cells = [
        (
            each.subject,
            each.email,
            " ".join(each.account_ids),
            format_timestamp(each.made_at),
            format_timestamp(each.seen_at),
            each.ip,
        )
        for each in found
    ]
    output.print_table(_COLUMNS, cells)


async def _end(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.sign_in import sessions

    ended = await sessions.end_many(db, options.person, options.workspace)
    if options.json:
        output.print_json({"ended": ended})
    else:
        output.print_success("1 session has ended." if ended == 1 else f"{ended} sessions have ended.")
