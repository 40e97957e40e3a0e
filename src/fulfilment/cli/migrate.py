"""`fulfilment migrate`: bring the database schema up to date, at once or, beside nodes at work, in two steps."""

from argparse import Namespace

from fulfilment import logs
from fulfilment.cli import database, shown
from fulfilment.db import migrate
from fulfilment.db.migration import FOLDER, Phase
from fulfilment.settings import Settings


def run(settings: Settings, options: Namespace) -> int:
    """Apply what is pending and say what that was."""
    logs.configure(settings, "migrate")
    phases = (Phase.EXPAND,) if options.expand else migrate.BOTH
    with database.opened(settings) as opened:
        applied = migrate.migrate(opened.database_url, FOLDER, phases, is_forced=options.force)
        pending = migrate.pending(opened.database_url)
    if options.json:
        shown.as_json({"applied": applied, "pending": pending})
        return 0
    for name in applied:
        print(f"applied {name}")
    if pending:
        shown.good("The database schema has what this release needs.")
        print("When no older node is at work any more, run: fulfilment migrate --contract")
    else:
        shown.good("The database schema is up to date.")
    return 0
