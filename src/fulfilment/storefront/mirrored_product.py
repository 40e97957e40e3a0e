"""One mirrored product: what its storefront said last of it and of its variants, and what they are in the catalog."""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from fulfilment.catalog.variants import MAX_VARIANTS_PER_PRODUCT
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import Value

# Whoever comes second waits for the first, who may have told of the product first.
INSERT_PRODUCT = sql(
    "storefront.insert_product",
    "INSERT INTO mirrored_products (account_id, ref) VALUES ($1, $2) ON CONFLICT DO NOTHING",
)

LOCK_PRODUCT = sql(
    "storefront.lock_product",
    """
    SELECT product_id, spare_variant_id, said FROM mirrored_products
     WHERE account_id = $1 AND ref = $2 FOR NO KEY UPDATE
    """,
)

FIND_VARIANTS = sql(
    "storefront.find_variants",
    "SELECT ref, variant_id, said FROM mirrored_variants WHERE account_id = $1 AND product_ref = $2 ORDER BY ref",
)

STORE_PRODUCT = sql(
    "storefront.store_product",
    """
    UPDATE mirrored_products SET product_id = $3, spare_variant_id = $4, said = $5, synced_at = clock_timestamp()
     WHERE account_id = $1 AND ref = $2
    """,
)

# Nodes of 0.3.0 take the position that a variant was `born` at for its place among its siblings.
STORE_VARIANTS = sql(
    "storefront.store_variants",
    """
    INSERT INTO mirrored_variants AS m (account_id, product_ref, ref, variant_id, born, said)
    SELECT $1, $2, told.ref, told.variant_id, told.position, told.said::json
      FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS told (ref, variant_id, position, said)
    ON CONFLICT (account_id, product_ref, ref) DO UPDATE SET variant_id = excluded.variant_id, said = excluded.said
    """,
)

ARCHIVED = "archived"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# Of events with one version and one moment, and nothing else to tell them apart by.
_RANKS = {"created": 0, "updated": 1, "archived": 2}
_DIGEST_CHARACTERS = 12

# A field's name, with the position of the event that said it last, and what that said.
Said = dict[str, tuple[str, Any]]
_said_decoder = msgspec.json.Decoder(Said)


def build_version_key(version: int | None, occurred_at: datetime, type: str, event_id: str) -> str:
    """Where an event stands among all of its storefront's, as a text that sorts so.

    The version decides, and the moment among events without one, which come before all that have one; then creation
    comes before a change, and that before archiving.
    """
    moment = max((occurred_at - _EPOCH) // timedelta(microseconds=1), 0)
    digest = hashlib.sha256(event_id.encode()).hexdigest()[:_DIGEST_CHARACTERS]
    numbered = f"{0 if version is None else 1}{version or 0:016d}"
    return f"{numbered}.{moment:018d}.{_RANKS[type.rpartition('.')[2]]}.{digest}"


class Mirrored(msgspec.Struct, kw_only=True):
    """The last known state of a product or a variant; `id` is null until the catalog has it.

    Every event says whether its subject is archived, so the position of that is the version of the whole.
    """

    ref: str
    id: str | None = None
    said: Said = {}
    is_changed: bool = False

    @property
    def version(self) -> str:
        return self.said[ARCHIVED][0] if ARCHIVED in self.said else ""

    @property
    def is_named(self) -> bool:
        return "name" in self.said

    @property
    def is_archived(self) -> bool:
        return bool(self.get(ARCHIVED))

    def get(self, name: str) -> Value:
        """The value of a field; None where the storefront sent none."""
        return self.said[name][1] if name in self.said else None

    def get_values(self, names: tuple[str, ...]) -> dict[str, Any]:
        """The values of those fields that the storefront sent."""
        return {name: self.said[name][1] for name in names if name in self.said}

    def apply(self, version_key: str, values: Mapping[str, Any]) -> bool:
        """Take in an event at this position. An event that is older than the last one is dropped: answers false."""
        if version_key <= self.version:
            return False
        self.said |= {name: (version_key, value) for name, value in values.items()}
        self.is_changed = True
        return True


class MirroredProduct(Mirrored, kw_only=True):
    """`spare_variant_id` is the variant that it began with, which is to become the first of the storefront's."""

    spare_variant_id: str | None
    variants: dict[str, Mirrored]

    def get_or_add_variant(self, ref: str, field: str) -> Mirrored:
        """The variant of this name. Raises Validation where there are too many."""
        if ref not in self.variants:
            if len(self.variants) >= MAX_VARIANTS_PER_PRODUCT:
                raise Validation(f"A product has at most {MAX_VARIANTS_PER_PRODUCT} variants.", field=field)
            self.variants[ref] = Mirrored(ref=ref, said={})
        return self.variants[ref]


async def lock_product(tx: Tx, ref: str) -> MirroredProduct:
    """What is known of the product, for nobody else to change meanwhile; nothing, where it was never told of."""
    await tx.fetch_optional(INSERT_PRODUCT, ref)
    row = await tx.fetch_one(LOCK_PRODUCT, ref)
    variants = {
        one["ref"]: Mirrored(ref=one["ref"], id=one["variant_id"], said=_said_decoder.decode(one["said"]))
        for one in await tx.fetch_all(FIND_VARIANTS, ref)
    }
    return MirroredProduct(
        ref=ref,
        id=row["product_id"],
        said=_said_decoder.decode(row["said"]),
        spare_variant_id=row["spare_variant_id"],
        variants=variants,
    )


async def store_product(tx: Tx, product: MirroredProduct) -> None:
    """Keep it, with when it was: the newest of these moments is the workspace's last synchronisation."""
    said = msgspec.json.encode(product.said).decode()
    await tx.fetch_optional(STORE_PRODUCT, product.ref, product.id, product.spare_variant_id, said)
    changed = [variant for variant in product.variants.values() if variant.is_changed]
    await tx.fetch_all(
        STORE_VARIANTS,
        product.ref,
        [one.ref for one in changed],
        [one.id for one in changed],
        [one.version for one in changed],
        [msgspec.json.encode(one.said).decode() for one in changed],
    )
