"""`fulfilment workspace create`: how the first key of an installation comes into being (decisions, section 3)."""

from argparse import Namespace

from fulfilment.cli import credential
from fulfilment.settings import Settings


def run(settings: Settings, options: Namespace) -> int:
    from fulfilment.accounts.opening import open_workspace

    return credential.make(settings, options, lambda db: open_workspace(db, options.name, options.plan))
