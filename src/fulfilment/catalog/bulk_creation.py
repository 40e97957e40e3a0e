"""Many products in one request: an outcome and an event per row."""

import msgspec

from fulfilment.catalog import products
from fulfilment.catalog.schemas import BulkProducts, NewProduct, ProductReply
from fulfilment.infra.api import bulk
from fulfilment.infra.api.bulk import BulkResult
from fulfilment.infra.database.transaction import Tx

_decoder = msgspec.json.Decoder(NewProduct)


async def create_products(tx: Tx, body: BulkProducts) -> BulkResult:
    """Create every product that can be; the others are refused one by one."""
    rows, errors = await bulk.parse_rows(body.products, _decoder)
    created = await products.create_products(tx, list(rows.values()))
    succeeded = {index: (201, ProductReply(product=product)) for index, product in zip(rows, created, strict=True)}
    return BulkResult(outcomes=bulk.results(succeeded, errors))
