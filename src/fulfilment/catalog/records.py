"""What goes over the wire about the catalog (specification, Product and Variant)."""

from typing import Literal

from fulfilment.fields import Body, Code, Count, Name160, Name200, PageQuery, Positive, Timestamp, Wire

ProductType = Literal["physical", "digital", "license"]


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


class NewProduct(Body):
    name: Name200
    sku: Code | None = None
    description: str | None = None
    type: ProductType = "physical"
    weight: Count | None = None
    length: Count | None = None
    width: Count | None = None
    height: Count | None = None
    license_enabled: bool | None = None
    max_activations: Positive | None = None


class NewVariant(Body):
    name: Name160
    sku: Code | None = None
    price_cents: Count | None = None
    cost_cents: Count | None = None
    low_stock_threshold: Count | None = None
    weight: Count | None = None
    is_default: bool = False


class ProductReply(Wire):
    product: Product


class Products(Wire):
    products: list[Product]


class VariantReply(Wire):
    variant: Variant


class ProductQuery(PageQuery):
    archived: Literal["true", "false"] = "false"
