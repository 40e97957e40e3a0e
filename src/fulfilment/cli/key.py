"""`fulfilment key create`: creates an API key of a workspace, or a partner's platform key."""

from argparse import Namespace
from datetime import datetime
from typing import TYPE_CHECKING

import asyncpg
import msgspec

from fulfilment.cli import credential
from fulfilment.cli.errors import CommandError, require_text
from fulfilment.settings import Settings

if TYPE_CHECKING:
    from fulfilment.api_keys.service import CreatedKey, OperatorKeyRequest

ID_LENGTH_CHARACTERS = 255
PARTNER_LENGTH_CHARACTERS = 100
NAME_LENGTH_CHARACTERS = 120
MAX_NETWORKS = 20
_TIME_EXAMPLE = "2027-03-31T18:00:00Z"


def run(settings: Settings, options: Namespace) -> int:
    require_text("--workspace", options.workspace, max_length=ID_LENGTH_CHARACTERS)
    require_text("--platform", options.platform, max_length=PARTNER_LENGTH_CHARACTERS)
    require_text("--name", options.name, max_length=NAME_LENGTH_CHARACTERS)
    request = _build_request(options)
    return credential.create_and_print_key(settings, options, lambda db: _create_key(db, options, request))


def _build_request(options: Namespace) -> "OperatorKeyRequest":
    from fulfilment.api_keys.service import OperatorKeyRequest

    if len(options.network or ()) > MAX_NETWORKS:
        raise CommandError(f"--network may be given {MAX_NETWORKS} times at most.")
    values = {"name": options.name, "scopes": options.scope, "networks": options.network}
    provided = {name: value for name, value in values.items() if value is not None}
    return OperatorKeyRequest(expires_at=_parse_moment(options.expires), **provided)


async def _create_key(db: asyncpg.Connection, options: Namespace, request: "OperatorKeyRequest") -> "CreatedKey":
    from fulfilment.api_keys.service import create_key_for_operator
    from fulfilment.infra.api.errors import Validation

    try:
        return await create_key_for_operator(db, options.workspace, options.platform, request)
    except Validation as problem:
        raise CommandError(str(problem)) from None


def _parse_moment(text: str | None) -> datetime | None:
    """A time with its offset, in the format of the API. Raises CommandError."""
    if text is None:
        return None
    try:
        moment = msgspec.convert(text, datetime)
    except msgspec.ValidationError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise CommandError(f"--expires takes a time with its offset, such as {_TIME_EXAMPLE}.")
    return moment
