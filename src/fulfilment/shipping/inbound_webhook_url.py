"""Where the aggregator reports on orders booked with a workspace's own key (decisions, sections 6 and 9)."""

import hashlib
import secrets as random

from fulfilment.infra.api.routing import PREFIX
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.encryption import keyring
from fulfilment.settings import Settings
from fulfilment.shipping import queries

PATH = "/inbound/aggregator/{token}"
_TOKEN_BYTES = 32


def generate_token() -> str:
    return random.token_urlsafe(_TOKEN_BYTES)


def encrypt_token(account_id: str, token: str) -> bytes:
    return keyring.encrypt_text(token, _encryption_context(account_id))


def hash_token(token: str) -> bytes:
    """What a token is found by; the token itself is nowhere in clear."""
    return hashlib.sha256(token.encode()).digest()


def build_url(settings: Settings, account_id: str, encrypted: bytes) -> str:
    """The whole address, for the merchant to enter in the aggregator's dashboard."""
    token = keyring.decrypt_text(encrypted, _encryption_context(account_id))
    return settings.base_url + PREFIX + PATH.format(token=token)


async def find_workspace(public: Public, token: str) -> str | None:
    """The workspace one of whose own keys has its reports come under this token; a former one counts too."""
    row = await public.fetch_optional(queries.FIND_WORKSPACE_BY_TOKEN, hash_token(token))
    return None if row is None else row["account_id"]


def _encryption_context(account_id: str) -> str:
    return f"aggregator_report_token:{account_id}"
