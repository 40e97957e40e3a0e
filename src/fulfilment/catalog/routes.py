"""The HTTP edge of the catalog (specification, Products)."""

import msgspec

from fulfilment.catalog import bulk_creation, products, queries, search, variants
from fulfilment.catalog.records import (
    BulkProducts,
    NewProduct,
    NewVariant,
    ProductChange,
    ProductList,
    ProductQuery,
    ProductReply,
    VariantChange,
    VariantReply,
)
from fulfilment.catalog.search import Wanted
from fulfilment.db.tx import Read, Tx
from fulfilment.fields import ArchivedReply
from fulfilment.http import paging
from fulfilment.http.bulk import OutcomeList
from fulfilment.http.cost import each
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import NotFound
from fulfilment.http.paging import Walked
from fulfilment.http.route import Routes

route = Routes(
    "Catalog",
    "Products, which are physical, digital or licenses, and the variants that stock is kept of.",
    {
        "products/{id}": "The product's id (`prod_…`), as POST /products answers it and GET /products lists it.",
        "variants/{variant_id}": "The id (`var_…`) of a variant of this product, as the product shows it.",
    },
)

LIST = paging.Limits(default=200, most=200)


@route.get("/products", client="products.list", page=LIST)
async def list_products(read: Read, query: ProductQuery) -> ProductList:
    """List products with their variants, newest first; with `q` and no `sku`, in the order of the words found."""
    with_archived = query.archived == "true"
    if query.q:
        page = paging.read(query, LIST, parts=2)
        wanted = Wanted(search.words_of(query.q), query.type, query.sku, with_archived)
        walked = await search.search(read, wanted, page) if wanted.words else Walked([])
        return paging.found("products", walked, page, "term", "product_id")
    page = paging.read(query, LIST)
    rows = await queries.list_products(read, page, with_archived=with_archived, type=query.type, sku=query.sku)
    return paging.listed("products", rows, page)


@route.get("/products/{id}", client="products.get")
async def get_product(read: Read, id: str) -> ProductReply:
    """Retrieve one product with its variants."""
    product = await queries.find_product(read, id)
    if product is None:
        raise NotFound
    return Reply({"product": msgspec.Raw(product.encode())})


# A product that is not there yet is nobody's to wait for.
@route.post("/products", client="products.create", status=201, convoy=lambda: ())
async def create_product(tx: Tx, product: NewProduct) -> ProductReply:
    """Create a product; it gets a Default variant."""
    return ProductReply(product=await products.create(tx, product))


@route.post("/products/bulk", client="products.create_bulk", cost=each("products", 20))
async def create_products(tx: Tx, given: BulkProducts) -> OutcomeList:
    """Create up to 200 products; an outcome per row."""
    return await bulk_creation.create_all(tx, given)


@route.patch("/products/{id}", client="products.update")
async def update_product(tx: Tx, id: str, change: ProductChange) -> ProductReply:
    """Change a product; its type stays."""
    return ProductReply(product=await products.change(tx, id, change))


@route.delete("/products/{id}", client="products.archive")
async def archive_product(tx: Tx, id: str) -> ArchivedReply:
    """Archive a product; nothing of it is lost."""
    await products.archive(tx, id)
    return ArchivedReply(archived=True)


# Products are locked in the order of their ids. A new default locks variants as well, in an order of its own.
@route.post(
    "/products/{id}/variants",
    client="variants.create",
    status=201,
    convoy=lambda id, variant: None if variant.is_default else (id,),
)
async def create_variant(tx: Tx, id: str, variant: NewVariant) -> VariantReply:
    """Add a variant to a product."""
    return VariantReply(variant=await variants.add(tx, id, variant))


@route.patch("/products/{id}/variants/{variant_id}", client="variants.update")
async def update_variant(tx: Tx, id: str, variant_id: str, change: VariantChange) -> VariantReply:
    """Change a variant; promoting it to the default demotes its sibling."""
    return VariantReply(variant=await variants.change(tx, id, variant_id, change))


@route.delete("/products/{id}/variants/{variant_id}", client="variants.archive")
async def archive_variant(tx: Tx, id: str, variant_id: str) -> ArchivedReply:
    """Archive a variant; a default passes on to the oldest active sibling."""
    await variants.archive(tx, id, variant_id)
    return ArchivedReply(archived=True)
