"""`fulfilment key create`: another key of a workspace, or a partner's platform key."""

from argparse import Namespace

from fulfilment.cli import credential
from fulfilment.settings import Settings


def run(settings: Settings, options: Namespace) -> int:
    from fulfilment.api_keys.minting import mint_for_operator

    return credential.make(settings, options, lambda db: mint_for_operator(db, options.workspace, options.platform))
