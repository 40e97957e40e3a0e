"""Reading the file: UTF-8 with or without a byte order mark, as RFC 4180 has it, one header and any number of rows.

A first line such as `sep=;` names the separator. Else the header does: where it has semicolons instead of commas, so do
the rows. Rows in which nothing stands are passed over, before the header too.
"""

import csv
import re
from collections.abc import Iterator
from io import TextIOWrapper
from itertools import chain
from typing import BinaryIO

from fulfilment.catalog.csv.problem import RowProblem, UnreadableFile
from fulfilment.catalog.csv.rows import FileRow, RowReader
from fulfilment.catalog.csv.warehouses import WarehouseResolver

# What a request could hold at most; a quote that is never closed must not swallow the rest of a large file.
MAX_CELL_CHARACTERS = 2**20

# Spreadsheets read the separator from such a line; other programs have put it into quotes or filled up its row.
_DECLARATION = re.compile(r'"?sep=([,;\t])"?[,;\s]*+', re.IGNORECASE)
_BLANK_CHARACTERS = ' ",;\t\r\n'
# The bytes of UTF-16 as they are found below: its byte order mark, and the other half of each Latin letter.
_UTF_16 = ("\udcff\udcfe", "\udcfe\udcff")
_UTF_16_PADDING = "\0"


def parse_rows(raw: BinaryIO, resolver: WarehouseResolver) -> Iterator[FileRow | RowProblem]:
    """Every row, or what is wrong with it. Raises UnreadableFile where the header cannot be understood."""
    csv.field_size_limit(MAX_CELL_CHARACTERS)
    # Bytes that are not UTF-8 are kept as what no text may hold, so that they are found in their row.
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


class _RecordReader(Iterator[tuple[int, list[str]] | RowProblem]):
    """Each record with the line it begins on; rows in which nothing stands are none."""

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
    """What separates the columns' names, none of which holds either: some spreadsheets write semicolons."""
    return ";" if header.count(";") > header.count(",") else ","
