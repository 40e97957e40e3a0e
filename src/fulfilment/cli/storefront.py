"""`fulfilment storefront secret`: prints the signing secrets and the addresses of a partner's storefronts."""

from argparse import Namespace
from typing import TYPE_CHECKING

import asyncpg

from fulfilment.cli import database, output
from fulfilment.cli.credential import run_on_connection
from fulfilment.cli.errors import CommandError, require_text
from fulfilment.cli.key import PARTNER_LENGTH_CHARACTERS
from fulfilment.infra.database.migrations import migrate
from fulfilment.infra.encryption import installation_check, keyring
from fulfilment.infra.observability import logs
from fulfilment.settings import Settings

if TYPE_CHECKING:
    from fulfilment.storefront.secrets_admin import StorefrontCredentials

_ACCOUNT_CHARACTERS = 255


def run(settings: Settings, options: Namespace) -> int:
    require_text("--partner", options.partner, max_length=PARTNER_LENGTH_CHARACTERS)
    require_text("--workspace", options.workspace, max_length=_ACCOUNT_CHARACTERS)
    logs.configure(settings, "command")
    with database.open_database(settings) as opened:
        migrate.require_current(opened.direct_url)
        installation_check.require_match(opened)
        try:
            found = run_on_connection(opened.direct_url, lambda db: _load_secrets(db, opened, options))
        except LookupError as problem:
            raise CommandError(str(problem.args[0])) from None
        except keyring.DecryptionFailed as problem:
            raise CommandError(f"A secret cannot be read: {problem}. Put its master key back into the list.") from None
    if options.json:
        first = found[0]
        flat = {"accountId": first.account_id, "secret": first.secret, "url": first.url}
        output.print_json({"partner": options.partner, "storefronts": found, **flat})
        return 0
    for number, one in enumerate(found):
        if number:
            print()
        named = one.name if one.external_ref is None else f"{one.name} ({one.external_ref})"
        output.print_facts({"Workspace": one.account_id, "Name": named, "Address": one.url, "Secret": one.secret})
    if options.rotate:
        output.print_success("The old secrets stay valid for 24 hours.")
    return 0


async def _load_secrets(
    db: asyncpg.Connection, settings: Settings, options: Namespace
) -> list["StorefrontCredentials"]:
    from fulfilment.storefront import secrets_admin

    return await secrets_admin.ensure_secrets(
        db, settings.base_url, options.partner, options.workspace, is_rotation=options.rotate
    )
