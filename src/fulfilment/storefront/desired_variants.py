"""What the variants of one mirrored product are to be, all of them together.

No two may have one sku, and one of those that are not archived is the default, whatever order they were told of in.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fulfilment.storefront.field_merge import get_values, is_archived
from fulfilment.storefront.mirrored_product import MirroredVariant

_FIELDS = ("name", "sku", "price_cents", "cost_cents", "low_stock_threshold", "weight")


class DesiredVariant(msgspec.Struct):
    """What one variant is to be; what its storefront never said is not among the `values`."""

    variant: MirroredVariant
    values: dict[str, Any]
    is_archived: bool
    is_default: bool

    @property
    def variant_id(self) -> str:
        """Of the variant that it is in the catalog, which is settled before anything is brought."""
        assert self.variant.variant_id is not None
        return self.variant.variant_id


def build_desired_variants(variants: Sequence[MirroredVariant]) -> list[DesiredVariant]:
    """What those that have a name are to be, the default first and then the earliest."""
    named = [variant for variant in variants if "name" in variant.merged_fields]
    default = _find_default([one for one in named if not is_archived(one.merged_fields)])
    owners = _find_sku_owners(named)
    found = [
        DesiredVariant(one, _build_values(one, owners), is_archived(one.merged_fields), is_default=one is default)
        for one in sorted(named, key=lambda one: (one.first_seen, one.ref))
    ]
    return sorted(found, key=lambda desired: not desired.is_default)


def _build_values(variant: MirroredVariant, owners: Mapping[str, str]) -> dict[str, Any]:
    values = get_values(variant.merged_fields, *_FIELDS)
    sku = values.get("sku")
    # It has it as soon as the other one is said to have another.
    return values if sku is None or owners[sku] == variant.ref else values | {"sku": None}


def _find_sku_owners(variants: Sequence[MirroredVariant]) -> dict[str, str]:
    """Which variant has each sku: of several, one that is not archived, and was given it last."""
    claims = [
        (one.merged_fields["sku"][1], not is_archived(one.merged_fields), one.merged_fields["sku"][0], one.ref)
        for one in variants
        if "sku" in one.merged_fields and one.merged_fields["sku"][1] is not None
    ]
    return {sku: ref for sku, _, _, ref in sorted(claims)}


def _find_default(active: Sequence[MirroredVariant]) -> MirroredVariant | None:
    """The one that was made the default last; where none was, the earliest of those that are not said to be none."""
    said = {one.ref: one.merged_fields.get("is_default", ("", None)) for one in active}
    claiming = [one for one in active if said[one.ref][1]]
    if claiming:
        return max(claiming, key=lambda one: (said[one.ref][0], one.ref))
    return min(active, key=lambda one: (said[one.ref][1] is False, one.first_seen, one.ref), default=None)
