"""SQL of drafts: one statement that reads everything they refer to."""

from collections.abc import Collection, Iterable

import msgspec

from fulfilment.infra.database.statements import json_object, sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.shipments.queries import ShipmentRecord
from fulfilment.shipments.schemas import NewShipment
from fulfilment.shipping.schemas import Origin

# Each is a look-up of its own, since a join could be planned over all rows of the workspace.
LOAD_CONTEXT = sql(
    "drafts.load_context",
    """
    WITH variant AS MATERIALIZED (
        SELECT v.id, v.product_id, coalesce(v.sku, p.sku) AS sku, v.archived OR p.archived AS archived, p.type
          FROM unnest(:variant_ids::text[]) AS named (id)
         CROSS JOIN LATERAL (SELECT columns(variants) FROM variants WHERE account_id = $1 AND id = named.id LIMIT 1) v
         CROSS JOIN LATERAL (SELECT columns(products) FROM products
                              WHERE account_id = $1 AND id = v.product_id LIMIT 1) p
    ), product AS MATERIALIZED (
        SELECT v.id, p.id AS product_id, coalesce(v.sku, p.sku) AS sku, p.archived, p.type
          FROM unnest(:product_ids::text[]) AS named (id)
         CROSS JOIN LATERAL (SELECT columns(products) FROM products WHERE account_id = $1 AND id = named.id LIMIT 1) p
          LEFT JOIN LATERAL (SELECT id, sku FROM variants
                              WHERE account_id = $1 AND product_id = p.id AND is_default AND NOT archived LIMIT 1) v
            ON true
    )
    SELECT json_build_object(
        'origin', (SELECT {origin} FROM aggregator_configs c WHERE c.account_id = $1 AND c.address IS NOT NULL),
        'variants', (SELECT json_agg(variant) FROM variant),
        'products', (SELECT json_agg(product) FROM product),
        'warehouses', ARRAY(SELECT named.id FROM unnest(:warehouse_ids::text[]) AS named (id)
                             WHERE EXISTS (SELECT FROM warehouses w WHERE w.account_id = $1 AND w.id = named.id))
    ) AS context
    """,
    origin=json_object(Origin, "c"),
)


class ResolvedVariant(msgspec.Struct, frozen=True):
    """The variant of an item, which names a variant, or a product and so its active default variant.

    `id` is None for a product without one. `sku` is the variant's, else the product's.
    """

    id: str | None
    product_id: str
    sku: str | None
    archived: bool
    type: str


class DraftContext(msgspec.Struct, frozen=True):
    """The existing resources that drafts refer to."""

    origin: Origin | None
    variants: list[ResolvedVariant] | None
    products: list[ResolvedVariant] | None
    warehouses: list[str]

    @property
    def variants_by_id(self) -> dict[str | None, ResolvedVariant]:
        return {one.id: one for one in self.variants or ()}

    @property
    def variants_by_product(self) -> dict[str, ResolvedVariant]:
        return {one.product_id: one for one in self.products or ()}


class NewDraft(ShipmentRecord, frozen=True, kw_only=True):
    """A draft to be stored; `lines` are the variant of each item, if it has one, and its quantity."""

    lines: list[tuple[str | None, int]]
    warehouse_id: str | None


_context_decoder = msgspec.json.Decoder(DraftContext)


async def load_context(tx: Tx, drafts: Collection[NewShipment]) -> DraftContext:
    """Load the resources that these drafts refer to."""
    items = [item for body in drafts for item in body.items]
    arguments = LOAD_CONTEXT.bind(
        variant_ids=_sorted_ids(item.variant_id for item in items),
        product_ids=_sorted_ids({item.product_id for item in items} | {body.product_id for body in drafts}),
        warehouse_ids=_sorted_ids(item.warehouse_id for item in items),
    )
    return _context_decoder.decode((await tx.fetch_one(LOAD_CONTEXT, *arguments))["context"])


def _sorted_ids(ids: Iterable[str | None]) -> list[str]:
    return sorted({id for id in ids if id is not None})
