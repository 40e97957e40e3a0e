"""`fulfilment sessions`: who is signed in to the console, and ending that."""

from argparse import Namespace

import asyncpg

from fulfilment.cli import credential, shown
from fulfilment.cli.key import ID_LENGTH_CHARACTERS
from fulfilment.cli.refusal import require_text
from fulfilment.settings import Settings

_LONGEST = 255
_COLUMNS = ("PERSON", "E-MAIL", "WORKSPACES", "SIGNED IN", "LAST SEEN", "ADDRESS")


def run(settings: Settings, options: Namespace) -> int:
    """List, or end, the sessions of a person, of a workspace or of everybody."""
    require_text("--person", options.person, most=_LONGEST)
    require_text("--workspace", options.workspace, most=ID_LENGTH_CHARACTERS)
    credential.look(settings, lambda db: _end(db, options) if options.is_ending else _show(db, options))
    return 0


async def _show(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.fields import stamp
    from fulfilment.sign_in import sessions

    found = await sessions.newest(db, options.limit, options.person, options.workspace)
    if options.json:
        # What tells a session from others is of no use here, and whoever reads it may take it for a secret.
        listed = [
            {
                "subject": each.subject,
                "email": each.email,
                "name": each.name,
                "accountIds": each.account_ids,
                "madeAt": stamp(each.made_at),
                "seenAt": stamp(each.seen_at),
                "userAgent": each.user_agent,
                "ip": each.ip,
            }
            for each in found
        ]
        shown.as_json({"sessions": listed})
        return
    if not found:
        print("Nobody is signed in to the console.")
        return
    cells = [
        (each.subject, each.email, " ".join(each.account_ids), stamp(each.made_at), stamp(each.seen_at), each.ip)
        for each in found
    ]
    shown.table(_COLUMNS, cells)


async def _end(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.sign_in import sessions

    ended = await sessions.end_many(db, options.person, options.workspace)
    if options.json:
        shown.as_json({"ended": ended})
    else:
        shown.good("1 session has ended." if ended == 1 else f"{ended} sessions have ended.")
