"""`fulfilment credit topup`: adds shipping credit to a workspace, as the operator (decisions, section 6)."""

from argparse import Namespace

import msgspec

from fulfilment.cli import database
from fulfilment.cli.credential import run_on_connection
from fulfilment.cli.errors import CommandError, require_text
from fulfilment.cli.key import ID_LENGTH_CHARACTERS
from fulfilment.infra.database.migrations import migrate
from fulfilment.infra.encryption import installation_check
from fulfilment.infra.observability import logs
from fulfilment.settings import Settings

MEMO_LENGTH_CHARACTERS = 500


def run(settings: Settings, options: Namespace) -> int:
    from fulfilment.credits.topup import topup_for_operator

    require_text("--workspace", options.workspace, max_length=ID_LENGTH_CHARACTERS)
    require_text("--memo", options.memo, max_length=MEMO_LENGTH_CHARACTERS)
    logs.configure(settings, "command")
    with database.open_database(settings) as opened:
        migrate.require_current(opened.direct_url)
        installation_check.require_brand(opened)
        try:
            transaction = run_on_connection(
                opened.direct_url,
                lambda db: topup_for_operator(db, options.workspace, options.amount, options.memo),
            )
        except (LookupError, ValueError) as problem:
            raise CommandError(str(problem.args[0])) from None
    print(
        msgspec.json.encode(transaction).decode()
        if options.json
        else f"{transaction.id}: the balance is {transaction.balance_after}."
    )
    return 0
