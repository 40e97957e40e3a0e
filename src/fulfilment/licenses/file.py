"""License files: what a license allows one instance, signed, for software that cannot ask us.

A file is a JSON Web Token (docs/licenses-offline.md lists its claims) that the software checks with the workspace's
public key alone. Nothing can call it back, so it ends by itself and is asked for anew.
"""

from datetime import datetime, timedelta
from typing import Any

from fulfilment.infra.api.errors import NotFound, Validation
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import Row, format_timestamp
from fulfilment.licenses import activation, file_queries, signing_key, validity
from fulfilment.licenses.file_schemas import LicenseFile, LicenseFileRequest

DEFAULT_VALIDITY_DAYS = 30
MAX_VALIDITY_DAYS = 366
TYPE = "license+jwt"


async def issue_file(tx: Tx, license_id: str, body: LicenseFileRequest) -> LicenseFile:
    """Certify an active instance. Raises NotFound, RevokedLicense, ExpiredLicense, SuspendedLicense, Validation."""
    row = await file_queries.find_for_file(tx, license_id, body.instance_id)
    if row is None:
        raise NotFound
    now = row["now"]
    _require_active(row)
    if not row["is_instance_active"]:
        raise NotFound("This instance is not active.", field="instanceId")
    ends_at = _file_expiry(body.expires_at, row["expires_at"], now)
    key = await signing_key.get_or_create(tx)
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


def _require_active(row: Row) -> None:
    state = validity.get_state(row)
    if state == "revoked":
        raise validity.RevokedLicense
    if state == "expired":
        raise activation.ExpiredLicense(row["expires_at"])
    if state == "suspended":
        raise activation.SuspendedLicense


def _file_expiry(requested: datetime | None, license_ends_at: datetime | None, now: datetime) -> datetime:
    """When the file ends, in whole seconds: as asked, within bounds, and never after the license."""
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
    # Whoever issues no file does without the library.
    from joserfc import jwt

    header = {"alg": signing_key.ALGORITHM, "typ": TYPE, "kid": key["key_id"]}
    return jwt.encode(header, claims, signing_key.load_private_key(key), algorithms=[signing_key.ALGORITHM])
