"""Whether a license is good at a moment (specification, States; decisions, section 7).

Suspended and expired are no statuses of a license: what is stored says active, and its times say the rest.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from fulfilment import clock
from fulfilment.http.errors import ApiError, Validation

State = Literal["active", "revoked", "expired", "suspended"]


class LicenseRevoked(ApiError):
    """A revoked license was to be changed or certified; there is no way back, only another license."""

    status, code = 409, "LICENSE_REVOKED"
    message = "This license is revoked for good, and can be neither changed nor certified; issue another one."


def state(row: Mapping[str, Any], now: datetime) -> State:
    """What has the last word: a revocation, then the expiry, then a suspension."""
    if row["status"] == "revoked":
        return "revoked"
    if row["expires_at"] is not None and row["expires_at"] <= now:
        return "expired"
    return "active" if row["suspended_at"] is None else "suspended"


def kept(expires_at: datetime | None) -> datetime | None:
    """An expiry as a row keeps it: to the millisecond."""
    return None if expires_at is None else clock.cut(min(expires_at, clock.LATEST_EXPIRY))


def refusal_of_expiry(expires_at: datetime | None) -> ApiError | None:
    """Why no license can expire then."""
    if expires_at is None or expires_at >= clock.EARLIEST_EXPIRY:
        return None
    return Validation("expiresAt must not be before 1970.", field="expiresAt")


def require_not_revoked(row: Mapping[str, Any]) -> None:
    """Raises LicenseRevoked."""
    if row["status"] == "revoked":
        raise LicenseRevoked
