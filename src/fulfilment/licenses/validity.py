"""Validity of a license, and the public look-up of it, without a lock (specification, States; decisions, section 7).

Suspended and expired are no statuses of a license: what is stored says active, and its times say the rest.
"""

from datetime import datetime
from typing import Literal

from fulfilment.infra import clock
from fulfilment.infra.api.errors import ApiError, Validation
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.models import Row, from_row
from fulfilment.licenses import queries
from fulfilment.licenses.key_limits import LicenseKeyLimits
from fulfilment.licenses.schemas import LicenseValidity, ValidityQuery

State = Literal["active", "revoked", "expired", "suspended"]


class RevokedLicense(ApiError):
    """A revoked license was to be changed or certified; there is no way back, only another license."""

    status, code = 409, "LICENSE_REVOKED"
    message = "This license is revoked for good, and can be neither changed nor certified; issue another one."


def get_state(row: Row) -> State:
    """The state as of the row's `now`: a revocation decides before the expiry, the expiry before a suspension."""
    if row["status"] == "revoked":
        return "revoked"
    if row["expires_at"] is not None and row["expires_at"] <= row["now"]:
        return "expired"
    return "active" if row["suspended_at"] is None else "suspended"


def normalize_expiry(expires_at: datetime | None) -> datetime | None:
    """An expiry as a row keeps it: to the millisecond."""
    return None if expires_at is None else clock.truncate_ms(min(expires_at, clock.LATEST_EXPIRY))


def find_expiry_error(expires_at: datetime | None) -> ApiError | None:
    """Why no license can expire then."""
    if expires_at is None or expires_at >= clock.EARLIEST_EXPIRY:
        return None
    return Validation("expiresAt must not be before 1970.", field="expiresAt")


def require_not_revoked(row: Row) -> None:
    """Raises RevokedLicense."""
    if row["status"] == "revoked":
        raise RevokedLicense


async def validate(public: Public, query: ValidityQuery, limits: LicenseKeyLimits) -> LicenseValidity:
    """Say whether a key is good; one of another product is as unknown as one of nobody's. Raises RateLimited."""
    row = await limits.find_license(public, query.key, queries.validate)
    if row is None or query.product_id not in (None, row["product_id"]):
        return LicenseValidity(valid=False)
    state = get_state(row)
    return from_row(LicenseValidity, row, valid=state == "active", status=state)
