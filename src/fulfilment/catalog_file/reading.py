"""Reading the file: UTF-8 with or without a byte order mark, as RFC 4180 has it, one header and any number of rows.

Where the header has semicolons instead of commas, so do the rows.
"""

import csv
from collections.abc import Iterator
from io import TextIOWrapper
from itertools import chain
from typing import BinaryIO

from fulfilment.catalog_file.places import Places
from fulfilment.catalog_file.problem import Problem, Unreadable
from fulfilment.catalog_file.rows import Row, RowReader

# What a request could hold at most; a quote that is never closed must not swallow the rest of a large file.
MAX_CELL_CHARACTERS = 2**20


def read(raw: BinaryIO, places: Places) -> Iterator[Row | Problem]:
    """Every row, or what is wrong with it. Raises Unreadable where the header cannot be understood."""
    csv.field_size_limit(MAX_CELL_CHARACTERS)
    # Bytes that are not UTF-8 are kept as what no text may hold, so that they are found in their row.
    text = TextIOWrapper(raw, encoding="utf-8-sig", errors="surrogateescape", newline="")
    records = _records(text)
    header = next(records, None)
    if header is None:
        raise Unreadable("the file is empty; it must begin with the names of the columns")
    if isinstance(header, Problem):
        raise Unreadable(header.reason)
    reader = RowReader(header[1], places)
    for record in records:
        if isinstance(record, Problem):
            yield record
            continue
        row = reader.read(*record)
        if isinstance(row, Row):
            yield row
        else:
            yield from row


def _records(text: TextIOWrapper) -> Iterator[tuple[int, list[str]] | Problem]:
    """Each record with the line it begins on; blank lines are none."""
    first = text.readline(MAX_CELL_CHARACTERS)
    reader = csv.reader(chain([first] if first else [], text), strict=True, delimiter=_delimiter(first))
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as problem:
            yield Problem(line, f"is not a row of a CSV file (RFC 4180): {problem}")
            continue
        if cells:
            yield line, cells


def _delimiter(header: str) -> str:
    """What separates the columns' names, none of which holds either: some spreadsheets write semicolons."""
    return ";" if header.count(";") > header.count(",") else ","
