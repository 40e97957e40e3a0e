"""CSV export of products that are not archived, from one snapshot, the oldest product first.

Products, variants and warehouses come in an order that an import into another workspace keeps. So an export of that
workspace is the same file, byte for byte.
"""

import csv
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from typing import Any, BinaryIO

import asyncpg

from fulfilment.catalog.csv import queries
from fulfilment.catalog.csv.columns import COLUMNS, Column
from fulfilment.catalog.csv.rows import WarehouseResolver, ref_from_key, variant_key
from fulfilment.infra import safe_csv
from fulfilment.infra.database.transaction import Actor, Read

PAGE_PRODUCTS = 500


async def export_products(
    connection: asyncpg.Connection, actor: Actor, out: BinaryIO, separator: safe_csv.Separator = "comma"
) -> int:
    """Write the workspace's file, and return the number of its rows. Raises LookupError for an unknown workspace.

    A file with semicolons begins with a byte order mark, for the spreadsheets that expect semicolons.
    """
    read = Read(connection, actor)
    encoding = "utf-8-sig" if separator == "semicolon" else "utf-8"
    text = TextIOWrapper(out, encoding=encoding, newline="", write_through=False)
    writer = csv.writer(text, delimiter=safe_csv.DELIMITERS[separator], lineterminator=safe_csv.LINE_END)
    rows = 0
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            if not await queries.workspace_exists(read):
                raise LookupError(f"There is no workspace {read.account_id}.")
            resolver = WarehouseResolver(await queries.list_warehouses(read))
            writer.writerow(column.name for column in COLUMNS)
            after = ""
            while page := await queries.list_products(read, after, PAGE_PRODUCTS):
                after = page[-1]["id"]
                page_rows = await _build_rows(read, page, resolver)
                writer.writerows(page_rows)
                rows += len(page_rows)
        text.flush()
    finally:
        text.detach()
    return rows


async def _build_rows(read: Read, products: Sequence[Any], resolver: WarehouseResolver) -> list[list[str]]:
    all_variants = await queries.find_variants(read, [product["id"] for product in products])
    variants = [row for row in all_variants if not row["archived"]]
    levels_by_variant: dict[str, dict[str, int]] = {row["id"]: {} for row in variants}
    for level in await queries.find_levels(read, levels_by_variant):
        label = resolver.find_label(level["warehouse_id"])
        if label is not None:
            levels_by_variant[level["variant_id"]][label] = level["quantity"]
    variants_by_product: dict[str, list[Any]] = {}
    for row in variants:
        variants_by_product.setdefault(row["product_id"], []).append(row)
    return [
        [_format_cell(column, product, variant, *stock) for column in COLUMNS]
        for product in products
        for variant in variants_by_product.get(product["id"], ())
        for stock in sorted(levels_by_variant[variant["id"]].items()) or [(None, None)]
    ]


def _format_cell(
    column: Column, product: Mapping[str, Any], variant: Mapping[str, Any], warehouse: str | None, quantity: int | None
) -> str:
    match column.field if column.record_kind == "row" else column.record_kind:
        case "product":
            value = product[column.field]
        case "variant":
            value = variant[column.field]
        case "ref":
            value = product["ref"] or product["id"]
        case "variant_ref":
            value = _variant_ref(variant)
        case "warehouse":
            value = warehouse
        case _:
            value = quantity
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else safe_csv.guard(str(value))


def _variant_ref(variant: Mapping[str, Any]) -> str | None:
    """The variant's reference in the file; None if its sku or name still identifies it."""
    key = variant["key"]
    if key is None:
        return variant["id"]
    if ref_from_key(key) is None and key != variant_key(None, variant["sku"], variant["name"]):
        return variant["id"]
    return ref_from_key(key)
