"""What goes over the wire about the catalog (specification, Product and Variant)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, UnsetType

from fulfilment.fields import (
    Act,
    Body,
    Code,
    Count,
    Name160,
    Name200,
    PageQuery,
    Positive,
    Short,
    Timestamp,
    Wire,
    rows_of,
)

ProductType = Literal["physical", "digital", "license"]
Description = Annotated[str, Meta(max_length=10_000)]


class Variant(Wire):
    """What stock is counted by."""

    id: str
    product_id: str
    name: str
    sku: str | None
    price_cents: int | None
    cost_cents: int | None
    low_stock_threshold: int | None
    weight: int | None
    is_default: bool
    archived: bool


class Product(Wire):
    """Something a merchant sells: shipped, downloaded or licensed, by its type."""

    id: str
    account_id: str
    name: str
    sku: str | None
    description: str | None
    type: ProductType
    weight: int | None
    length: int | None
    width: int | None
    height: int | None
    license_enabled: bool
    max_activations: int | None
    archived: bool
    external_source: str | None
    external_ref: str | None
    created_at: Timestamp
    updated_at: Timestamp
    variants: list[Variant]


class NewProduct(Act):
    name: Name200
    sku: Code | None = None
    description: Description | None = None
    type: ProductType | None = "physical"
    weight: Count | None = None
    length: Count | None = None
    width: Count | None = None
    height: Count | None = None
    license_enabled: bool | None = None
    max_activations: Positive | None = None


class NewVariant(Act):
    name: Name160
    sku: Code | None = None
    price_cents: Count | None = None
    cost_cents: Count | None = None
    low_stock_threshold: Count | None = None
    weight: Count | None = None
    is_default: bool | None = False


class ProductReply(Wire):
    product: Product


class Products(Wire):
    products: list[Product]


class VariantReply(Wire):
    variant: Variant


class ProductQuery(PageQuery):
    """`q` finds words by their beginnings, in names and skus; `sku` is exact, of a product or a variant."""

    archived: Literal["true", "false"] = "false"
    type: ProductType | None = None
    sku: Short | None = None
    q: Short | None = None


class BulkProducts(Act):
    """`products` as POST /products takes them."""

    products: Annotated[list[Raw], rows_of("NewProduct", most=200)]


class ProductChange(Body):
    """What is left out stays as it is; null clears. The type cannot change; `archived` false un-archives."""

    name: Name200 | UnsetType = UNSET
    sku: Code | UnsetType | None = UNSET
    description: Description | UnsetType | None = UNSET
    type: ProductType | UnsetType = UNSET
    weight: Count | UnsetType | None = UNSET
    length: Count | UnsetType | None = UNSET
    width: Count | UnsetType | None = UNSET
    height: Count | UnsetType | None = UNSET
    license_enabled: bool | UnsetType = UNSET
    max_activations: Positive | UnsetType | None = UNSET
    archived: bool | UnsetType = UNSET


class VariantChange(Body):
    """What is left out stays as it is; null clears; `archived` false un-archives."""

    name: Name160 | UnsetType = UNSET
    sku: Code | UnsetType | None = UNSET
    price_cents: Count | UnsetType | None = UNSET
    cost_cents: Count | UnsetType | None = UNSET
    low_stock_threshold: Count | UnsetType | None = UNSET
    weight: Count | UnsetType | None = UNSET
    is_default: bool | UnsetType = UNSET
    archived: bool | UnsetType = UNSET


def is_license_enabled(given: NewProduct) -> bool:
    """On by default for license products, else off (decisions, section 5)."""
    return given.type == "license" if given.license_enabled is None else given.license_enabled
