"""`fulfilment secrets rotate`: seal every stored secret with the first master key, so that an old one can go."""

from argparse import Namespace

import asyncpg

from fulfilment import installation, logs, secrets
from fulfilment.cli import database, shown
from fulfilment.cli.credential import run_on_connection
from fulfilment.cli.refusal import Refusal
from fulfilment.db import migrate
from fulfilment.settings import Settings


def run(settings: Settings, options: Namespace) -> int:
    logs.configure(settings, "command")
    keyring = secrets.load_keyring(settings)
    with database.opened(settings) as opened:
        migrate.require_current(opened.direct_url)
        try:
            done = run_on_connection(opened.direct_url, lambda db: _rotate(db, keyring))
        except secrets.CannotUnseal as problem:
            raise Refusal(f"A secret cannot be read: {problem}. Put its master key back into the list.") from None
    if options.json:
        shown.as_json({"masterKey": keyring.first, "sealed": done})
        return 0
    for what, count in done.items():
        print(f"{count:8} {what}")
    shown.good(f"Every stored secret is sealed with the master key '{keyring.first}'.")
    return 0


async def _rotate(db: asyncpg.Connection, keyring: secrets.Keyring) -> dict[str, int]:
    from fulfilment.resealing import reseal

    done = await reseal(db, keyring)
    await installation.keep_only_first(db, keyring)
    return done
