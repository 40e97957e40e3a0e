"""What buyers' software asks at every start: one look-up, no lock (specification, Licenses)."""

from fulfilment import clock
from fulfilment.fields import from_row
from fulfilment.http.public import Public
from fulfilment.licenses import queries, validity
from fulfilment.licenses.key_limits import KeyLimits
from fulfilment.licenses.records import LicenseValidity, ValidityQuery


async def validate(public: Public, query: ValidityQuery, limits: KeyLimits) -> LicenseValidity:
    """Say whether a key is good; one of another product is as unknown as one of nobody's. Raises RateLimited."""
    row = await limits.look_up(public, query.key, queries.validate)
    if row is None or query.product_id not in (None, row["product_id"]):
        return LicenseValidity(valid=False)
    state = validity.state(row, clock.now())
    return from_row(LicenseValidity, row, valid=state == "active", status=state)
