"""A storefront's secret: drawn here, shown by a command, sealed at rest."""

import secrets as random
from datetime import timedelta

from fulfilment import secrets

PREFIX = "whsec_"
ID_PREFIX = "sf"
# Both secrets prove as much meanwhile, so that a storefront can be told the new one in its own time.
OVERLAP = timedelta(hours=24)

_SECRET_BYTES = 32


def draw() -> str:
    return PREFIX + random.token_urlsafe(_SECRET_BYTES)


def seal(secret: str, storefront_id: str) -> bytes:
    return secrets.seal_text(secret, context(storefront_id))


def unseal(sealed: bytes, storefront_id: str) -> str:
    return secrets.unseal_text(sealed, context(storefront_id))


def context(storefront_id: str) -> str:
    """What a sealed secret is bound to."""
    return f"storefront:{storefront_id}"
