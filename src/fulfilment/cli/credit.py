"""`fulfilment credit topup`: add shipping credit to a workspace, as the operator (decisions, section 6)."""

from argparse import Namespace

import msgspec

from fulfilment import installation, logs
from fulfilment.cli import database
from fulfilment.cli.credential import run_on_connection
from fulfilment.cli.key import ID_LENGTH_CHARACTERS
from fulfilment.cli.refusal import Refusal, require_text
from fulfilment.db import migrate
from fulfilment.settings import Settings

MEMO_LENGTH_CHARACTERS = 500


def run(settings: Settings, options: Namespace) -> int:
    from fulfilment.credits.topup import topup_for_operator

    require_text("--workspace", options.workspace, most=ID_LENGTH_CHARACTERS)
    require_text("--memo", options.memo, most=MEMO_LENGTH_CHARACTERS)
    logs.configure(settings, "command")
    with database.opened(settings) as opened:
        migrate.require_current(opened.direct_url)
        installation.require_brand(opened)
        try:
            made = run_on_connection(
                opened.direct_url,
                lambda db: topup_for_operator(db, options.workspace, options.amount, options.memo),
            )
        except (LookupError, ValueError) as problem:
            raise Refusal(str(problem.args[0])) from None
    print(msgspec.json.encode(made).decode() if options.json else f"{made.id}: the balance is {made.balance_after}.")
    return 0
