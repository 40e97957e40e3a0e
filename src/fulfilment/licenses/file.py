"""License files: signed JSON Web Tokens for one instance each, for software that validates offline.

docs/licenses-offline.md lists the claims. The software verifies a file with the workspace's public key alone. A file
cannot be revoked, so it expires and is issued again. Each workspace has one Ed25519 key, created at its first use and
never changed. The private key is encrypted at rest.
"""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import asyncpg

from fulfilment.infra import clock
from fulfilment.infra.api.errors import NotFound, Validation
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.encryption import keyring
from fulfilment.infra.models import Row, Value, format_timestamp
from fulfilment.licenses import activation, lifecycle, queries
from fulfilment.licenses.schemas import LicenseFile, LicenseFileRequest, PublicJwk, SigningKey

if TYPE_CHECKING:
    from joserfc.jwk import OKPKey

CURVE = "Ed25519"
# The algorithm name of this one curve (RFC 9864); the older EdDSA means several.
ALGORITHM = "Ed25519"
TYPE = "license+jwt"

DEFAULT_VALIDITY_DAYS = 30
MAX_VALIDITY_DAYS = 366


async def issue_file(tx: Tx, license_id: str, body: LicenseFileRequest) -> LicenseFile:
    """Sign a license file for an active instance.

    Raises NotFound, RevokedLicense, ExpiredLicense, SuspendedLicense and Validation.
    """
    row = await queries.find_for_file(tx, license_id, body.instance_id)
    if row is None:
        raise NotFound
    now = row["now"]
    _require_active(row)
    if not row["is_instance_active"]:
        raise NotFound("This instance is not active.", field="instanceId")
    ends_at = _file_expiry(body.expires_at, row["expires_at"], now)
    key = await get_or_create(tx)
    file = LicenseFile(
        license_id=license_id,
        instance_id=body.instance_id,
        key_id=key["key_id"],
        issued_at=format_timestamp(now),
        expires_at=format_timestamp(ends_at),
        content=_sign(key, _claims(row, body.instance_id, now, ends_at)),
    )
    audited = {"instanceId": file.instance_id, "expiresAt": file.expires_at, "keyId": file.key_id}
    tx.audit("license.file_issued", "License", license_id, after=audited)
    return file


async def get_or_create(read: Read) -> asyncpg.Record:
    """The workspace's signing key. If two requests create it at once, both get the same one."""
    row = await queries.find_signing_key(read) or await _create(read)
    if row is None:
        # Another request created it, and has committed by now.
        row = await queries.find_signing_key(read)
    assert row is not None
    return row


def load_private_key(row: Row) -> "OKPKey":
    """The decrypted private key."""
    from joserfc.jwk import OKPKey

    secret = keyring.decrypt_text(row["private_key"], encryption_context(row["account_id"]))
    return OKPKey.import_key({"kty": "OKP", "crv": CURVE, "x": row["public_key"], "d": secret})


def encryption_context(account_id: str) -> str:
    """The encryption context of a workspace's private key."""
    return f"license_signing_key:{account_id}"


def to_api(row: Row) -> SigningKey:
    """The API model of the public key."""
    jwk = PublicJwk(kty="OKP", crv=CURVE, x=row["public_key"], kid=row["key_id"], alg=ALGORITHM, use="sig")
    return SigningKey(key_id=row["key_id"], public_key=jwk, created_at=format_timestamp(row["created_at"]))


def _require_active(row: Row) -> None:
    state = lifecycle.get_state(row)
    if state == "revoked":
        raise lifecycle.RevokedLicense
    if state == "expired":
        raise activation.ExpiredLicense(row["expires_at"])
    if state == "suspended":
        raise activation.SuspendedLicense


def _file_expiry(requested: datetime | None, license_ends_at: datetime | None, now: datetime) -> datetime:
    """The expiry of the file in whole seconds: as requested, within bounds, and never after the license's."""
    latest = now + timedelta(days=MAX_VALIDITY_DAYS)
    if requested is not None and not now < requested <= latest:
        raise Validation(f"A file ends within {MAX_VALIDITY_DAYS} days from now.", field="expiresAt")
    ends_at = requested or now + timedelta(days=DEFAULT_VALIDITY_DAYS)
    return min(ends_at, license_ends_at or ends_at).replace(microsecond=0)


def _claims(row: Row, instance_id: str, now: datetime, ends_at: datetime) -> dict[str, Any]:
    return {
        "iss": row["account_id"],
        "sub": row["id"],
        "iat": int(now.timestamp()),
        "exp": int(ends_at.timestamp()),
        "instanceId": instance_id,
        "productId": row["product_id"],
        "productName": row["product_name"],
        "customerId": row["customer_id"],
        "maxActivations": row["max_activations"],
        "licenseExpiresAt": format_timestamp(row["expires_at"]),
    }


def _sign(key: Row, claims: dict[str, Any]) -> str:
    # Imported here, so that a process without license files does not load the library.
    from joserfc import jwt

    header = {"alg": ALGORITHM, "typ": TYPE, "kid": key["key_id"]}
    return jwt.encode(header, claims, load_private_key(key), algorithms=[ALGORITHM])


async def _create(read: Read) -> asyncpg.Record | None:
    # Imported here, so that a process without license files does not load the library.
    from joserfc.jwk import OKPKey

    key = OKPKey.generate_key(CURVE)
    parts: dict[str, Value] = key.as_dict(private=True)
    encrypted = keyring.encrypt_text(parts["d"], encryption_context(read.account_id))
    return await queries.insert_signing_key(read, key.thumbprint(), parts["x"], encrypted, clock.now())
