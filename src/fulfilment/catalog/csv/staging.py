"""The rows that can be loaded, on disk and put together by product, so that memory stays flat.

Only here is one row held against the others: rows of the same product, or of the same variant, must say the same of it.
The disk file has no name, so that nothing of it is left, however the process ends.
"""

import sqlite3
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec

from fulfilment.catalog.csv.columns import COLUMNS
from fulfilment.catalog.csv.rows import FileRow, RowProblem, hash_fields
from fulfilment.catalog.variants import MAX_VARIANTS_PER_PRODUCT

_PRIVATE_FILE = ""
# So little that a file of any size takes no more of it than one of a few thousand rows.
_CACHE_KIBIBYTES = 4_096

_SETUP = f"""
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -{_CACHE_KIBIBYTES};
    CREATE TABLE products (ref TEXT PRIMARY KEY, line INTEGER, hash BLOB, variants INTEGER) WITHOUT ROWID;
    CREATE TABLE variants (product INTEGER, key TEXT, line INTEGER, hash BLOB, sku TEXT, is_default INTEGER,
                           PRIMARY KEY (product, key)) WITHOUT ROWID;
    CREATE INDEX variants_sku ON variants (product, sku) WHERE sku IS NOT NULL;
    CREATE INDEX variants_default ON variants (product) WHERE is_default;
    CREATE TABLE openings (product INTEGER, variant INTEGER, place TEXT, line INTEGER,
                           PRIMARY KEY (product, variant, place)) WITHOUT ROWID;
    CREATE TABLE rows (product INTEGER, variant INTEGER, line INTEGER, row BLOB,
                       PRIMARY KEY (product, variant, line)) WITHOUT ROWID;
    BEGIN;
"""
_FIND_PRODUCT = "SELECT line, hash, variants FROM products WHERE ref = ?"
_ADD_PRODUCT = "INSERT INTO products VALUES (?, ?, ?, 0)"
_COUNT_VARIANT = "UPDATE products SET variants = variants + 1 WHERE ref = ?"
_FIND_VARIANT = "SELECT line, hash FROM variants WHERE product = ? AND key = ?"
_ADD_VARIANT = "INSERT INTO variants VALUES (?, ?, ?, ?, ?, ?)"
_FIND_SKU = "SELECT line FROM variants WHERE product = ? AND sku = ?"
_FIND_DEFAULT = "SELECT line FROM variants WHERE product = ? AND is_default"
_FIND_OPENING = "SELECT line FROM openings WHERE product = ? AND variant = ? AND place = ?"
_ADD_OPENING = "INSERT INTO openings VALUES (?, ?, ?, ?)"
_ADD_ROW = "INSERT INTO rows VALUES (?, ?, ?, ?)"
_FIND_ROW = "SELECT row FROM rows WHERE product = ? AND line = ?"
_LIST_ROWS = "SELECT product, variant, row FROM rows ORDER BY product, variant, line"


class FileInitialStock(msgspec.Struct):
    """So much of a variant lies in a place to begin with."""

    line: int
    warehouse: str
    quantity: int


class FileVariant(msgspec.Struct):
    """A variant of the file. `fields` are the fields that the file gives, `hash` is theirs."""

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
        """Of every row."""
        return [line for variant in self.variants for line in variant.lines]


class RowStaging:
    """Takes rows in and gives products out."""

    def __init__(self) -> None:
        self.rows = 0
        self._db = sqlite3.connect(_PRIVATE_FILE, isolation_level=None)
        self._db.executescript(_SETUP)
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder(FileRow)

    def close(self) -> None:
        self._db.close()

    def add(self, row: FileRow) -> RowProblem | None:
        """Keep a row, or say how it contradicts those before it."""
        product_hash, variant_hash = hash_fields(row.product), hash_fields(row.variant)
        product = self._fetch_one(_FIND_PRODUCT, row.ref)
        product_line, variants = (product[0], product[2]) if product else (row.line, 0)
        variant = self._fetch_one(_FIND_VARIANT, product_line, row.key) if product else None
        problem = None
        if product and product[1] != product_hash:
            problem = self._find_contradiction(row, product_line, product_line, "product")
        elif variant and variant[1] != variant_hash:
            problem = self._find_contradiction(row, product_line, variant[0], "variant")
        elif variant:
            problem = self._find_repetition(row, product_line, variant[0])
        elif product:
            problem = self._find_variant_conflict(row, product_line, variants)
        if problem:
            return problem
        if not product:
            self._db.execute(_ADD_PRODUCT, (row.ref, product_line, product_hash))
        if not variant:
            sku, is_default = row.variant.get("sku"), row.variant.get("is_default", False)
            self._db.execute(_ADD_VARIANT, (product_line, row.key, row.line, variant_hash, sku, is_default))
            self._db.execute(_COUNT_VARIANT, (row.ref,))
        variant_line = variant[0] if variant else row.line
        self._db.execute(_ADD_OPENING, (product_line, variant_line, row.warehouse or "", row.line))
        self._db.execute(_ADD_ROW, (product_line, variant_line, row.line, self._encoder.encode(row)))
        self.rows += 1
        return None

    def products(self) -> Iterator[FileProduct]:
        """Every product with all its rows, wherever these stand, in the order of their first rows."""
        for _, of_product in groupby(self._db.execute(_LIST_ROWS), key=lambda found: found[0]):
            variants: list[FileVariant] = []
            first: FileRow | None = None
            for _, of_variant in groupby(of_product, key=lambda found: found[1]):
                rows = [self._decoder.decode(row) for _, _, row in of_variant]
                initial_stock = [
                    FileInitialStock(row.line, row.warehouse, row.quantity)
                    for row in rows
                    if row.warehouse is not None and row.quantity is not None
                ]
                lines = [row.line for row in rows]
                first = rows[0]
                variants.append(
                    FileVariant(lines[0], first.key, first.variant, hash_fields(first.variant), initial_stock, lines)
                )
            assert first is not None, "a product has rows"
            yield FileProduct(variants[0].line, first.ref, first.product, hash_fields(first.product), variants)

    def _fetch_one(self, statement: str, *args: Any) -> tuple | None:
        return self._db.execute(statement, args).fetchone()

    def _find_contradiction(self, row: FileRow, product: int, line: int, noun: str) -> RowProblem:
        found = self._fetch_one(_FIND_ROW, product, line)
        assert found is not None, "what it contradicts is kept"
        first = self._decoder.decode(found[0])
        before, now = getattr(first, noun), getattr(row, noun)
        column = next(
            column.name
            for column in COLUMNS
            if column.record_kind == noun and before.get(column.field) != now.get(column.field)
        )
        return RowProblem(row.line, f"is not what line {line} says of the same {noun}", column)

    def _find_variant_conflict(self, row: FileRow, product: int, variants: int) -> RowProblem | None:
        """What speaks against another variant of a product."""
        sku = row.variant.get("sku")
        if sku is not None and (found := self._fetch_one(_FIND_SKU, product, sku)):
            return RowProblem(
                row.line, f"is the sku of another variant of this product, on line {found[0]}", "variant_sku"
            )
        if row.variant.get("is_default") and (found := self._fetch_one(_FIND_DEFAULT, product)):
            return RowProblem(row.line, f"is already true of another variant, on line {found[0]}", "is_default")
        if variants >= MAX_VARIANTS_PER_PRODUCT:
            return RowProblem(row.line, f"a product has at most {MAX_VARIANTS_PER_PRODUCT} variants")
        return None

    def _find_repetition(self, row: FileRow, product: int, variant: int) -> RowProblem | None:
        found = self._fetch_one(_FIND_OPENING, product, variant, row.warehouse or "")
        if found is None:
            return None
        column = None if row.warehouse is None else "warehouse"
        return RowProblem(row.line, f"the same variant stands in the same warehouse on line {found[0]} already", column)
