"""Many licenses in one request: an outcome and an event per row."""

import msgspec

from fulfilment.db.tx import Tx
from fulfilment.http import bulk
from fulfilment.http.bulk import OutcomeList
from fulfilment.licenses import issuance
from fulfilment.licenses.records import BulkLicenses, LicenseReply, NewLicense

_decoder = msgspec.json.Decoder(NewLicense)


async def issue_all(tx: Tx, given: BulkLicenses) -> OutcomeList:
    """Issue every license that can be; the others are refused one by one."""
    rows, unread = await bulk.read(given.licenses, _decoder)
    issued, refused = await issuance.issue_all(tx, rows)
    done = {
        index: (201 if is_new else 200, LicenseReply(license=license)) for index, (license, is_new) in issued.items()
    }
    return OutcomeList(outcomes=bulk.outcomes(done, unread | refused))
