"""Rows: what one line of the file says, apart from what the other lines say."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from fulfilment.catalog.csv.columns import BY_NAME, COLUMNS, REQUIRED, Column
from fulfilment.catalog.csv.problem import RowProblem, UnreadableFile
from fulfilment.catalog.csv.warehouses import WarehouseResolver
from fulfilment.infra import safe_csv

DEFAULT_NAME = "Default"
_HASH_BYTES = 16
_MAX_SHOWN_CHARACTERS = 100


class FileRow(msgspec.Struct, array_like=True):
    """A row that can be read. `product` and `variant` hold the fields it gives; `warehouse` is a warehouse, if any."""

    line: int
    ref: str
    product: dict[str, Any]
    key: str
    variant: dict[str, Any]
    warehouse: str | None
    quantity: int | None


class RowReader:
    """Reads the cells below one header. Raises UnreadableFile for a header that cannot be understood."""

    def __init__(self, header: Sequence[str], resolver: WarehouseResolver) -> None:
        self._width = _count_cells(header)
        header = header[: self._width]
        _require_valid_header(header)
        self._resolver = resolver
        # In our order, so that the order of the file's columns makes no difference.
        self._columns = [(header.index(column.name), column) for column in COLUMNS if column.name in header]

    def read_row(self, line: int, cells: Sequence[str]) -> FileRow | list[RowProblem]:
        """The row, or everything that is wrong with it."""
        cells = [*cells[: self._width], *cells[self._width : _count_cells(cells)]]
        if len(cells) != self._width:
            return [RowProblem(line, f"has {len(cells)} cells, the header has {self._width}")]
        fields: dict[str, dict[str, Any]] = {"product": {}, "variant": {}, "row": {}}
        problems = []
        for index, column in self._columns:
            try:
                _read_cell(column, cells[index], fields[column.record_kind])
            except ValueError as problem:
                problems.append(RowProblem(line, str(problem), column.name))
        row = fields["row"]
        warehouse, warehouse_problems = self._find_warehouse(row, {problem.column for problem in problems})
        problems += [RowProblem(line, reason, column) for column, reason in warehouse_problems]
        if problems:
            return problems
        # Whether a variant is not the default is for the others to say.
        if not fields["variant"].get("is_default"):
            fields["variant"].pop("is_default", None)
        key = variant_key(row.get("variant_ref"), fields["variant"].get("sku"), fields["variant"].get("name"))
        return FileRow(line, row["ref"], fields["product"], key, fields["variant"], warehouse, row.get("quantity"))

    def _find_warehouse(
        self, row: dict[str, Any], bad_columns: set[str | None]
    ) -> tuple[str | None, list[tuple[str, str]]]:
        name, quantity = row.get("warehouse"), row.get("quantity")
        if bad_columns & {"warehouse", "quantity"}:
            return None, []
        if (name is None) != (quantity is None):
            missing = "warehouse" if name is None else "quantity"
            return None, [(missing, "is missing: a warehouse and a quantity are needed together")]
        if name is None:
            return None, []
        try:
            return self._resolver.resolve(name), []
        except LookupError as problem:
            return None, [("warehouse", str(problem))]


def variant_key(ref: str | None, sku: str | None, name: str | None) -> str:
    """What a variant is known by within its product: what the file calls it, else its sku, else its name."""
    return f"ref:{ref}" if ref else f"sku:{sku}" if sku else f"name:{name or DEFAULT_NAME}"


def ref_from_key(key: str) -> str | None:
    """What the file calls a variant, out of its key."""
    return key.removeprefix("ref:") if key.startswith("ref:") else None


def hash_fields(fields: dict[str, Any]) -> bytes:
    """Two sayings are the same if their hashes are."""
    return hashlib.blake2b(msgspec.msgpack.encode(list(fields.items())), digest_size=_HASH_BYTES).digest()


def _read_cell(column: Column, text: str, fields: dict[str, Any]) -> None:
    if not text:
        if column.is_required:
            raise ValueError("must not be empty")
        if column.is_clearable:
            fields[column.field] = None
        return
    if "\0" in text:
        raise ValueError("must not hold a NUL character")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ValueError("is not UTF-8") from None
    fields[column.field] = column.parse(safe_csv.unguard(text))


def _count_cells(cells: Sequence[str]) -> int:
    """The number of cells without the empty ones at the end, which spreadsheets write for columns once used."""
    return next((index + 1 for index in reversed(range(len(cells))) if not _is_blank(cells[index])), 0)


def _is_blank(cell: str) -> bool:
    return not cell or cell.isspace()


def _require_valid_header(header: Sequence[str]) -> None:
    if len(header) == 1 and header[0].count("\t") > 1:
        raise UnreadableFile("the columns must be separated by commas or semicolons")
    unknown = [name for name in header if name not in BY_NAME]
    if unknown:
        raise UnreadableFile(f"unknown column {unknown[0][:_MAX_SHOWN_CHARACTERS]!r}; there are {', '.join(BY_NAME)}")
    repeated = [name for name, times in Counter(header).items() if times > 1]
    if repeated:
        raise UnreadableFile(f"the column {repeated[0]} stands there twice")
    missing = [name for name in REQUIRED if name not in header]
    if missing:
        raise UnreadableFile(f"the column {missing[0]} is missing")
