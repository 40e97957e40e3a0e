"""The HTTP edge of the catalog (specification, Products)."""

import msgspec

from fulfilment.catalog import products, queries, variants
from fulfilment.catalog.records import (
    NewProduct,
    NewVariant,
    ProductQuery,
    ProductReply,
    Products,
    VariantReply,
)
from fulfilment.db.tx import Read, Tx
from fulfilment.http import paging
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import NotFound
from fulfilment.http.route import Routes

route = Routes("Catalog")

LIST_MOST = 200


@route.get("/products")
async def list_products(read: Read, query: ProductQuery) -> Products:
    """List products with their variants, newest first."""
    page = paging.read(query, default=LIST_MOST, most=LIST_MOST)
    rows = await queries.list_products(read, page, with_archived=query.archived == "true")
    return paging.listed("products", rows, page)


@route.get("/products/{id}")
async def retrieve_product(read: Read, id: str) -> ProductReply:
    """Retrieve one product with its variants."""
    product = await queries.find_product(read, id)
    if product is None:
        raise NotFound
    return Reply({"product": msgspec.Raw(product.encode())})


@route.post("/products", status=201)
async def create_product(tx: Tx, product: NewProduct) -> ProductReply:
    """Create a product; it gets a Default variant."""
    return ProductReply(product=await products.create(tx, product))


@route.post("/products/{id}/variants", status=201)
async def create_variant(tx: Tx, id: str, variant: NewVariant) -> VariantReply:
    """Add a variant to a product."""
    return VariantReply(variant=await variants.add(tx, id, variant))
