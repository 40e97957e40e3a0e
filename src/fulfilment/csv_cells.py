"""Rows of CSV files that people open in a spreadsheet: nothing in a cell is run as a formula there."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

MEDIA_TYPE = "text/csv"
# What a spreadsheet takes for the beginning of a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def lines(rows: Iterable[Sequence[Any]]) -> bytes:
    """The rows as RFC 4180 has them, in UTF-8; an empty cell where nothing is known."""
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\r\n")
    for row in rows:
        writer.writerow([cell(value) for value in row])
    return target.getvalue().encode()


def cell(value: Any) -> Any:
    """Text that a spreadsheet would run as a formula is led by an apostrophe; numbers stay as they are."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
