"""What goes over the wire about variants as they are chosen: by name or sku, with what is free of them."""

from typing import Annotated

from msgspec import Meta

from fulfilment.catalog.schemas import ProductType
from fulfilment.infra.models import ApiModel, Code, Query, Short

# How many a person chooses among, and how many a page shows that has their ids.
MAX_FOUND = 20
MAX_IDS = 100
# How many skus are asked for at once, as many as a form of a parcel has lines, and how much is shown of each.
MAX_SKUS = 20
MAX_PER_SKU = 20


class VariantSearchResult(ApiModel):
    """A variant with what a person needs to choose it: its names, its weight, its price and how much is free."""

    id: str
    """The variant's id (`var_…`)."""
    product_id: str
    """The product that it belongs to (`prod_…`)."""
    product_name: str
    """What people call the product."""
    name: str
    """What tells the variant from its siblings; the one that a product begins with is `Default`."""
    sku: str | None
    """The merchant's own number of the variant, or else of its product; null where neither has one."""
    type: ProductType
    """What a sale of it leads to: `physical` a shipment, `digital` a delivery to download, `license` a license key."""
    price_cents: int | None
    """The selling price of one piece in minor units; null where it is not said."""
    weight: int | None
    """Grams of one piece, the variant's own or else the product's; null where neither is known."""
    length: int | None
    """Length of one piece in centimetres, as the product says it; null where it is not known."""
    width: int | None
    """Width of one piece in centimetres, as the product says it; null where it is not known."""
    height: int | None
    """Height of one piece in centimetres, as the product says it; null where it is not known."""
    is_default: bool
    """Whether it is meant where only the product is named."""
    archived: bool
    """Whether the variant or its product is out of use. Only variants that were asked for by their ids may be."""
    on_hand: int | None
    """Pieces on the shelves of all warehouses that are in use; null where no stock of it was ever counted."""
    available: int | None
    """Those of them that are not reserved: what new shipments can take, each from one warehouse; null as `onHand`."""


class VariantSearchResults(ApiModel):
    """Variants to choose from."""

    variants: list[VariantSearchResult]
    """With `q` at most 20: the variant whose sku it is first, then the products in the order of the words found, of
    each the default first; with `ids` in their order, without those that are not there; with `sku` in the order of the
    skus, of each at most 20, of the newest product first. None where none of the three is given.
    """


class VariantSearchQuery(Query):
    """One of `q`, `ids` and `sku`; without any nothing is looked for."""

    q: Short | None = None
    """Words, of which each must begin a word of the product's name, of its `sku` or of a variant's, in either case; or
    a whole sku, which then finds nothing else.
    """
    ids: Annotated[str, Meta(max_length=6_000, pattern="^[A-Za-z0-9_,]*$")] | None = None
    """1 to 100 ids of variants, with commas between."""
    sku: Annotated[list[Code], Meta(min_length=1, max_length=MAX_SKUS)] | None = None
    """A whole sku, to the letter; repeated, up to 20 of them. What is in use and has one of them, or else its product
    has it, is found, in the 20 newest products.
    """
    type: ProductType | None = None
    """Only variants of products of this type; it goes with `q` and `sku`."""
