"""A storefront's secret: drawn here, shown by a command, sealed at rest."""

import secrets as random
from datetime import timedelta

from fulfilment.infra.encryption import keyring

PREFIX = "whsec_"
ID_PREFIX = "sf"
# Both secrets prove as much meanwhile, so that a storefront can be told the new one in its own time.
OVERLAP = timedelta(hours=24)

_SECRET_BYTES = 32


def generate_secret() -> str:
    return PREFIX + random.token_urlsafe(_SECRET_BYTES)


def encrypt_secret(secret: str, storefront_id: str) -> bytes:
    return keyring.encrypt_text(secret, build_context(storefront_id))


def decrypt_secret(encrypted: bytes, storefront_id: str) -> str:
    return keyring.decrypt_text(encrypted, build_context(storefront_id))


def build_context(storefront_id: str) -> str:
    """What a sealed secret is bound to."""
    return f"storefront:{storefront_id}"
