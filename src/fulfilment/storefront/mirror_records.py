"""What a storefront says of its products and variants: the `data` of their events (docs/storefront.md).

A field that is left out stays as it is, and null clears it; of a name, a type and a switch, null says nothing.
"""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from fulfilment.catalog.records import Description, ProductType
from fulfilment.catalog.variants import MOST_PER_PRODUCT
from fulfilment.fields import Body, Code, Count, Name160, Name200, Positive

PRODUCT_FIELDS = (
    "name",
    "sku",
    "description",
    "type",
    "weight",
    "length",
    "width",
    "height",
    "license_enabled",
    "max_activations",
)
VARIANT_FIELDS = ("name", "sku", "price_cents", "cost_cents", "low_stock_threshold", "weight", "is_default")
_NEVER_NULL = {"name", "type", "license_enabled", "is_default"}


class VariantSaid(Body):
    """A variant within its product's event."""

    ref: Code
    name: Name160 | UnsetType | None = UNSET
    sku: Code | UnsetType | None = UNSET
    price_cents: Count | UnsetType | None = UNSET
    cost_cents: Count | UnsetType | None = UNSET
    low_stock_threshold: Count | UnsetType | None = UNSET
    weight: Count | UnsetType | None = UNSET
    is_default: bool | UnsetType | None = UNSET


class NamedVariantSaid(VariantSaid, kw_only=True):
    """One that is told of for the first time, as far as its event can know."""

    name: Name160


class VariantTold(VariantSaid, kw_only=True):
    """The data of `variant.updated` and `variant.archived`."""

    product_ref: Code
    version: Count | None = None


class VariantCreated(VariantTold, kw_only=True):
    """The data of `variant.created`."""

    name: Name160


class ProductTold(Body, kw_only=True):
    """The data of `product.updated` and `product.archived`."""

    ref: Code
    name: Name200 | UnsetType | None = UNSET
    sku: Code | UnsetType | None = UNSET
    description: Description | UnsetType | None = UNSET
    type: ProductType | UnsetType | None = UNSET
    weight: Count | UnsetType | None = UNSET
    length: Count | UnsetType | None = UNSET
    width: Count | UnsetType | None = UNSET
    height: Count | UnsetType | None = UNSET
    license_enabled: bool | UnsetType | None = UNSET
    max_activations: Positive | UnsetType | None = UNSET
    variants: Annotated[list[NamedVariantSaid], Meta(max_length=MOST_PER_PRODUCT)] | None = None
    version: Count | None = None


class ProductCreated(ProductTold, kw_only=True):
    """The data of `product.created`."""

    name: Name200


def said(record: Struct, fields: tuple[str, ...]) -> dict[str, Any]:
    """The fields that the record says something of."""
    given = structs.asdict(record)
    return {
        name: given[name]
        for name in fields
        if given[name] is not UNSET and not (given[name] is None and name in _NEVER_NULL)
    }
