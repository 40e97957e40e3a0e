"""What is known of one mirrored product: what its storefront said of it and of its variants, and what they are here."""

from typing import Any

import msgspec

from fulfilment.catalog.variants import MAX_VARIANTS_PER_PRODUCT
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.storefront.field_merge import MergedFields

# Whoever comes second waits for the first, who may have told of the product first.
INSERT_PRODUCT = sql(
    "storefront.insert_product",
    "INSERT INTO mirrored_products (account_id, ref) VALUES ($1, $2) ON CONFLICT DO NOTHING",
)

LOCK_PRODUCT = sql(
    "storefront.lock_product",
    """
    SELECT ref, product_id, spare_variant_id, said FROM mirrored_products
     WHERE account_id = $1 AND ref = $2 FOR NO KEY UPDATE
    """,
)

FIND_VARIANTS = sql(
    "storefront.find_variants",
    """
    SELECT ref, variant_id, born, said FROM mirrored_variants
     WHERE account_id = $1 AND product_ref = $2 ORDER BY ref
    """,
)

STORE_PRODUCT = sql(
    "storefront.store_product",
    """
    UPDATE mirrored_products SET product_id = $3, spare_variant_id = $4, said = $5, synced_at = clock_timestamp()
     WHERE account_id = $1 AND ref = $2
    """,
)

STORE_VARIANTS = sql(
    "storefront.store_variants",
    """
    INSERT INTO mirrored_variants AS m (account_id, product_ref, ref, variant_id, born, said)
    SELECT $1, $2, told.ref, told.variant_id, told.born, told.said::json
      FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS told (ref, variant_id, born, said)
    ON CONFLICT (account_id, product_ref, ref) DO UPDATE
       SET variant_id = excluded.variant_id, born = excluded.born, said = excluded.said
    """,
)

_said = msgspec.json.Decoder(dict[str, tuple[str, Any]])


class MirroredVariant(msgspec.Struct):
    """`variant_id` is null until it has a name and its product is there; `first_seen` is its earliest event's position.

    What is changed is not `is_stored` any more.
    """

    ref: str
    first_seen: str
    variant_id: str | None = None
    merged_fields: MergedFields = {}
    is_stored: bool = False


class MirroredProduct(msgspec.Struct):
    """`product_id` is null until it has a name; `spare_variant_id` is the variant that it began with, which is to
    become the first of the storefront's.
    """

    ref: str
    product_id: str | None
    spare_variant_id: str | None
    merged_fields: MergedFields
    variants: dict[str, MirroredVariant]

    def get_or_add_variant(self, ref: str, version_key: str, field: str) -> MirroredVariant:
        """The variant of this name, which is told of at this position. Raises Validation where there are too many."""
        found = self.variants.get(ref)
        if found is None:
            if len(self.variants) >= MAX_VARIANTS_PER_PRODUCT:
                raise Validation(f"A product has at most {MAX_VARIANTS_PER_PRODUCT} variants.", field=field)
            found = self.variants[ref] = MirroredVariant(ref, version_key, merged_fields={})
        return found


async def lock_product(tx: Tx, ref: str) -> MirroredProduct:
    """What is known of the product, for nobody else to change meanwhile; nothing, where it was never told of."""
    await tx.fetch_optional(INSERT_PRODUCT, ref)
    row = await tx.fetch_one(LOCK_PRODUCT, ref)
    variants = [
        MirroredVariant(each["ref"], each["born"], each["variant_id"], _said.decode(each["said"]), is_stored=True)
        for each in await tx.fetch_all(FIND_VARIANTS, ref)
    ]
    by_ref = {variant.ref: variant for variant in variants}
    return MirroredProduct(ref, row["product_id"], row["spare_variant_id"], _said.decode(row["said"]), by_ref)


async def store_product(tx: Tx, product: MirroredProduct) -> None:
    """Keep it, with when it was: the newest of these moments is the workspace's last synchronisation."""
    said = msgspec.json.encode(product.merged_fields).decode()
    await tx.fetch_optional(STORE_PRODUCT, product.ref, product.product_id, product.spare_variant_id, said)
    variants = [variant for variant in product.variants.values() if not variant.is_stored]
    await tx.fetch_all(
        STORE_VARIANTS,
        product.ref,
        [each.ref for each in variants],
        [each.variant_id for each in variants],
        [each.first_seen for each in variants],
        [msgspec.json.encode(each.merged_fields).decode() for each in variants],
    )
