"""`fulfilment storefront secret`: what a partner's storefronts sign their events with, and where they send them."""

from argparse import Namespace
from typing import TYPE_CHECKING

import asyncpg

from fulfilment import installation, logs, secrets
from fulfilment.cli import database, shown
from fulfilment.cli.credential import run_on_connection
from fulfilment.cli.key import PARTNER_LENGTH_CHARACTERS
from fulfilment.cli.refusal import Refusal, require_text
from fulfilment.db import migrate
from fulfilment.settings import Settings

if TYPE_CHECKING:
    from fulfilment.storefront.access import Access

_ACCOUNT_CHARACTERS = 255


def run(settings: Settings, options: Namespace) -> int:
    require_text("--partner", options.partner, most=PARTNER_LENGTH_CHARACTERS)
    require_text("--workspace", options.workspace, most=_ACCOUNT_CHARACTERS)
    logs.configure(settings, "command")
    with database.opened(settings) as opened:
        migrate.require_current(opened.direct_url)
        installation.require_fit(opened)
        try:
            found = run_on_connection(opened.direct_url, lambda db: _open(db, opened, options))
        except LookupError as problem:
            raise Refusal(str(problem.args[0])) from None
        except secrets.CannotUnseal as problem:
            raise Refusal(f"A secret cannot be read: {problem}. Put its master key back into the list.") from None
    if options.json:
        first = found[0]
        flat = {"accountId": first.account_id, "secret": first.secret, "url": first.url}
        shown.as_json({"partner": options.partner, "storefronts": found, **flat})
        return 0
    for number, one in enumerate(found):
        if number:
            print()
        named = one.name if one.external_ref is None else f"{one.name} ({one.external_ref})"
        shown.facts({"Workspace": one.account_id, "Name": named, "Address": one.url, "Secret": one.secret})
    if options.rotate:
        shown.good("The former secrets prove as much for 24 hours.")
    return 0


async def _open(db: asyncpg.Connection, settings: Settings, options: Namespace) -> list["Access"]:
    from fulfilment.storefront import access

    return await access.open_all(db, settings.base_url, options.partner, options.workspace, rotates=options.rotate)
