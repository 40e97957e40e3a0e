"""`fulfilment migrate`: bring the database schema up to date, at once or, beside nodes at work, in two steps."""

from argparse import Namespace

from fulfilment import logs
from fulfilment.cli import database, shown
from fulfilment.db import migrate, role_settings
from fulfilment.db.migration import FOLDER, Phase
from fulfilment.settings import Settings


def run(settings: Settings, options: Namespace) -> int:
    """Apply what is pending and say what that was."""
    logs.configure(settings, "migrate")
    phases = (Phase.EXPAND,) if options.expand else migrate.BOTH
    with database.opened(settings) as opened:
        applied = migrate.migrate(opened.direct_url, FOLDER, phases, is_forced=options.force)
        pending = migrate.pending(opened.direct_url)
        put = role_settings.put(opened) if options.role_settings else None
    if options.json:
        told = {"applied": applied, "pending": pending}
        shown.as_json(told if put is None else told | {"roleSettings": put})
        return 0
    for name in applied:
        print(f"applied {name}")
    for name, value in (put or {}).items():
        print(f"set {name} = {value} on the role")
    if put:
        print("Have the pooler connect anew, for sessions that it has open know nothing of it (RECONNECT).")
    if pending:
        shown.good("The database schema has what this release needs.")
        print("When no older node is at work any more, run: fulfilment migrate --contract")
    else:
        shown.good("The database schema is up to date.")
    return 0
