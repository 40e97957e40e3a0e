"""`fulfilment migrate`: brings the database schema up to date, at once or in two phases (expand and contract)."""

import sys
from argparse import Namespace
from functools import partial

from fulfilment.cli import database, output
from fulfilment.infra.database.migrations import migrate, role_settings
from fulfilment.infra.database.migrations.migration_file import FOLDER
from fulfilment.infra.observability import logs
from fulfilment.settings import Settings


def run(settings: Settings, options: Namespace) -> int:
    """Apply the pending migrations and print their names."""
    logs.configure(settings, "migrate")
    with database.open_database(settings) as opened:
        applied = _apply(opened.direct_url, options)
        pending = migrate.pending(opened.direct_url, FOLDER)
        role_values = role_settings.apply(opened) if options.role_settings else None
    if options.json:
        report = {"applied": applied, "pending": pending}
        output.print_json(report if role_values is None else report | {"roleSettings": role_values})
        return 0
    for name in applied:
        print(f"applied {name}")
    for name, value in (role_values or {}).items():
        print(f"set {name} = {value} on the role")
    if role_values:
        print("Have the pooler reconnect (RECONNECT): its open sessions do not have these settings.")
    if pending:
        output.print_success("The database schema has what this release needs.")
        print("When no older node runs any more, run: fulfilment migrate --contract")
    else:
        output.print_success("The database schema is up to date.")
    return 0


def _apply(url: str, options: Namespace) -> list[str]:
    """Apply the requested phase. Without one, both; older nodes that still run are then no error."""
    if options.expand:
        return migrate.expand(url, FOLDER)
    if options.contract or options.force:
        return migrate.migrate(url, FOLDER, is_forced=options.force)
    return migrate.expand_and_contract(url, partial(print, file=sys.stderr), FOLDER)
