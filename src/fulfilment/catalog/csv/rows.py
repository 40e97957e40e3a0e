"""Rows of the CSV file: reading them as RFC 4180 defines, and checking each by itself.

The file is UTF-8, with or without a byte order mark, and has one header. A first line such as `sep=;` names the
separator; else the header shows it. Blank rows are skipped. A row names a warehouse by its name or its id.
"""

import csv
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from io import TextIOWrapper
from itertools import chain
from typing import Any, BinaryIO

import msgspec

from fulfilment.catalog.csv.columns import BY_NAME, COLUMNS, REQUIRED, Column
from fulfilment.infra import safe_csv

DEFAULT_NAME = "Default"
_HASH_BYTES = 16
_MAX_SHOWN_CHARACTERS = 100

# The bound of a request body. It ends a quoted cell without a closing quote, which would contain the rest of the file.
MAX_CELL_CHARACTERS = 2**20

# Spreadsheets read the separator from such a line. Other programs may have quoted it or padded its row.
_DECLARATION = re.compile(r'"?sep=([,;\t])"?[,;\s]*+', re.IGNORECASE)
_BLANK_CHARACTERS = ' ",;\t\r\n'
# UTF-16 read as UTF-8 with `surrogateescape`: its byte order mark, and the second byte of each Latin letter.
_UTF_16 = ("\udcff\udcfe", "\udcfe\udcff")
_UTF_16_PADDING = "\0"


class RowProblem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A problem of a row: the line on which the row begins, the reason, and the column if there is one."""

    line: int
    reason: str
    column: str | None = None

    def __str__(self) -> str:
        where = f"line {self.line}" + (f", {self.column}" if self.column else "")
        return f"{where}: {self.reason}"


class UnreadableFile(Exception):
    """The file as a whole cannot be read; its header is at fault."""

    def __init__(self, reason: str, line: int = 1) -> None:
        super().__init__(reason)
        self.problem = RowProblem(line, reason)


class WarehouseResolver:
    """Lookup of a workspace's warehouses by name or id, from rows with `id`, `name` and `archived`."""

    def __init__(self, rows: Sequence[Any], *, may_create: bool = False) -> None:
        self._may_create = may_create
        self._ids = {row["id"] for row in rows}
        self._names: dict[str, list[str]] = {}
        self._created: dict[str, str] = {}
        active = [row for row in rows if not row["archived"]]
        for row in active:
            self._names.setdefault(row["name"], []).append(row["id"])
        # A warehouse that was archived meanwhile still holds the stock of an earlier import.
        for row in rows:
            if row["archived"] and row["name"] not in {one["name"] for one in active}:
                self._names.setdefault(row["name"], []).append(row["id"])
        self._labels = {row["id"]: row["name"] if self._is_unambiguous(row["name"]) else row["id"] for row in active}

    def resolve(self, text: str) -> str:
        """The id of a warehouse, or its name if it will be created. Raises LookupError with the reason."""
        if text in self._ids:
            return text
        ids = self._names.get(text, [])
        if len(ids) == 1:
            return ids[0]
        if ids:
            raise LookupError(f"{len(ids)} warehouses are called {text!r}; give the id of the one that is meant")
        if not self._may_create:
            raise LookupError(f"there is no warehouse called {text!r}")
        return text

    def find_id(self, name_or_id: str) -> str | None:
        """The id of a warehouse that `resolve` returned; None if it is not created yet."""
        return name_or_id if name_or_id in self._ids else self._created.get(name_or_id)

    def add_created(self, created: dict[str, str]) -> None:
        """Add warehouses that were created meanwhile: their ids by name."""
        self._created.update(created)

    def find_label(self, id: str) -> str | None:
        """The warehouse's name in the file, or its id if the name is ambiguous; None for an archived warehouse."""
        return self._labels.get(id)

    def _is_unambiguous(self, name: str) -> bool:
        return len(self._names[name]) == 1 and name not in self._ids


class FileRow(msgspec.Struct, array_like=True):
    """A valid row. `product` and `variant` hold the fields of its cells, `warehouse` a result of `resolve` or None."""

    line: int
    ref: str
    product: dict[str, Any]
    key: str
    variant: dict[str, Any]
    warehouse: str | None
    quantity: int | None


class RowReader:
    """Reader of the rows below one header. Raises UnreadableFile for an invalid header."""

    def __init__(self, header: Sequence[str], resolver: WarehouseResolver) -> None:
        self._width = _count_cells(header)
        header = header[: self._width]
        _require_valid_header(header)
        self._resolver = resolver
        # In the order of COLUMNS, so that the order of the file's columns makes no difference.
        self._columns = [(header.index(column.name), column) for column in COLUMNS if column.name in header]

    def read_row(self, line: int, cells: Sequence[str]) -> FileRow | list[RowProblem]:
        """The row, or all its problems."""
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
        # Only true counts: a false `is_default` must not contradict other rows.
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


def parse_rows(raw: BinaryIO, resolver: WarehouseResolver) -> Iterator[FileRow | RowProblem]:
    """Every row, or its problems. Raises UnreadableFile for an invalid header."""
    csv.field_size_limit(MAX_CELL_CHARACTERS)
    # Bytes that are not UTF-8 become lone surrogates, so that they are found in their row.
    text = TextIOWrapper(raw, encoding="utf-8-sig", errors="surrogateescape", newline="")
    records = _RecordReader(text)
    header = next(records, None)
    if header is None:
        raise UnreadableFile("the file is empty; it must begin with the names of the columns")
    if isinstance(header, RowProblem):
        raise UnreadableFile(header.reason, header.line)
    line, names = header
    try:
        reader = RowReader(names, resolver)
    except UnreadableFile as problem:
        raise UnreadableFile(problem.problem.reason, line) from None
    for record in records:
        if isinstance(record, RowProblem):
            yield record
            continue
        row = reader.read_row(*record)
        if isinstance(row, FileRow):
            yield row
        else:
            yield from row


def variant_key(ref: str | None, sku: str | None, name: str | None) -> str:
    """Key of a variant within its product: its reference in the file, else its sku, else its name."""
    return f"ref:{ref}" if ref else f"sku:{sku}" if sku else f"name:{name or DEFAULT_NAME}"


def ref_from_key(key: str) -> str | None:
    """The variant's reference in the file, from its key; None if the key is a sku or a name."""
    return key.removeprefix("ref:") if key.startswith("ref:") else None


def hash_fields(fields: dict[str, Any]) -> bytes:
    """Hash of the fields of a product or variant; equal fields in the same order have equal hashes."""
    return hashlib.blake2b(msgspec.msgpack.encode(list(fields.items())), digest_size=_HASH_BYTES).digest()


class _RecordReader(Iterator[tuple[int, list[str]] | RowProblem]):
    """Iterator of CSV records, each with the line that it begins on. Blank rows are skipped."""

    def __init__(self, text: TextIOWrapper) -> None:
        self._text = text
        self._has_ended = False
        self._skipped, first, delimiter = _read_preamble(text)
        lines = chain([first] if first else [], self._lines())
        self._reader = csv.reader(lines, strict=True, delimiter=delimiter)

    def __next__(self) -> tuple[int, list[str]] | RowProblem:
        while True:
            line = self._line + 1
            try:
                cells = next(self._reader)
            except csv.Error as problem:
                return RowProblem(line, self._describe_error(line, problem))
            if any(cell and not cell.isspace() for cell in cells):
                return line, cells

    @property
    def _line(self) -> int:
        """The line that was read last."""
        return self._skipped + self._reader.line_num

    def _lines(self) -> Iterator[str]:
        yield from self._text
        self._has_ended = True

    def _describe_error(self, line: int, problem: csv.Error) -> str:
        if self._has_ended:
            return "a quote that is opened here is never closed: nothing was read from this line on"
        reason = f"is not a row of a CSV file (RFC 4180): {problem}"
        if self._line == line:
            return reason
        return f"{reason}; is a quote not closed? Nothing was read from this line to line {self._line}"


def _read_preamble(text: TextIOWrapper) -> tuple[int, str, str]:
    """The number of lines before the header, the header's first line, and the separator. Raises UnreadableFile."""
    delimiter, skipped = None, 0
    while line := text.readline(MAX_CELL_CHARACTERS):
        if line.startswith(_UTF_16) or _UTF_16_PADDING in line:
            raise UnreadableFile("the file is UTF-16: save it as CSV UTF-8, for example", skipped + 1)
        declaration = None if skipped else _DECLARATION.fullmatch(line)
        if declaration is not None:
            delimiter = declaration[1]
        elif line.strip(_BLANK_CHARACTERS):
            break
        skipped += 1
    return skipped, line, delimiter or _guess_delimiter(line)


def _guess_delimiter(header: str) -> str:
    """The separator of the header: some spreadsheets write semicolons. No column's name holds either character."""
    return ";" if header.count(";") > header.count(",") else ","


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
