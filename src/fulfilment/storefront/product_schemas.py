"""Records of product and variant events: the `data` of each type (docs/storefront.md).

A field that is left out stays as it is, and null clears it. A null name, type or flag is ignored.
"""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from fulfilment.catalog.schemas import Description, ProductType
from fulfilment.catalog.variants import MAX_VARIANTS_PER_PRODUCT
from fulfilment.infra.models import Code, Count, Name160, Name200, Positive, RequestModel

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


class VariantFields(RequestModel):
    """The fields of a variant besides its name."""

    ref: Code
    sku: Code | UnsetType | None = UNSET
    price_cents: Count | UnsetType | None = UNSET
    cost_cents: Count | UnsetType | None = UNSET
    low_stock_threshold: Count | UnsetType | None = UNSET
    weight: Count | UnsetType | None = UNSET
    is_default: bool | UnsetType | None = UNSET


class VariantSaid(VariantFields, kw_only=True):
    """A variant whose name may be known already."""

    name: Name160 | UnsetType | None = UNSET


class NamedVariantFields(VariantFields, kw_only=True):
    """A variant with its name, as a product's event lists it or `variant.created` sends it."""

    name: Name160


class VariantEventData(VariantSaid, kw_only=True):
    """The data of `variant.updated` and `variant.archived`."""

    product_ref: Code
    version: Count | None = None


class VariantCreatedData(NamedVariantFields, kw_only=True):
    """The data of `variant.created`."""

    product_ref: Code
    version: Count | None = None


class ProductFields(RequestModel, kw_only=True):
    """The fields of a product besides its name."""

    ref: Code
    sku: Code | UnsetType | None = UNSET
    description: Description | UnsetType | None = UNSET
    type: ProductType | UnsetType | None = UNSET
    weight: Count | UnsetType | None = UNSET
    length: Count | UnsetType | None = UNSET
    width: Count | UnsetType | None = UNSET
    height: Count | UnsetType | None = UNSET
    license_enabled: bool | UnsetType | None = UNSET
    max_activations: Positive | UnsetType | None = UNSET
    variants: Annotated[list[NamedVariantFields], Meta(max_length=MAX_VARIANTS_PER_PRODUCT)] | None = None
    version: Count | None = None


class ProductEventData(ProductFields, kw_only=True):
    """The data of `product.updated` and `product.archived`."""

    name: Name200 | UnsetType | None = UNSET


class ProductCreatedData(ProductFields, kw_only=True):
    """The data of `product.created`."""

    name: Name200


def get_provided_values(record: Struct, fields: tuple[str, ...]) -> dict[str, Any]:
    """The values of the named fields that the event provides."""
    values = structs.asdict(record)
    return {
        name: values[name]
        for name in fields
        if values[name] is not UNSET and not (values[name] is None and name in _NEVER_NULL)
    }
