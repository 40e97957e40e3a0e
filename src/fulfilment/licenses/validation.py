"""What buyers' software asks at every start: one look-up, no lock (specification, Licenses)."""

from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.models import from_row
from fulfilment.licenses import queries, validity
from fulfilment.licenses.key_limits import LicenseKeyLimits
from fulfilment.licenses.schemas import LicenseValidity, ValidityQuery


async def validate(public: Public, query: ValidityQuery, limits: LicenseKeyLimits) -> LicenseValidity:
    """Say whether a key is good; one of another product is as unknown as one of nobody's. Raises RateLimited."""
    row = await limits.find_license(public, query.key, queries.validate)
    if row is None or query.product_id not in (None, row["product_id"]):
        return LicenseValidity(valid=False)
    state = validity.get_state(row)
    return from_row(LicenseValidity, row, valid=state == "active", status=state)
