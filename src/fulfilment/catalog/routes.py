"""The HTTP edge of the catalog (specification, Products). A bulk request has an outcome and an event for each row."""

import msgspec

from fulfilment.catalog import products, queries, search, variants
from fulfilment.catalog.schemas import (
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
from fulfilment.catalog.search import ProductSearch
from fulfilment.infra.api import bulk, pagination
from fulfilment.infra.api.bulk import BulkResult
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.api.pagination import ScanResult
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.limits.request_limits import per_items
from fulfilment.infra.models import ArchivedResponse

route = Routes(
    "Catalog",
    "Products, which are physical, digital or licenses, and their variants, for which stock is counted.",
    {
        "products/{id}": "The product's id (`prod_…`), as POST /products answers it and GET /products lists it.",
        "variants/{variant_id}": "The id (`var_…`) of a variant of this product, as the product shows it.",
    },
)

LIST = pagination.PageLimits(default=200, max_limit=200)

_decoder = msgspec.json.Decoder(NewProduct)


@route.get("/products", sdk_method="products.list", page=LIST)
async def list_products(read: Read, query: ProductQuery) -> Reply[ProductList]:
    """List products with their variants, newest first; with `q` and no `sku`, in the order of the words found."""
    with_archived = query.archived == "true"
    if query.q:
        page = pagination.parse_page(query, LIST, parts=(str, str))
        criteria = ProductSearch(search.parse_search_words(query.q), query.type, query.sku, with_archived)
        result = await search.search_products(read, criteria, page) if criteria.words else ScanResult([])
        return pagination.scan_response("products", result, page, "term", "product_id")
    page = pagination.parse_page(query, LIST)
    rows = await queries.list_products(read, page, with_archived=with_archived, type=query.type, sku=query.sku)
    return pagination.page_response("products", rows, page)


@route.get("/products/{id}", sdk_method="products.get")
async def get_product(read: Read, id: str) -> Reply[ProductReply]:
    """Retrieve one product with its variants."""
    product = await queries.find_product(read, id)
    if product is None:
        raise NotFound
    return Reply({"product": msgspec.Raw(product.encode())})


# The batch key is empty: a new product needs no lock, and so no request waits for another.
@route.post("/products", sdk_method="products.create", status=201, batch_key=lambda: ())
async def create_product(tx: Tx, product: NewProduct) -> ProductReply:
    """Create a product; it gets a Default variant."""
    return ProductReply(product=await products.create_product(tx, product))


@route.post("/products/bulk", sdk_method="products.create_bulk", cost=per_items("products", 20))
async def create_products(tx: Tx, body: BulkProducts) -> BulkResult:
    """Create up to 200 products; an outcome per row."""
    return await _create_each(tx, body)


@route.patch("/products/{id}", sdk_method="products.update")
async def update_product(tx: Tx, id: str, change: ProductChange) -> ProductReply:
    """Change a product; its type stays."""
    return ProductReply(product=await products.update_product(tx, id, change))


@route.delete("/products/{id}", sdk_method="products.archive")
async def archive_product(tx: Tx, id: str) -> ArchivedResponse:
    """Archive a product; its data stays."""
    await products.archive_product(tx, id)
    return ArchivedResponse(archived=True)


# Products are locked in the order of their ids. A new default locks variants as well, in an order of its own.
@route.post(
    "/products/{id}/variants",
    sdk_method="variants.create",
    status=201,
    batch_key=lambda id, variant: None if variant.is_default else (id,),
    raises=(variants.SkuTaken,),
)
async def create_variant(tx: Tx, id: str, variant: NewVariant) -> VariantReply:
    """Add a variant to a product."""
    return VariantReply(variant=await variants.create_variant(tx, id, variant))


@route.patch("/products/{id}/variants/{variant_id}", sdk_method="variants.update", raises=(variants.SkuTaken,))
async def update_variant(tx: Tx, id: str, variant_id: str, change: VariantChange) -> VariantReply:
    """Change a variant; promoting it to the default demotes its sibling."""
    return VariantReply(variant=await variants.update_variant(tx, id, variant_id, change))


@route.delete("/products/{id}/variants/{variant_id}", sdk_method="variants.archive")
async def archive_variant(tx: Tx, id: str, variant_id: str) -> ArchivedResponse:
    """Archive a variant; if it is the default, the oldest active sibling becomes the default."""
    await variants.archive_variant(tx, id, variant_id)
    return ArchivedResponse(archived=True)


async def _create_each(tx: Tx, body: BulkProducts) -> BulkResult:
    """Create the valid products of a bulk request; each invalid one has its own error."""
    rows, errors = await bulk.parse_rows(body.products, _decoder)
    created = await products.create_products(tx, list(rows.values()))
    succeeded = {index: (201, ProductReply(product=product)) for index, product in zip(rows, created, strict=True)}
    return BulkResult(outcomes=bulk.results(succeeded, errors))
