"""`fulfilment workspace create`: how the first key of an installation comes into being (decisions, section 3)."""

from argparse import Namespace

from fulfilment.cli import credential
from fulfilment.cli.refusal import require_text
from fulfilment.settings import Settings

NAME_LENGTH_CHARACTERS = 200


def run(settings: Settings, options: Namespace) -> int:
    from fulfilment.accounts.opening import open_workspace

    require_text("--name", options.name, most=NAME_LENGTH_CHARACTERS)
    return credential.make(settings, options, lambda db: open_workspace(db, options.name, options.plan))
