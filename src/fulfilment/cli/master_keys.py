"""`fulfilment secrets rotate`: encrypts every stored secret with the first master key, so that old keys can go."""

from argparse import Namespace

import asyncpg

from fulfilment.cli import database, output
from fulfilment.cli.credential import run_on_connection
from fulfilment.cli.errors import CommandError
from fulfilment.infra.database.migrations import migrate
from fulfilment.infra.encryption import installation_check
from fulfilment.infra.encryption import keyring as encryption_keyring
from fulfilment.infra.observability import logs
from fulfilment.settings import Settings


def run(settings: Settings, options: Namespace) -> int:
    logs.configure(settings, "command")
    keyring = encryption_keyring.load_keyring(settings)
    with database.open_database(settings) as opened:
        migrate.require_current(opened.direct_url)
        try:
            done = run_on_connection(opened.direct_url, lambda db: _rotate(db, keyring))
        except encryption_keyring.DecryptionFailed as problem:
            raise CommandError(f"A secret cannot be read: {problem}. Put its master key back into the list.") from None
    if options.json:
        output.print_json({"masterKey": keyring.first, "sealed": done})
        return 0
    for what, count in done.items():
        print(f"{count:8} {what}")
    output.print_success(f"Every stored secret is encrypted with the master key '{keyring.first}'.")
    return 0


async def _rotate(db: asyncpg.Connection, keyring: encryption_keyring.Keyring) -> dict[str, int]:
    from fulfilment.infra.encryption.key_rotation import reencrypt

    done = await reencrypt(db, keyring)
    await installation_check.drop_old_master_keys(db, keyring)
    return done
