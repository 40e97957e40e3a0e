"""The events of the catalog: what their `data` is (specification, Outbound event types; decisions, section 8)."""

from fulfilment.catalog.schemas import Product, Variant


class ProductCreated(Product):
    """A product was created."""

    product_id: str
    """The product's id once more; the same as `id`."""


class ProductUpdated(ProductCreated):
    """Fields of a product changed; `changed` lists them."""

    changed: list[str]
    """The names of the fields that changed, as in the product (`name`, `weight`)."""


class ProductArchived(ProductCreated):
    """A product was archived."""


class VariantCreated(Variant):
    """A variant was added to a product. The one that a product begins with is told of by `product.created`."""

    variant_id: str
    """The variant's id once more; the same as `id`."""


class VariantArchived(VariantCreated):
    """A variant was archived."""


EVENTS = {
    "product.created": ProductCreated,
    "product.updated": ProductUpdated,
    "product.archived": ProductArchived,
    "variant.created": VariantCreated,
    "variant.archived": VariantArchived,
}
