"""What the variants of one mirrored product are to be, all of them together.

No two may have one sku, and one of those that are not archived is the default, whatever order they were told of in.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fulfilment.storefront.mirrored import MirroredVariant
from fulfilment.storefront.registers import is_archived, values_of

_FIELDS = ("name", "sku", "price_cents", "cost_cents", "low_stock_threshold", "weight")


class Wish(msgspec.Struct):
    """What one variant is to be; what its storefront never said is not among the `values`."""

    variant: MirroredVariant
    values: dict[str, Any]
    is_archived: bool
    is_default: bool


def of(variants: Sequence[MirroredVariant]) -> list[Wish]:
    """What those that have a name are to be, the default first and then the earliest."""
    named = [variant for variant in variants if "name" in variant.said]
    default = _default([one for one in named if not is_archived(one.said)])
    owners = _owners_of_skus(named)
    found = [
        Wish(one, _values(one, owners), is_archived(one.said), is_default=one is default)
        for one in sorted(named, key=lambda one: (one.born, one.ref))
    ]
    return sorted(found, key=lambda wish: not wish.is_default)


def _values(variant: MirroredVariant, owners: Mapping[str, str]) -> dict[str, Any]:
    values = values_of(variant.said, *_FIELDS)
    sku = values.get("sku")
    # It has it as soon as the other one is said to have another.
    return values if sku is None or owners[sku] == variant.ref else values | {"sku": None}


def _owners_of_skus(variants: Sequence[MirroredVariant]) -> dict[str, str]:
    """Which variant has each sku: of several, one that is not archived, and was given it last."""
    claims = [
        (one.said["sku"][1], not is_archived(one.said), one.said["sku"][0], one.ref)
        for one in variants
        if "sku" in one.said and one.said["sku"][1] is not None
    ]
    return {sku: ref for sku, _, _, ref in sorted(claims)}


def _default(alive: Sequence[MirroredVariant]) -> MirroredVariant | None:
    """The one that was made the default last; where none was, the earliest of those that are not said to be none."""
    said = {one.ref: one.said.get("is_default", ("", None)) for one in alive}
    claiming = [one for one in alive if said[one.ref][1]]
    if claiming:
        return max(claiming, key=lambda one: (said[one.ref][0], one.ref))
    return min(alive, key=lambda one: (said[one.ref][1] is False, one.born, one.ref), default=None)
