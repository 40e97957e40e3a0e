"""Writing the file: what is not archived, as of one moment, the oldest product first.

Products, variants and places come in an order that a file read into another workspace keeps, so that it comes out again
byte for byte.
"""

import csv
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from typing import Any, BinaryIO

import asyncpg

from fulfilment.catalog_file import queries
from fulfilment.catalog_file.columns import COLUMNS, Column
from fulfilment.catalog_file.places import Places
from fulfilment.catalog_file.rows import key_of, ref_in
from fulfilment.db.tx import Actor, Read

PAGE_PRODUCTS = 500


async def write(connection: asyncpg.Connection, actor: Actor, out: BinaryIO) -> int:
    """Write the workspace's file and answer how many rows it has. Raises LookupError for an unknown workspace."""
    read = Read(connection, actor)
    text = TextIOWrapper(out, encoding="utf-8", newline="", write_through=False)
    writer = csv.writer(text)
    rows = 0
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            if not await queries.is_workspace(read):
                raise LookupError(f"There is no workspace {read.account_id}.")
            places = Places(await queries.warehouses(read))
            writer.writerow(column.name for column in COLUMNS)
            after = ""
            while page := await queries.page_of_products(read, after, PAGE_PRODUCTS):
                after = page[-1]["id"]
                found = await _rows(read, page, places)
                writer.writerows(found)
                rows += len(found)
        text.flush()
    finally:
        text.detach()
    return rows


async def _rows(read: Read, products: Sequence[Any], places: Places) -> list[list[str]]:
    found = await queries.find_variants(read, [product["id"] for product in products])
    variants = [row for row in found if not row["archived"]]
    of_variant: dict[str, dict[str, int]] = {row["id"]: {} for row in variants}
    for level in await queries.find_levels(read, of_variant):
        label = places.label(level["warehouse_id"])
        if label is not None:
            of_variant[level["variant_id"]][label] = level["quantity"]
    of_product: dict[str, list[Any]] = {}
    for row in variants:
        of_product.setdefault(row["product_id"], []).append(row)
    return [
        [_cell(column, product, variant, *stock) for column in COLUMNS]
        for product in products
        for variant in of_product.get(product["id"], ())
        for stock in sorted(of_variant[variant["id"]].items()) or [(None, None)]
    ]


def _cell(
    column: Column, product: Mapping[str, Any], variant: Mapping[str, Any], place: str | None, quantity: int | None
) -> str:
    match column.field if column.of == "row" else column.of:
        case "product":
            value = product[column.field]
        case "variant":
            value = variant[column.field]
        case "ref":
            value = product["ref"] or product["id"]
        case "variant_ref":
            value = _variant_ref(variant)
        case "warehouse":
            value = place
        case _:
            value = quantity
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def _variant_ref(variant: Mapping[str, Any]) -> str | None:
    """None where its sku or name still tells which variant is meant."""
    key = variant["key"]
    if key is None:
        return variant["id"]
    if ref_in(key) is None and key != key_of(None, variant["sku"], variant["name"]):
        return variant["id"]
    return ref_in(key)
