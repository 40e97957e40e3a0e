"""`fulfilment key create`: another key of a workspace, or a partner's platform key."""

from argparse import Namespace

from fulfilment.cli import credential
from fulfilment.cli.refusal import require_text
from fulfilment.settings import Settings

ID_LENGTH_CHARACTERS = 255
PARTNER_LENGTH_CHARACTERS = 100


def run(settings: Settings, options: Namespace) -> int:
    from fulfilment.api_keys.minting import mint_for_operator

    require_text("--workspace", options.workspace, most=ID_LENGTH_CHARACTERS)
    require_text("--platform", options.platform, most=PARTNER_LENGTH_CHARACTERS)
    return credential.make(settings, options, lambda db: mint_for_operator(db, options.workspace, options.platform))
