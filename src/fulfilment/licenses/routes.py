"""The HTTP edge of licenses (specification, Licenses)."""

from fulfilment.db.tx import Tx
from fulfilment.http.bulk import Outcomes
from fulfilment.http.envelope import Reply
from fulfilment.http.route import Routes
from fulfilment.licenses import bulk_issuance, issuance
from fulfilment.licenses.records import BulkLicenses, LicenseReply, NewLicense

route = Routes("Licenses")


@route.post("/licenses", status=201, repeat_status=200)
async def issue_license(tx: Tx, license: NewLicense) -> LicenseReply:
    """Issue a license; the key is made unless it is given."""
    issued, is_new = await issuance.issue(tx, license)
    return Reply(LicenseReply(license=issued), status=201 if is_new else 200)


@route.post("/licenses/bulk")
async def issue_licenses_in_bulk(tx: Tx, given: BulkLicenses) -> Outcomes:
    """Issue up to 500 licenses; an outcome per row."""
    return await bulk_issuance.issue_all(tx, given)
