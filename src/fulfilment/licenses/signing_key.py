"""The key that a workspace's license files are signed with: one Ed25519 key, made when it is first needed.

Software is built with the public key inside, so a key stays for good. The private one is sealed at rest.
"""

from typing import TYPE_CHECKING

import asyncpg

from fulfilment.infra import clock
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.encryption import keyring
from fulfilment.infra.models import Row, Value, format_timestamp
from fulfilment.licenses import file_queries
from fulfilment.licenses.file_schemas import PublicJwk, SigningKey

if TYPE_CHECKING:
    from joserfc.jwk import OKPKey

CURVE = "Ed25519"
# The name that means this one curve (RFC 9864), unlike the older EdDSA.
ALGORITHM = "Ed25519"


def encryption_context(account_id: str) -> str:
    """What a sealed private key is bound to."""
    return f"license_signing_key:{account_id}"


async def get_or_create(read: Read) -> asyncpg.Record:
    """The workspace's key; of two that make it at once, one does."""
    row = await file_queries.find_signing_key(read) or await _create(read)
    if row is None:
        # Whoever came first has committed by now.
        row = await file_queries.find_signing_key(read)
    assert row is not None
    return row


async def _create(read: Read) -> asyncpg.Record | None:
    # Whoever issues no license file does without the library.
    from joserfc.jwk import OKPKey

    key = OKPKey.generate_key(CURVE)
    parts: dict[str, Value] = key.as_dict(private=True)
    encrypted = keyring.encrypt_text(parts["d"], encryption_context(read.account_id))
    return await file_queries.insert_signing_key(read, key.thumbprint(), parts["x"], encrypted, clock.now())


def load_private_key(row: Row) -> "OKPKey":
    """The key to sign with."""
    from joserfc.jwk import OKPKey

    secret = keyring.decrypt_text(row["private_key"], encryption_context(row["account_id"]))
    return OKPKey.import_key({"kty": "OKP", "crv": CURVE, "x": row["public_key"], "d": secret})


def to_api(row: Row) -> SigningKey:
    """The public half, as the API shows it."""
    jwk = PublicJwk(kty="OKP", crv=CURVE, x=row["public_key"], kid=row["key_id"], alg=ALGORITHM, use="sig")
    return SigningKey(key_id=row["key_id"], public_key=jwk, created_at=format_timestamp(row["created_at"]))
