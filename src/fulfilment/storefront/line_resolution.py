"""Resolution of a checkout's lines to products and variants of the catalog (decisions, section 9).

A line names a variant, or a product and so its default variant, by the storefront's references or by our ids. The
product may be missing or archived: such a line has an error in place of an item. The helpers that derive a line's and
an order's status are here too.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import asyncpg
import msgspec

from fulfilment.catalog.schemas import ProductType
from fulfilment.infra.api.errors import ApiError, NotFound, Validation
from fulfilment.infra.database.statements import Statement, sql
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import Row
from fulfilment.storefront.order_schemas import (
    CheckoutLine,
    OrderStatus,
    StorefrontLineError,
    StorefrontOrder,
    StorefrontOrderLine,
)

MAX_NAME_LENGTH = 200

# A variant's reference, with its product's reference where the line names one.
VariantReference = tuple[str, str | None]

FIND_PRODUCTS_BY_REFERENCE = sql(
    "storefront_references.products",
    """
    SELECT ref, product_id FROM mirrored_products
     WHERE account_id = $1 AND ref = ANY ($2::text[]) AND product_id IS NOT NULL
    """,
)

# A variant's reference is unique within its product only. Two matches are enough to see that it is ambiguous.
FIND_VARIANTS_BY_REFERENCE = sql(
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

_COLUMNS = """p.id AS product_id, p.type, p.name AS product_name, p.weight AS product_weight,
           p.archived OR coalesce(v.archived, false) AS archived,
           v.id AS variant_id, v.name AS variant_name, v.is_default, v.price_cents, v.weight AS variant_weight"""

PRODUCTS = sql(
    "storefront_lines.products",
    """
    SELECT {columns}
      FROM products p
      LEFT JOIN variants v ON v.account_id = p.account_id AND v.product_id = p.id AND v.is_default AND NOT v.archived
     WHERE p.account_id = $1 AND p.id = ANY ($2::text[])
    """,
    columns=_COLUMNS,
)

VARIANTS = sql(
    "storefront_lines.variants",
    """
    SELECT {columns} FROM variants v JOIN products p ON p.account_id = v.account_id AND p.id = v.product_id
     WHERE v.account_id = $1 AND v.id = ANY ($2::text[])
    """,
    columns=_COLUMNS,
)


class ResolvedItem(msgspec.Struct, frozen=True):
    """The item that a line refers to. `variant_id` is None for a product without an active default variant."""

    type: ProductType
    product_id: str
    variant_id: str | None
    name: str
    value: int
    weight: int | None


class ArchivedItem(Validation):
    """The item of a line is archived, so it is not for sale; `item` is that item."""

    def __init__(self, item: ResolvedItem, *, field: str) -> None:
        super().__init__("This is archived.", field=field)
        self.item = item


class LineResolution(msgspec.Struct, frozen=True):
    """The items of lines, and the errors of lines without one, both by the line's index."""

    items: dict[int, ResolvedItem]
    errors: dict[int, ApiError]


async def resolve_lines(read: Read, lines: Mapping[int, CheckoutLine | StorefrontOrderLine]) -> LineResolution:
    """Find the item of each line, or the error that explains why there is none."""
    refs = {line.product_ref for line in lines.values() if line.product_ref is not None}
    by_ref = await find_products(read, refs)
    variant_refs = {(line.variant_ref, line.product_ref) for line in lines.values() if line.variant_ref is not None}
    by_name = await find_variants(read, variant_refs)
    product_ids = {place: line.product_id or by_ref.get(line.product_ref) for place, line in lines.items()}
    variant_ids = {place: _find_variant_ids(line, by_name) for place, line in lines.items()}
    products = await _fetch_by_id(read, PRODUCTS, "product_id", product_ids.values())
    variants = await _fetch_by_id(read, VARIANTS, "variant_id", {id for ids in variant_ids.values() for id in ids})
    found = LineResolution({}, {})
    for index, line in lines.items():
        candidates = [variants[id] for id in variant_ids[index] if id in variants]
        try:
            found.items[index] = _resolve_line(line, products.get(product_ids[index]), candidates)
        except ApiError as problem:
            found.errors[index] = problem
    return found


async def find_products(read: Read, refs: Collection[str]) -> dict[str | None, str]:
    """Our ids of products by the storefront's reference; unknown references are missing."""
    return (
        {row["ref"]: row["product_id"] for row in await read.fetch_all(FIND_PRODUCTS_BY_REFERENCE, sorted(refs))}
        if refs
        else {}
    )


async def find_variants(read: Read, references: Collection[VariantReference]) -> dict[VariantReference, list[str]]:
    """Our ids of variants by reference, two of them where it is ambiguous; unknown references are missing."""
    found: dict[VariantReference, list[str]] = {}
    if references:
        refs, product_refs = zip(*references, strict=True)
        for row in await read.fetch_all(FIND_VARIANTS_BY_REFERENCE, refs, product_refs):
            found.setdefault((row["ref"], row["product_ref"]), []).append(row["variant_id"])
    return found


def count_pieces(lines: Sequence[StorefrontOrderLine]) -> dict[str, int]:
    """The number of pieces of each variant on the physical lines."""
    quantities: dict[str, int] = {}
    for line in lines:
        if line.type == "physical" and line.variant_id is not None:
            quantities[line.variant_id] = quantities.get(line.variant_id, 0) + line.quantity
    return quantities


def derive_status(lines: Sequence[StorefrontOrderLine]) -> OrderStatus:
    """The status of a paid order, from its lines."""
    statuses = {line.status for line in lines}
    if statuses == {"fulfilled"}:
        return "fulfilled"
    return "partly_fulfilled" if "fulfilled" in statuses else "failed"


def mark_failed(line: StorefrontOrderLine, problem: ApiError, field: str | None = None) -> None:
    """Mark a line as failed until a retry; `field` is the part of the order at fault, if any."""
    line.status = "failed"
    line.error = StorefrontLineError(code=problem.code, message=str(problem), field=field)


def mark_fulfilled(line: StorefrontOrderLine) -> None:
    line.status, line.error = "fulfilled", None


def build_audit_entry(order: StorefrontOrder) -> dict[str, Any]:
    """The order for the audit log. Licenses are only counted, since each has an entry of its own."""
    entry = msgspec.to_builtins(order)
    for line in entry["lines"]:
        line["licenses"] = len(line.pop("licenseIds"))
    return entry


def customer_of(order: StorefrontOrder) -> dict[str, Any]:
    """The customer of a paid order."""
    assert order.customer is not None
    return order.customer


def _find_variant_ids(
    line: CheckoutLine | StorefrontOrderLine, by_name: Mapping[VariantReference, list[str]]
) -> list[str]:
    if line.variant_id is not None:
        return [line.variant_id]
    return [] if line.variant_ref is None else by_name.get((line.variant_ref, line.product_ref), [])


async def _fetch_by_id(
    read: Read, statement: Statement, column: str, requested: Iterable[str | None]
) -> dict[str | None, asyncpg.Record]:
    ids = sorted({id for id in requested if id is not None})
    return {row[column]: row for row in await read.fetch_all(statement, ids)} if ids else {}


def _resolve_line(
    line: CheckoutLine | StorefrontOrderLine, product: Row | None, candidates: Sequence[Row]
) -> ResolvedItem:
    """The item of one line. Raises NotFound, Validation and ArchivedItem, whose `field` is the field of the line."""
    of_product = "productId" if line.product_id else "productRef"
    of_variant = "variantId" if line.variant_id else "variantRef"
    names_product, names_variant = bool(line.product_id or line.product_ref), bool(line.variant_id or line.variant_ref)
    if not names_variant and not names_product:
        raise Validation("This line names no product.", field="productRef")
    if names_product and product is None:
        raise NotFound("No such product.", field=of_product)
    if len(candidates) > 1:
        raise Validation("Variants of several products have this reference; name the product too.", field=of_variant)
    if names_variant and (
        not candidates or (product is not None and product["product_id"] != candidates[0]["product_id"])
    ):
        raise NotFound("No such variant.", field=of_variant)
    row, field = (candidates[0], of_variant) if names_variant else (product, of_product)
    assert row is not None
    if row["archived"] or (row["type"] == "physical" and row["variant_id"] is None):
        raise ArchivedItem(_build_item(line, row), field=field)
    return _build_item(line, row)


def _build_item(line: CheckoutLine | StorefrontOrderLine, row: Row) -> ResolvedItem:
    is_plain = row["variant_id"] is None or row["is_default"]
    name = row["product_name"] if is_plain else f"{row['product_name']} - {row['variant_name']}"
    # A weight of 0 means that none was entered.
    weight = line.weight or row["variant_weight"] or row["product_weight"] or None
    value = line.value if line.value is not None else row["price_cents"] or 0
    return ResolvedItem(
        type=row["type"],
        product_id=row["product_id"],
        variant_id=row["variant_id"],
        name=line.name or name[:MAX_NAME_LENGTH],
        value=value,
        weight=weight,
    )
