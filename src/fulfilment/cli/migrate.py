"""`fulfilment migrate`: bring the database schema up to date."""

from argparse import Namespace

from fulfilment import logs
from fulfilment.cli import database, shown
from fulfilment.db import migrate
from fulfilment.settings import Settings


def run(settings: Settings, options: Namespace) -> int:
    logs.configure(settings, "migrate")
    with database.opened(settings) as opened:
        applied = migrate.migrate(opened.database_url)
    if options.json:
        shown.as_json({"applied": applied})
        return 0
    for name in applied:
        print(f"applied {name}")
    shown.good("The database schema is up to date.")
    return 0
