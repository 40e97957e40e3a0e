"""Events of the catalog: the models of their `data` (specification, Outbound event types; decisions, section 8)."""

from fulfilment.catalog.schemas import Product, Variant


class ProductCreated(Product):
    """A product was created."""

    product_id: str
    """The product's id; the same as `id`."""


class ProductUpdated(ProductCreated):
    """Fields of a product changed; `changed` lists them."""

    changed: list[str]
    """The changed fields, by their names in the product (`name`, `weight`)."""


class ProductArchived(ProductCreated):
    """A product was archived."""


class VariantCreated(Variant):
    """A variant was added to a product. A product's first variant has no event of its own: see `product.created`."""

    variant_id: str
    """The variant's id; the same as `id`."""


class VariantArchived(VariantCreated):
    """A variant was archived."""


EVENTS = {
    "product.created": ProductCreated,
    "product.updated": ProductUpdated,
    "product.archived": ProductArchived,
    "variant.created": VariantCreated,
    "variant.archived": VariantArchived,
}
