"""Staging of an import: valid rows, grouped by product in memory (docs/decisions/0038-csv-import.md).

Here rows are compared with each other: those of the same product, or of the same variant, must give the same fields.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from fulfilment.catalog.csv.columns import COLUMNS
from fulfilment.catalog.csv.rows import FileRow, RowProblem, hash_fields
from fulfilment.catalog.variants import MAX_VARIANTS_PER_PRODUCT

# About a kilobyte of memory a row.
MAX_ROWS = 500_000


class FileInitialStock(msgspec.Struct):
    """The initial quantity of a variant in a warehouse."""

    line: int
    warehouse: str
    quantity: int


class FileVariant(msgspec.Struct):
    """A variant of the file. `fields` are the fields that the file gives, `hash` is their hash."""

    line: int
    key: str
    fields: dict[str, Any]
    hash: bytes
    initial_stock: list[FileInitialStock]
    lines: list[int]


class FileProduct(msgspec.Struct):
    """A product of the file with its variants, in the order in which they first appear."""

    line: int
    ref: str
    fields: dict[str, Any]
    hash: bytes
    variants: list[FileVariant]

    @property
    def lines(self) -> list[int]:
        """The lines of all its rows."""
        return [line for variant in self.variants for line in variant.lines]


class _StagedProduct(msgspec.Struct):
    """A product with the index for checks of its further rows: its variants, and the lines of skus and warehouses."""

    product: FileProduct
    variants: dict[str, FileVariant] = {}
    sku_lines: dict[str, int] = {}
    place_lines: dict[tuple[str, str], int] = {}
    default_line: int | None = None


class RowStaging:
    """Collector of rows that yields products."""

    def __init__(self) -> None:
        self.rows = 0
        self._products: dict[str, _StagedProduct] = {}

    def add(self, row: FileRow) -> RowProblem | None:
        """Add a row, or return its contradiction to an earlier row."""
        staged = self._products.get(row.ref)
        if (problem := self._find_problem(row, staged)) is not None:
            return problem
        if staged is None:
            product = FileProduct(row.line, row.ref, row.product, hash_fields(row.product), [])
            staged = self._products[row.ref] = _StagedProduct(product)
        variant = staged.variants.get(row.key)
        if variant is None:
            variant = FileVariant(row.line, row.key, row.variant, hash_fields(row.variant), [], [])
            staged.variants[row.key] = variant
            staged.product.variants.append(variant)
            if (sku := row.variant.get("sku")) is not None:
                staged.sku_lines[sku] = row.line
            if row.variant.get("is_default"):
                staged.default_line = row.line
        variant.lines.append(row.line)
        staged.place_lines[row.key, row.warehouse or ""] = row.line
        if row.warehouse is not None and row.quantity is not None:
            variant.initial_stock.append(FileInitialStock(row.line, row.warehouse, row.quantity))
        self.rows += 1
        return None

    def products(self) -> Iterator[FileProduct]:
        """Every product with all its rows, from anywhere in the file, in the order of their first rows."""
        return (staged.product for staged in self._products.values())

    def _find_problem(self, row: FileRow, staged: _StagedProduct | None) -> RowProblem | None:
        if self.rows >= MAX_ROWS:
            return RowProblem(row.line, f"a file has at most {MAX_ROWS:,} rows: put its products into several")
        if staged is None:
            return None
        product, variant = staged.product, staged.variants.get(row.key)
        if product.hash != hash_fields(row.product):
            return _describe_contradiction(row, product.line, product.fields, row.product, "product")
        if variant is None:
            return _find_variant_conflict(row, staged)
        if variant.hash != hash_fields(row.variant):
            return _describe_contradiction(row, variant.line, variant.fields, row.variant, "variant")
        line = staged.place_lines.get((row.key, row.warehouse or ""))
        if line is None:
            return None
        column = None if row.warehouse is None else "warehouse"
        return RowProblem(row.line, f"the same variant stands in the same warehouse on line {line} already", column)


def _describe_contradiction(
    row: FileRow, line: int, before: dict[str, Any], now: dict[str, Any], noun: str
) -> RowProblem:
    column = next(
        column.name
        for column in COLUMNS
        if column.record_kind == noun and before.get(column.field) != now.get(column.field)
    )
    return RowProblem(row.line, f"is not what line {line} says of the same {noun}", column)


def _find_variant_conflict(row: FileRow, staged: _StagedProduct) -> RowProblem | None:
    """The reason for which a product cannot have this further variant, if there is one."""
    sku = row.variant.get("sku")
    if sku is not None and (line := staged.sku_lines.get(sku)) is not None:
        return RowProblem(row.line, f"is the sku of another variant of this product, on line {line}", "variant_sku")
    if row.variant.get("is_default") and staged.default_line is not None:
        return RowProblem(row.line, f"is already true of another variant, on line {staged.default_line}", "is_default")
    if len(staged.variants) >= MAX_VARIANTS_PER_PRODUCT:
        return RowProblem(row.line, f"a product has at most {MAX_VARIANTS_PER_PRODUCT} variants")
    return None
