"""The key that a workspace's license files are signed with: one Ed25519 key, made when it is first needed.

Software is built with the public key inside, so a key stays for good. The private one is sealed at rest.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import asyncpg

from fulfilment import clock, secrets
from fulfilment.db.tx import Read
from fulfilment.fields import stamp
from fulfilment.licenses import file_queries
from fulfilment.licenses.file_records import PublicJwk, SigningKey

if TYPE_CHECKING:
    from joserfc.jwk import OKPKey

CURVE = "Ed25519"
# The name that means this one curve (RFC 9864), unlike the older EdDSA.
ALGORITHM = "Ed25519"


def context(account_id: str) -> str:
    """What a sealed private key is bound to."""
    return f"license_signing_key:{account_id}"


async def ensure(read: Read) -> asyncpg.Record:
    """The workspace's key; of two that make it at once, one does."""
    row = await file_queries.find_signing_key(read) or await _make(read)
    # Whoever came first has committed by now.
    return row or await file_queries.find_signing_key(read)


async def _make(read: Read) -> asyncpg.Record | None:
    # Whoever issues no license file does without the library.
    from joserfc.jwk import OKPKey

    key = OKPKey.generate_key(CURVE)
    parts = key.as_dict(private=True)
    sealed = secrets.seal_text(parts["d"], context(read.account_id))
    return await file_queries.keep_signing_key(read, key.thumbprint(), parts["x"], sealed, clock.now())


def private(row: Mapping[str, Any]) -> "OKPKey":
    """The key to sign with."""
    from joserfc.jwk import OKPKey

    secret = secrets.unseal_text(row["private_key"], context(row["account_id"]))
    return OKPKey.import_key({"kty": "OKP", "crv": CURVE, "x": row["public_key"], "d": secret})


def shown(row: Mapping[str, Any]) -> SigningKey:
    """The public half, as the API shows it."""
    jwk = PublicJwk(kty="OKP", crv=CURVE, x=row["public_key"], kid=row["key_id"], alg=ALGORITHM, use="sig")
    return SigningKey(key_id=row["key_id"], public_key=jwk, created_at=stamp(row["created_at"]))
