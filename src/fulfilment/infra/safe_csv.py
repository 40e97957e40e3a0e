"""CSV files for spreadsheets, with a choice of separators and protection against formula injection.

Spreadsheets of different countries split a file at different separators. Therefore a cell is guarded for every possible
split: an apostrophe precedes each piece of a text that begins like a formula. `unguard` removes exactly these
apostrophes.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal, overload

MEDIA_TYPE = "text/csv"
# Without this mark, spreadsheets assume the machine's legacy encoding.
BYTE_ORDER_MARK = "\ufeff"
LINE_END = "\r\n"

Separator = Literal["comma", "semicolon"]
DELIMITERS: dict[Separator, str] = {"comma": ",", "semicolon": ";"}

# Characters after which a spreadsheet may begin another cell.
_BREAKS = r",;\t\r\n\v\f\x85\u2028\u2029"
# Quotes and invisible characters before a formula's sign do not disable the formula.
_HIDDEN = rf'(?:[^\S{_BREAKS}]|["\u200b-\u200d\u2060\ufeff])*+'
# The last eight are the full-width and small forms of the first four; East Asian spreadsheets treat them alike.
_SIGNS = "=+-@＝＋－＠﹦﹢﹣﹫"
_BLANKS = "\t\r\n"
_FORMULA = rf"'*+{_HIDDEN}[{re.escape(_SIGNS)}]"
_BLANK = rf"'*+[{_BLANKS}]"
# Fast check: most texts contain none of these.
_SUSPICIOUS = frozenset(_SIGNS + _BLANKS)
_UNGUARDED = re.compile(rf"\A(?={_BLANK})|(?<![^{_BREAKS}])(?={_FORMULA})")
_GUARDED = re.compile(rf"\A'(?={_BLANK})|(?<![^{_BREAKS}])'(?={_FORMULA})")


def lines(rows: Iterable[Sequence[Any]], separator: Separator = "comma") -> bytes:
    """The rows as CSV (RFC 4180) in UTF-8; None is an empty cell."""
    target = io.StringIO()
    writer = csv.writer(target, delimiter=DELIMITERS[separator], lineterminator=LINE_END)
    for row in rows:
        writer.writerow([guard(value) for value in row])
    return target.getvalue().encode()


@overload
def guard(value: str) -> str: ...
@overload
def guard(value: object) -> object: ...
def guard(value: object) -> object:
    """Guard each piece of a text that a spreadsheet would run as a formula; numbers stay as they are."""
    if not isinstance(value, str) or _SUSPICIOUS.isdisjoint(value):
        return value
    return _UNGUARDED.sub("'", value)


def unguard(text: str) -> str:
    """The original of a text that `guard` has guarded."""
    return _GUARDED.sub("", text) if "'" in text else text
