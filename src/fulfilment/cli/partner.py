"""`fulfilment partner`: make partners known, list them, and end one with all that it made keys of."""

from argparse import Namespace

import asyncpg

from fulfilment.cli import credential, shown
from fulfilment.cli.key import PARTNER_LENGTH_CHARACTERS
from fulfilment.cli.refusal import require_text
from fulfilment.settings import Settings


def run(settings: Settings, options: Namespace) -> int:
    require_text("NAME", options.name, most=PARTNER_LENGTH_CHARACTERS)
    work = {"create": _create, "change": _change, "list": _list, "end": _end}[options.does]
    credential.look(settings, lambda db: work(db, options))
    return 0


async def _create(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.partners import ending

    made = await ending.create(db, options.name, shares_identity_provider=options.shares_identity_provider)
    if options.json:
        shown.as_json(made)
        return
    shown.good(f"{made.name} is a partner. Its key: fulfilment key create --workspace acc_... --platform {made.name}")


async def _change(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.partners import ending

    changed = await ending.change(db, options.name, shares_identity_provider=options.shares_identity_provider)
    if options.json:
        shown.as_json(changed)
        return
    does = "shares" if changed.shares_identity_provider else "does not share"
    shown.good(f"{changed.name} {does} the identity provider.")


async def _list(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.partners import ending

    found = await ending.list_partners(db)
    if options.json:
        shown.as_json({"partners": found})
        return
    rows = [
        (each.name, "yes" if each.shares_identity_provider else "no", each.created_at, each.ended_at) for each in found
    ]
    shown.table(("NAME", "SHARES THE IDENTITY PROVIDER", "CREATED", "ENDED"), rows)


async def _end(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.partners import ending

    done = await ending.end(db, options.name)
    if options.json:
        shown.as_json(done)
        return
    keys = f"{done.platform_keys:,} platform keys and {done.made_keys:,} keys made on behalf of merchants"
    shown.good(f"{done.name} has ended: {keys} are refused from now on. Its workspaces stay.")
