"""`fulfilment key create`: another key of a workspace, or a partner's platform key."""

from argparse import Namespace
from datetime import datetime
from typing import TYPE_CHECKING

import asyncpg
import msgspec

from fulfilment.cli import credential
from fulfilment.cli.refusal import Refusal, require_text
from fulfilment.settings import Settings

if TYPE_CHECKING:
    from fulfilment.api_keys.minting import Opened, OperatorsKey

ID_LENGTH_CHARACTERS = 255
PARTNER_LENGTH_CHARACTERS = 100
NAME_LENGTH_CHARACTERS = 120
NETWORKS_MOST = 20
_TIME_EXAMPLE = "2027-03-31T18:00:00Z"


def run(settings: Settings, options: Namespace) -> int:
    require_text("--workspace", options.workspace, most=ID_LENGTH_CHARACTERS)
    require_text("--platform", options.platform, most=PARTNER_LENGTH_CHARACTERS)
    require_text("--name", options.name, most=NAME_LENGTH_CHARACTERS)
    asked = _asked(options)
    return credential.make(settings, options, lambda db: _mint(db, options, asked))


def _asked(options: Namespace) -> "OperatorsKey":
    from fulfilment.api_keys.minting import OperatorsKey

    if len(options.network or ()) > NETWORKS_MOST:
        raise Refusal(f"--network may be given {NETWORKS_MOST} times at most.")
    given = {"name": options.name, "scopes": options.scope, "networks": options.network}
    said = {name: value for name, value in given.items() if value is not None}
    return OperatorsKey(expires_at=_moment(options.expires), **said)


async def _mint(db: asyncpg.Connection, options: Namespace, asked: "OperatorsKey") -> "Opened":
    from fulfilment.api_keys.minting import mint_for_operator
    from fulfilment.http.errors import Validation

    try:
        return await mint_for_operator(db, options.workspace, options.platform, asked)
    except Validation as problem:
        raise Refusal(str(problem)) from None


def _moment(text: str | None) -> datetime | None:
    """A time that says its offset, as the API takes it."""
    if text is None:
        return None
    try:
        moment = msgspec.convert(text, datetime)
    except msgspec.ValidationError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise Refusal(f"--expires takes a time with its offset, such as {_TIME_EXAMPLE}.")
    return moment
