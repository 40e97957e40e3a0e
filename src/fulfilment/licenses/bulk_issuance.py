"""Many licenses in one request: an outcome and an event per row."""

import msgspec

from fulfilment.infra.api import bulk
from fulfilment.infra.api.bulk import BulkResult
from fulfilment.infra.database.transaction import Tx
from fulfilment.licenses import issuance
from fulfilment.licenses.schemas import BulkLicenses, LicenseReply, NewLicense

_decoder = msgspec.json.Decoder(NewLicense)


async def issue_bulk(tx: Tx, body: BulkLicenses) -> BulkResult:
    """Issue every license that can be; the others are refused one by one."""
    rows, malformed = await bulk.parse_rows(body.licenses, _decoder)
    issued, refused = await issuance.issue_licenses(tx, rows)
    done = {
        index: (201 if is_new else 200, LicenseReply(license=license)) for index, (license, is_new) in issued.items()
    }
    return BulkResult(outcomes=bulk.results(done, malformed | refused))
