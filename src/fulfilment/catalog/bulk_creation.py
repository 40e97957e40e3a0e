"""Many products in one request: an outcome and an event per row."""

import msgspec

from fulfilment.catalog import products
from fulfilment.catalog.records import BulkProducts, NewProduct, ProductReply
from fulfilment.db.tx import Tx
from fulfilment.http import bulk
from fulfilment.http.bulk import OutcomeList

_decoder = msgspec.json.Decoder(NewProduct)


async def create_all(tx: Tx, given: BulkProducts) -> OutcomeList:
    """Create every product that can be; the others are refused one by one."""
    rows, refused = await bulk.read(given.products, _decoder)
    created = await products.create_all(tx, list(rows.values()))
    done = {index: (201, ProductReply(product=product)) for index, product in zip(rows, created, strict=True)}
    return OutcomeList(outcomes=bulk.outcomes(done, refused))
