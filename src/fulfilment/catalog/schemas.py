"""API models of the catalog: requests and replies (specification, Product and Variant; decisions, section 11)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, UnsetType

from fulfilment.infra.api.errors import Validation
from fulfilment.infra.models import (
    ApiModel,
    Code,
    CommandModel,
    Count,
    Name160,
    Name200,
    PageQuery,
    Positive,
    RequestModel,
    Row,
    Short,
    Timestamp,
    row_schema,
)

ProductType = Literal["physical", "digital", "license"]
Description = Annotated[str, Meta(max_length=10_000)]


class Variant(ApiModel):
    """A variant of a product, such as a size or a colour; the unit for which stock is counted."""

    id: str
    """The variant's id (`var_…`); stock is counted by it."""
    product_id: str
    """The product that it belongs to (`prod_…`)."""
    name: str
    """The name that tells it from its siblings, such as a size or a colour. A product's first variant is `Default`."""
    sku: str | None
    """The merchant's own number of the variant; null where there is none. It is unique within the product, but not in
    the workspace.
    """
    price_cents: int | None
    """The selling price of one piece in minor units (whole rupiah for IDR); null where it is not given."""
    cost_cents: int | None
    """The merchant's cost of one piece, in minor units, for the merchant's own use; null where it is not given."""
    low_stock_threshold: int | None
    """When a level of the variant falls below this many pieces, the event `stock.low` is sent. Each warehouse counts
    separately; null: never.
    """
    weight: int | None
    """The weight of one piece in grams, where it differs from the product's; null: the product's `weight` counts."""
    is_default: bool
    """True for the variant that is used where a request names only the product. A product has exactly one default among
    its active variants, and none if all are archived.
    """
    archived: bool
    """True if it is out of use: it keeps its stock and its history, and no new shipment can contain it."""


class Product(ApiModel):
    """A product of the merchant: shipped, downloaded or licensed, by its type."""

    id: str
    """The product's id (`prod_…`)."""
    account_id: str
    name: str
    """The product's name, as in lists and on parcels."""
    sku: str | None
    """The merchant's own number of the product as a whole; not required to be unique; null where there is none."""
    description: str | None
    """Free text; null where there is none."""
    type: ProductType
    """The kind of fulfilment of a sale: `physical` a shipment, `digital` a delivery to download, `license` a license
    key. It never changes, except for a mirrored product whose storefront gives its type later.
    """
    weight: int | None
    """The weight of one piece in grams, for variants without a weight of their own; null where it is not known."""
    length: int | None
    """Length of one piece in centimetres; null where it is not known."""
    width: int | None
    """Width of one piece in centimetres; null where it is not known."""
    height: int | None
    """Height of one piece in centimetres; null where it is not known."""
    license_enabled: bool
    """True if licenses can be issued for it. It matters only for products of the type `license`."""
    max_activations: int | None
    """The maximum number of activations of a license that is issued without one of its own; null: 1."""
    archived: bool
    """True if it is out of use: lists omit it by default, its history stays, and it is not shipped any more."""
    external_source: str | None
    """The partner whose storefront the product is mirrored from; null for the merchant's own."""
    external_ref: str | None
    """The storefront's own id of a mirrored product; null for the merchant's own."""
    created_at: Timestamp
    updated_at: Timestamp
    """When the product itself last changed. Requests that change nothing, or only a variant, leave it."""
    variants: list[Variant]
    """Its variants, archived ones included, at most 1,000."""


class NewProduct(CommandModel):
    """A product to be created; it gets one variant, called Default."""

    name: Name200
    """The product's name."""
    sku: Code | None = None
    """Your own number of the product as a whole; it need not be unique."""
    description: Description | None = None
    """A free text."""
    type: ProductType | None = "physical"
    """The kind of fulfilment of a sale: `physical` a shipment, `digital` a delivery to download, `license` a license
    key. It cannot be changed later.
    """
    weight: Count | None = None
    """The weight of one piece in grams, for variants without a weight of their own."""
    length: Count | None = None
    """Length of one piece in centimetres."""
    width: Count | None = None
    """Width of one piece in centimetres."""
    height: Count | None = None
    """Height of one piece in centimetres."""
    license_enabled: bool | None = None
    """True if licenses can be issued for it. The default is true for the type `license`, else false."""
    max_activations: Positive | None = None
    """The maximum number of activations of a license that is issued without one of its own; the default is 1."""


class NewVariant(CommandModel):
    """A variant to be added to a product. A product has at most 1,000 variants, archived ones included."""

    name: Name160
    """The name that tells it from its siblings, such as a size or a colour."""
    sku: Code | None = None
    """Your own number of the variant. If a sibling has it already, the answer is 409 `SKU_TAKEN`."""
    price_cents: Count | None = None
    """The selling price of one piece in minor units (whole rupiah for IDR)."""
    cost_cents: Count | None = None
    """Your cost of one piece, in minor units. It is stored for your own use, and no calculation uses it."""
    low_stock_threshold: Count | None = None
    """When a level falls below this many pieces in a warehouse, the event `stock.low` is sent. The default is never."""
    weight: Count | None = None
    """The weight of one piece in grams, where it differs from the product's."""
    is_default: bool | None = False
    """True makes it the product's default instead of the present one. If the product has no default, the new variant
    becomes it anyway.
    """


class ProductReply(ApiModel):
    """A product."""

    product: Product
    """The product as it is now, with its variants."""


class ProductList(ApiModel):
    """A page of products."""

    products: list[Product]
    """The products of the page, newest first, with their variants; with `q` and no `sku`, by the words found."""


class VariantReply(ApiModel):
    """A variant."""

    variant: Variant
    """The variant as it is now."""


class ProductQuery(PageQuery):
    """Filter of the list of products: `q` searches names and skus for the beginnings of words, `sku` is exact."""

    archived: Literal["true", "false"] = "false"
    """`true` lists archived products too, `false` only active ones."""
    type: ProductType | None = None
    """Only products of this type."""
    sku: Short | None = None
    """Only products that have exactly this `sku`, or a variant that has it."""
    q: Short | None = None
    """Words to search for. Each must be the beginning of a word in the product's name, in its `sku` or in a variant's.
    Upper and lower case are equal; only the eight longest words count.
    """


class BulkProducts(CommandModel):
    """Products to be created, each as POST /products accepts it."""

    products: Annotated[list[Raw], row_schema("NewProduct", most=200)]
    """1 to 200 products; each row is created or refused by itself."""


class ProductChange(RequestModel):
    """Changes of a product. Omitted fields stay as they are; null clears a field. The type cannot change.

    `archived` false un-archives the product.
    """

    name: Name200 | UnsetType = UNSET
    """The new name; it cannot be cleared."""
    sku: Code | UnsetType | None = UNSET
    """The new number of the product as a whole."""
    description: Description | UnsetType | None = UNSET
    """The new free text."""
    type: ProductType | UnsetType = UNSET
    """Accepted only if it is the present type: a product's type cannot change."""
    weight: Count | UnsetType | None = UNSET
    """The new weight of one piece in grams, for variants without a weight of their own."""
    length: Count | UnsetType | None = UNSET
    """The new length of one piece in centimetres."""
    width: Count | UnsetType | None = UNSET
    """The new width of one piece in centimetres."""
    height: Count | UnsetType | None = UNSET
    """The new height of one piece in centimetres."""
    license_enabled: bool | UnsetType = UNSET
    """True if licenses can be issued from now on. Issued licenses stay as they are."""
    max_activations: Positive | UnsetType | None = UNSET
    """The maximum number of activations of licenses issued from now on without one of their own; null: 1."""
    archived: bool | UnsetType = UNSET
    """False un-archives the product. True is accepted only if it is archived already: archive with `DELETE`."""


class VariantChange(RequestModel):
    """Changes of a variant. Omitted fields stay as they are; null clears a field; `archived` false un-archives it."""

    name: Name160 | UnsetType = UNSET
    """The new name; it cannot be cleared."""
    sku: Code | UnsetType | None = UNSET
    """The new number of the variant. If a sibling has it already, the answer is 409 `SKU_TAKEN`."""
    price_cents: Count | UnsetType | None = UNSET
    """The new selling price of one piece in minor units."""
    cost_cents: Count | UnsetType | None = UNSET
    """Your new cost of one piece, in minor units."""
    low_stock_threshold: Count | UnsetType | None = UNSET
    """When a level falls below this many pieces in a warehouse, the event `stock.low` is sent; null: never."""
    weight: Count | UnsetType | None = UNSET
    """The weight of one piece in grams; null: the product's `weight` counts."""
    is_default: bool | UnsetType = UNSET
    """True makes it the default instead of the present one. False is refused on the default: promote a sibling instead.
    """
    archived: bool | UnsetType = UNSET
    """False un-archives the variant. True is accepted only if it is archived already: archive with `DELETE`."""


def is_license_enabled(body: NewProduct) -> bool:
    """The value of `licenseEnabled`: by default true for license products, else false (decisions, section 5)."""
    return body.type == "license" if body.license_enabled is None else body.license_enabled


def require_not_archiving(row: Row, archived: bool | UnsetType) -> None:
    """Raise Validation if an update would archive a record: only DELETE does. True is accepted if it is archived."""
    if archived is True and not row["archived"]:
        raise Validation("DELETE archives; here archived can only become false.", field="archived")
