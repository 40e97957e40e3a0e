"""Which products and variants a storefront's own references are those of, as far as they are mirrored."""

from collections.abc import Collection

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read

PRODUCTS = sql(
    "storefront_references.products",
    """
    SELECT ref, product_id FROM mirrored_products
     WHERE account_id = $1 AND ref = ANY ($2::text[]) AND product_id IS NOT NULL
    """,
)

# A reference is one of its product's, and may be used again in another one's: two are enough to know that.
VARIANTS = sql(
    "storefront_references.variants",
    """
    SELECT said.ref, said.product_ref, found.variant_id
      FROM unnest($2::text[], $3::text[]) AS said (ref, product_ref)
     CROSS JOIN LATERAL (
        (SELECT variant_id FROM mirrored_variants m
          WHERE said.product_ref IS NOT NULL AND m.account_id = $1 AND m.product_ref = said.product_ref
            AND m.ref = said.ref AND m.variant_id IS NOT NULL)
         UNION ALL
        (SELECT variant_id FROM mirrored_variants m
          WHERE said.product_ref IS NULL AND m.account_id = $1 AND m.ref = said.ref AND m.variant_id IS NOT NULL
          ORDER BY m.product_ref LIMIT 2)
     ) found
    """,
)

# A variant's reference, with its product's where that is said.
VariantReference = tuple[str, str | None]


async def find_products(read: Read, refs: Collection[str]) -> dict[str | None, str]:
    """Our ids of the products, by reference; those that are unknown are missing."""
    return {row["ref"]: row["product_id"] for row in await read.fetch_all(PRODUCTS, sorted(refs))} if refs else {}


async def find_variants(read: Read, references: Collection[VariantReference]) -> dict[VariantReference, list[str]]:
    """Our ids of the variants, two where several have the name; those that are unknown are missing."""
    found: dict[VariantReference, list[str]] = {}
    if references:
        refs, product_refs = zip(*references, strict=True)
        for row in await read.fetch_all(VARIANTS, refs, product_refs):
            found.setdefault((row["ref"], row["product_ref"]), []).append(row["variant_id"])
    return found
