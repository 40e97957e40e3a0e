"""Mirrored product: the last state that its storefront sent, and its ids in the catalog."""

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

# A concurrent event about a new product waits here for the first one's commit.
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

# Nodes of 0.3.0 order the variants of a product by `born`, a version key.
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
# Last criterion between events of equal version and time.
_RANKS = {"created": 0, "updated": 1, "archived": 2}
_DIGEST_CHARACTERS = 12

# The state of each field, by name: the version key of the event that set it last, and the value.
Said = dict[str, tuple[str, Any]]
_said_decoder = msgspec.json.Decoder(Said)


def build_version_key(version: int | None, occurred_at: datetime, type: str, event_id: str) -> str:
    """Version key: the order of an event among all of its storefront's events, as a text that sorts in that order.

    The version decides. Events without a version come before all with one, and are ordered by their time. Creation
    comes before a change, and a change before archiving.
    """
    moment = max((occurred_at - _EPOCH) // timedelta(microseconds=1), 0)
    digest = hashlib.sha256(event_id.encode()).hexdigest()[:_DIGEST_CHARACTERS]
    numbered = f"{0 if version is None else 1}{version or 0:016d}"
    return f"{numbered}.{moment:018d}.{_RANKS[type.rpartition('.')[2]]}.{digest}"


class Mirrored(msgspec.Struct, kw_only=True):
    """The last known state of a product or a variant; `id` is null until it is in the catalog.

    Every event states whether its subject is archived, so the version key of that field is the version of the whole.
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
        """The values of the named fields that the storefront sent."""
        return {name: self.said[name][1] for name in names if name in self.said}

    def apply(self, version_key: str, values: Mapping[str, Any]) -> bool:
        """Apply an event's values. Returns false for an event that is not newer than the last one, which is dropped."""
        if version_key <= self.version:
            return False
        self.said |= {name: (version_key, value) for name, value in values.items()}
        self.is_changed = True
        return True


class MirroredProduct(Mirrored, kw_only=True):
    """A mirrored product and its variants.

    `spare_variant_id` is the default variant that the product was created with; the storefront's first variant takes it
    over.
    """

    spare_variant_id: str | None
    variants: dict[str, Mirrored]

    def get_or_add_variant(self, ref: str, field: str) -> Mirrored:
        """The mirrored variant with this reference. Raises Validation where there are too many."""
        if ref not in self.variants:
            if len(self.variants) >= MAX_VARIANTS_PER_PRODUCT:
                raise Validation(f"A product has at most {MAX_VARIANTS_PER_PRODUCT} variants.", field=field)
            self.variants[ref] = Mirrored(ref=ref, said={})
        return self.variants[ref]


async def lock_product(tx: Tx, ref: str) -> MirroredProduct:
    """The mirrored product, locked; an empty one where no event was applied yet."""
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
    """Store the state. The newest `synced_at` is the workspace's last synchronisation."""
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
