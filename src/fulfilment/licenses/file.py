"""License files: what a license allows one instance, signed, for software that cannot ask us.

A file is a JSON Web Token (docs/licenses-offline.md lists its claims) that the software checks with the workspace's
public key alone. Nothing can call it back, so it ends by itself and is asked for anew.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from fulfilment import clock
from fulfilment.db.tx import Tx
from fulfilment.fields import stamp
from fulfilment.http.errors import NotFound, Validation
from fulfilment.licenses import activation, file_queries, signing_key, validity
from fulfilment.licenses.file_records import FileRequest, LicenseFile

DEFAULT_LIFE_DAYS = 30
LONGEST_LIFE_DAYS = 366
TYPE = "license+jwt"


async def issue(tx: Tx, license_id: str, asked: FileRequest) -> LicenseFile:
    """Certify an active instance. Raises NotFound, LicenseRevoked, Expired, Suspended, Validation."""
    now = clock.now().replace(microsecond=0)
    row = await file_queries.find_certified(tx, license_id, asked.instance_id)
    if row is None:
        raise NotFound
    _require_good(row, now)
    if not row["is_active_there"]:
        raise NotFound("This instance is not active.", field="instanceId")
    ends_at = _end(asked.expires_at, row["expires_at"], now)
    key = await signing_key.ensure(tx)
    file = LicenseFile(
        license_id=license_id,
        instance_id=asked.instance_id,
        key_id=key["key_id"],
        issued_at=stamp(now),
        expires_at=stamp(ends_at),
        content=_sign(key, _claims(row, asked.instance_id, now, ends_at)),
    )
    told = {"instanceId": file.instance_id, "expiresAt": file.expires_at, "keyId": file.key_id}
    tx.audit("license.file_issued", "License", license_id, after=told)
    return file


def _require_good(row: Mapping[str, Any], now: datetime) -> None:
    state = validity.state(row, now)
    if state == "revoked":
        raise validity.LicenseRevoked
    if state == "expired":
        raise activation.Expired(row["expires_at"])
    if state == "suspended":
        raise activation.Suspended


def _end(asked: datetime | None, license_ends_at: datetime | None, now: datetime) -> datetime:
    """When the file ends, in whole seconds: as asked, within bounds, and never after the license."""
    latest = now + timedelta(days=LONGEST_LIFE_DAYS)
    if asked is not None and not now < asked <= latest:
        raise Validation(f"A file ends within {LONGEST_LIFE_DAYS} days from now.", field="expiresAt")
    ends_at = asked or now + timedelta(days=DEFAULT_LIFE_DAYS)
    return min(ends_at, license_ends_at or ends_at).replace(microsecond=0)


def _claims(row: Mapping[str, Any], instance_id: str, now: datetime, ends_at: datetime) -> dict[str, Any]:
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
        "licenseExpiresAt": stamp(row["expires_at"]),
    }


def _sign(key: Mapping[str, Any], claims: dict[str, Any]) -> str:
    # Whoever issues no file does without the library.
    from joserfc import jwt

    header = {"alg": signing_key.ALGORITHM, "typ": TYPE, "kid": key["key_id"]}
    return jwt.encode(header, claims, signing_key.private(key), algorithms=[signing_key.ALGORITHM])
