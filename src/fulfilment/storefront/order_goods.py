"""What the lines of a checkout mean in the catalog (decisions, section 9).

A line names a variant, or a product whose default variant it then means, by the storefront's own references or by our
ids. What it names may not be there yet, or not be for sale any more: such a line has a refusal in place of goods.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fulfilment.db.sql import sql
from fulfilment.db.tx import Read
from fulfilment.http.errors import ApiError, NotFound, Validation
from fulfilment.storefront import order_references as references
from fulfilment.storefront.order_records import Line, StorefrontOrderLine

_COLUMNS = """p.id AS product_id, p.type, p.name AS product_name, p.weight AS product_weight,
           p.archived OR coalesce(v.archived, false) AS archived,
           v.id AS variant_id, v.name AS variant_name, v.is_default, v.price_cents, v.weight AS variant_weight"""

PRODUCTS = sql(
    "storefront_goods.products",
    """
    SELECT {columns}
      FROM products p
      LEFT JOIN variants v ON v.account_id = p.account_id AND v.product_id = p.id AND v.is_default AND NOT v.archived
     WHERE p.account_id = $1 AND p.id = ANY ($2::text[])
    """,
    columns=_COLUMNS,
)

VARIANTS = sql(
    "storefront_goods.variants",
    """
    SELECT {columns} FROM variants v JOIN products p ON p.account_id = v.account_id AND p.id = v.product_id
     WHERE v.account_id = $1 AND v.id = ANY ($2::text[])
    """,
    columns=_COLUMNS,
)

NAME_LENGTH = 200


class Goods(msgspec.Struct, frozen=True):
    """What a line is of. `variant_id` is None where a product that has no active default variant is meant."""

    type: str
    product_id: str
    variant_id: str | None
    name: str
    value: int
    weight: int | None


class Archived(Validation):
    """What a line is of is not for sale now; `goods` are what it would be."""

    def __init__(self, goods: Goods, *, field: str):
        super().__init__("This is archived.", field=field)
        self.goods = goods


class Meanings(msgspec.Struct, frozen=True):
    """What lines mean, and the refusals of those that mean nothing that can be sold, both by their place."""

    goods: dict[int, Goods]
    refused: dict[int, ApiError]


async def find(read: Read, lines: Mapping[int, Line | StorefrontOrderLine]) -> Meanings:
    """What the lines mean."""
    by_ref = await references.find_products(read, {line.product_ref for line in lines.values()} - {None})
    named = {(line.variant_ref, line.product_ref) for line in lines.values() if line.variant_ref is not None}
    by_name = await references.find_variants(read, named)
    product_ids = {place: line.product_id or by_ref.get(line.product_ref) for place, line in lines.items()}
    variant_ids = {place: _variant_ids(line, by_name) for place, line in lines.items()}
    products = await _by_id(read, PRODUCTS, "product_id", set(product_ids.values()))
    variants = await _by_id(read, VARIANTS, "variant_id", {id for ids in variant_ids.values() for id in ids})
    found = Meanings({}, {})
    for place, line in lines.items():
        known = [variants[id] for id in variant_ids[place] if id in variants]
        try:
            found.goods[place] = _meant(line, products.get(product_ids[place]), known)
        except ApiError as problem:
            found.refused[place] = problem
    return found


def _variant_ids(line: Line | StorefrontOrderLine, by_name: Mapping[references.Named, list[str]]) -> list[str]:
    if line.variant_id is not None:
        return [line.variant_id]
    return [] if line.variant_ref is None else by_name.get((line.variant_ref, line.product_ref), [])


async def _by_id(read: Read, statement: Any, column: str, wanted: set[str | None]) -> dict[str, Any]:
    ids = sorted(wanted - {None})
    return {row[column]: row for row in await read.all(statement, ids)} if ids else {}


def _meant(line: Line | StorefrontOrderLine, product: Any, known: Sequence[Any]) -> Goods:
    """Raises NotFound, Validation and Archived, whose `field` is the name in the line."""
    of_product = "productId" if line.product_id else "productRef"
    of_variant = "variantId" if line.variant_id else "variantRef"
    names_product, names_variant = bool(line.product_id or line.product_ref), bool(line.variant_id or line.variant_ref)
    if not names_variant and not names_product:
        raise Validation("This line names no product.", field="productRef")
    if names_product and product is None:
        raise NotFound("No such product.", field=of_product)
    if len(known) > 1:
        raise Validation("Variants of several products have this reference; name the product too.", field=of_variant)
    if names_variant and (not known or (names_product and product["product_id"] != known[0]["product_id"])):
        raise NotFound("No such variant.", field=of_variant)
    row, field = (known[0], of_variant) if names_variant else (product, of_product)
    if row["archived"] or (row["type"] == "physical" and row["variant_id"] is None):
        raise Archived(_goods(line, row), field=field)
    return _goods(line, row)


def _goods(line: Line | StorefrontOrderLine, row: Any) -> Goods:
    is_plain = row["variant_id"] is None or row["is_default"]
    name = row["product_name"] if is_plain else f"{row['product_name']} - {row['variant_name']}"
    # A weight of nothing is one that nobody entered.
    weight = line.weight or row["variant_weight"] or row["product_weight"] or None
    value = line.value if line.value is not None else row["price_cents"] or 0
    return Goods(
        type=row["type"],
        product_id=row["product_id"],
        variant_id=row["variant_id"],
        name=line.name or name[:NAME_LENGTH],
        value=value,
        weight=weight,
    )
