"""`fulfilment partner`: creates, changes, lists and ends partners. Ending a partner also revokes its keys."""

from argparse import Namespace

import asyncpg

from fulfilment.cli import credential, output
from fulfilment.cli.errors import require_text
from fulfilment.cli.key import PARTNER_LENGTH_CHARACTERS
from fulfilment.settings import Settings


def run(settings: Settings, options: Namespace) -> int:
    require_text("NAME", options.name, max_length=PARTNER_LENGTH_CHARACTERS)
    work = {"create": _create, "change": _change, "list": _list, "end": _end}[options.does]
    credential.run_on_database(settings, lambda db: work(db, options))
    return 0


async def _create(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.partners import service

    created = await service.create_partner(db, options.name, shares_identity_provider=options.shares_identity_provider)
    if options.json:
        output.print_json(created)
        return
    output.print_success(
        f"{created.name} is a partner. Its key: fulfilment key create --workspace acc_... --platform {created.name}"
    )


async def _change(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.partners import service

    changed = await service.update_partner(db, options.name, shares_identity_provider=options.shares_identity_provider)
    if options.json:
        output.print_json(changed)
        return
    does = "shares" if changed.shares_identity_provider else "does not share"
    output.print_success(f"{changed.name} {does} the identity provider.")


async def _list(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.partners import service

    found = await service.list_partners(db)
    if options.json:
        output.print_json({"partners": found})
        return
    rows = [
        (each.name, "yes" if each.shares_identity_provider else "no", each.created_at, each.ended_at) for each in found
    ]
    output.print_table(("NAME", "SHARES THE IDENTITY PROVIDER", "CREATED", "ENDED"), rows)


async def _end(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.partners import service

    ended = await service.terminate_partner(db, options.name)
    if options.json:
        output.print_json(ended)
        return
    keys = f"{ended.platform_keys:,} platform keys and {ended.made_keys:,} keys created on behalf of merchants"
    off = f"{ended.webhook_endpoints:,} webhook endpoints are switched off until their secrets are rotated"
    output.print_success(f"{ended.name} has ended: {keys} are refused from now on; {off}. Its workspaces stay.")
