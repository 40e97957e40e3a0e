"""Records of the catalog: request bodies and answers (specification, Product and Variant; decisions, section 11)."""

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


def require_not_archiving(row: Row, archived: bool | UnsetType) -> None:
    """True says nothing new of what is archived already, and archives nothing else. Raises Validation."""
    if archived is True and not row["archived"]:
        raise Validation("DELETE archives; here archived can only become false.", field="archived")


ProductType = Literal["physical", "digital", "license"]
Description = Annotated[str, Meta(max_length=10_000)]


class Variant(ApiModel):
    """What stock is counted by."""

    id: str
    """The variant's id (`var_…`); stock is counted by it."""
    product_id: str
    """The product that it belongs to (`prod_…`)."""
    name: str
    """What tells it from its siblings, such as a size or a colour; the one that a product begins with is `Default`."""
    sku: str | None
    """The merchant's own number of the variant, unique among its
    siblings but not in the workspace; null where it has none.
    """
    price_cents: int | None
    """The selling price of one piece in minor units (whole rupiah for IDR); null where it is not said."""
    cost_cents: int | None
    """What one piece costs the merchant, in minor units, for the merchant's own use; null where it is not said."""
    low_stock_threshold: int | None
    """A level of the variant that falls below this many pieces raises
    the event `stock.low`, in each warehouse by itself; null: never.
    """
    weight: int | None
    """Grams of one piece, where it differs from the product's; null: the product's `weight` counts."""
    is_default: bool
    """Whether it is meant where only the product is named. Exactly
    one active variant of a product is; none where all are archived.
    """
    archived: bool
    """Whether it is out of use: it keeps its stock and its history, and no new shipment can take it."""


class Product(ApiModel):
    """Something a merchant sells: shipped, downloaded or licensed, by its type."""

    id: str
    """The product's id (`prod_…`)."""
    account_id: str
    name: str
    """What people call it, as in lists and on parcels."""
    sku: str | None
    """The merchant's own number of the product as a whole; not required to be unique; null where it has none."""
    description: str | None
    """Text for people, of any kind; null where there is none."""
    type: ProductType
    """What a sale of it leads to: `physical` a shipment, `digital` a delivery to download, `license` a license key. It
    never changes, but for a mirrored product whose storefront says it later.
    """
    weight: int | None
    """Grams of one piece, for variants that say none of their own; null where it is not known."""
    length: int | None
    """Length of one piece in centimetres; null where it is not known."""
    width: int | None
    """Width of one piece in centimetres; null where it is not known."""
    height: int | None
    """Height of one piece in centimetres; null where it is not known."""
    license_enabled: bool
    """Whether licenses can be issued for it; it matters for products of the type `license` alone."""
    max_activations: int | None
    """How many instances a license of it may run on, where the license is issued without a cap of its own; null: 1."""
    archived: bool
    """Whether it is out of use: lists leave it out unless asked, its history stays, and it is not shipped any more."""
    external_source: str | None
    """The partner whose storefront the product is mirrored from; null for the merchant's own."""
    external_ref: str | None
    """The storefront's own id of a mirrored product; null for the merchant's own."""
    created_at: Timestamp
    updated_at: Timestamp
    """When the product itself last changed. A change of nothing leaves it, and so does a change of a variant."""
    variants: list[Variant]
    """Its variants, archived ones included, at most 1,000."""


class NewProduct(CommandModel):
    """A product to be created; one variant, called Default, comes with it."""

    name: Name200
    """What people call it."""
    sku: Code | None = None
    """Your own number of the product as a whole; it need not be unique."""
    description: Description | None = None
    """Text for people, of any kind."""
    type: ProductType | None = "physical"
    """What a sale of it leads to: `physical` a shipment, `digital` a delivery
    to download, `license` a license key. It cannot be changed later.
    """
    weight: Count | None = None
    """Grams of one piece, for variants that say none of their own."""
    length: Count | None = None
    """Length of one piece in centimetres."""
    width: Count | None = None
    """Width of one piece in centimetres."""
    height: Count | None = None
    """Height of one piece in centimetres."""
    license_enabled: bool | None = None
    """Whether licenses can be issued for it; left out, it is true for the type `license`, else false."""
    max_activations: Positive | None = None
    """How many instances a license of it may run on, where the license is issued without a cap of its own; left out: 1.
    """


class NewVariant(CommandModel):
    """A variant to be added to a product, which has at most 1,000, archived ones counted."""

    name: Name160
    """What tells it from its siblings, such as a size or a colour."""
    sku: Code | None = None
    """Your own number of the variant; a sibling that has it already is refused with 409 `SKU_TAKEN`."""
    price_cents: Count | None = None
    """The selling price of one piece in minor units (whole rupiah for IDR)."""
    cost_cents: Count | None = None
    """What one piece costs you, in minor units; kept for you, nothing is reckoned with it."""
    low_stock_threshold: Count | None = None
    """Pieces in one warehouse; a level that falls below raises the event `stock.low`. Left out: never."""
    weight: Count | None = None
    """Grams of one piece, where it differs from the product's."""
    is_default: bool | None = False
    """True makes it the product's default in place of the present one.
    Where the product has none, the new variant becomes it anyway.
    """


class ProductReply(ApiModel):
    """One product."""

    product: Product
    """The product as it is now, with its variants."""


class ProductList(ApiModel):
    """A page of products."""

    products: list[Product]
    """Newest first, each with its variants; with `q` and no `sku`, in the order of the words that were found."""


class VariantReply(ApiModel):
    """One variant."""

    variant: Variant
    """The variant as it is now."""


class ProductQuery(PageQuery):
    """`q` finds words by their beginnings, in names and skus; `sku` is exact, of a product or a variant."""

    archived: Literal["true", "false"] = "false"
    """`true` lists archived products too, `false` only those in use."""
    type: ProductType | None = None
    """Only products of this type."""
    sku: Short | None = None
    """Only products that have exactly this `sku`, or a variant that has it."""
    q: Short | None = None
    """Words, of which each must begin a word of the product's name, of
    its `sku` or of a variant's, in either case; the eight longest count.
    """


class BulkProducts(CommandModel):
    """`products` as POST /products takes them."""

    products: Annotated[list[Raw], row_schema("NewProduct", most=200)]
    """1 to 200 products; each row is created or refused by itself."""


class ProductChange(RequestModel):
    """What is left out stays as it is; null clears. The type cannot change; `archived` false un-archives."""

    name: Name200 | UnsetType = UNSET
    """The new name; it cannot be cleared."""
    sku: Code | UnsetType | None = UNSET
    """The new number of the product as a whole."""
    description: Description | UnsetType | None = UNSET
    """The new text for people."""
    type: ProductType | UnsetType = UNSET
    """Taken only where it is the present type: a product's type cannot change."""
    weight: Count | UnsetType | None = UNSET
    """Grams of one piece, for variants without a weight of their own."""
    length: Count | UnsetType | None = UNSET
    """The new length of one piece in centimetres."""
    width: Count | UnsetType | None = UNSET
    """The new width of one piece in centimetres."""
    height: Count | UnsetType | None = UNSET
    """The new height of one piece in centimetres."""
    license_enabled: bool | UnsetType = UNSET
    """Whether licenses can be issued from now on; those that are issued stay as they are."""
    max_activations: Positive | UnsetType | None = UNSET
    """The cap of licenses that are issued from now on without one of their own; null: 1."""
    archived: bool | UnsetType = UNSET
    """False brings an archived product back. True is taken only where it is archived already: archive with `DELETE`."""


class VariantChange(RequestModel):
    """What is left out stays as it is; null clears; `archived` false un-archives."""

    name: Name160 | UnsetType = UNSET
    """The new name; it cannot be cleared."""
    sku: Code | UnsetType | None = UNSET
    """The new number of the variant; a sibling that has it already is refused with 409 `SKU_TAKEN`."""
    price_cents: Count | UnsetType | None = UNSET
    """The new selling price of one piece in minor units."""
    cost_cents: Count | UnsetType | None = UNSET
    """What one piece costs you from now on, in minor units."""
    low_stock_threshold: Count | UnsetType | None = UNSET
    """Pieces in one warehouse, below which a level raises the event `stock.low`; null: never."""
    weight: Count | UnsetType | None = UNSET
    """Grams of one piece; null: the product's `weight` counts."""
    is_default: bool | UnsetType = UNSET
    """True makes it the default in place of the present one.
    False is refused on the default: promote a sibling instead.
    """
    archived: bool | UnsetType = UNSET
    """False brings an archived variant back. True is taken only where it is archived already: archive with `DELETE`."""


def is_license_enabled(body: NewProduct) -> bool:
    """On by default for license products, else off (decisions, section 5)."""
    return body.type == "license" if body.license_enabled is None else body.license_enabled
