"""Where the aggregator reports on orders booked with a workspace's own key (decisions, sections 6 and 9)."""

import hashlib
import secrets as random

from fulfilment import secrets
from fulfilment.http.public import Public
from fulfilment.http.route import PREFIX
from fulfilment.settings import Settings
from fulfilment.shipping import queries

PATH = "/inbound/aggregator/{token}"
_TOKEN_BYTES = 32


def new_token() -> str:
    return random.token_urlsafe(_TOKEN_BYTES)


def seal(account_id: str, token: str) -> bytes:
    return secrets.seal_text(token, _context(account_id))


def digest(token: str) -> bytes:
    """What a token is found by; the token itself is nowhere in clear."""
    return hashlib.sha256(token.encode()).digest()


def address(settings: Settings, account_id: str, sealed: bytes) -> str:
    """The whole address, for the merchant to enter in the aggregator's dashboard."""
    token = secrets.unseal_text(sealed, _context(account_id))
    return settings.base_url + PREFIX + PATH.format(token=token)


async def find_workspace(public: Public, token: str) -> str | None:
    """The workspace one of whose own keys has its reports come under this token; a former one counts too."""
    row = await public.one(queries.WORKSPACE_OF_TOKEN, digest(token))
    return None if row is None else row["account_id"]


def _context(account_id: str) -> str:
    return f"aggregator_report_token:{account_id}"
