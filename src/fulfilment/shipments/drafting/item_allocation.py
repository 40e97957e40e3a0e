"""The goods of a parcel: what its items take from stock, and which item lacks."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from fulfilment.catalog.variants import find_variants
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.stock import allocation
from fulfilment.stock.allocation import LockedStock

ARCHIVED_MESSAGE = "An archived variant cannot be shipped."


async def require_active(read: Read, lines: Sequence[tuple[str | None, int]]) -> None:
    """Raises Validation, whose `field` names the first item whose variant, or its product, is archived."""
    variants = await find_variants(read, [variant_id for variant_id, _ in lines if variant_id is not None])
    for nth, (variant_id, _) in enumerate(lines):
        if variant_id in variants and variants[variant_id]["archived"]:
            raise Validation(ARCHIVED_MESSAGE, field=f"items.{nth}.variantId")


async def allocate_items(
    tx: Tx,
    shipment_id: str,
    lines: Sequence[tuple[str | None, int]],
    warehouse_id: str | None,
    checkout_session_id: str | None,
    *,
    stock: LockedStock | None = None,
) -> None:
    """Take what the items want: of each the variant, None where it is none of the catalog's, and how many.

    Raises StockInsufficient, whose `field` names the first item of what lacks (`items.1`).
    """
    if quantities := sum_quantities(lines):
        with name_missing_item(lines):
            await allocation.allocate_for_shipment(
                tx, shipment_id, quantities, warehouse_id, checkout_session_id, stock=stock
            )


def sum_quantities(lines: Sequence[tuple[str | None, int]]) -> dict[str, int]:
    """How many are wanted of each variant, in the order of the items."""
    quantities: dict[str, int] = {}
    for variant_id, quantity in lines:
        if variant_id is not None:
            quantities[variant_id] = quantities.get(variant_id, 0) + quantity
    return quantities


@contextmanager
def name_missing_item(lines: Sequence[tuple[str | None, int]]) -> Iterator[None]:
    """Has a StockInsufficient name the first item of what lacks."""
    try:
        yield
    except allocation.StockInsufficient as problem:
        problem.field = f"items.{[variant_id for variant_id, _ in lines].index(problem.variant_id)}"
        raise
