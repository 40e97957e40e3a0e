"""CSV files for spreadsheets: a choice of separators, and cells that no spreadsheet runs as a formula.

Spreadsheets of different countries split a file at different separators, so a cell is guarded however it may be split:
an apostrophe stands before every piece of a text that begins as a formula does. `unguarded` takes exactly these away.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal, overload

MEDIA_TYPE = "text/csv"
# Spreadsheets take a file without this mark for one of the machine's own old encoding.
BYTE_ORDER_MARK = "\ufeff"
LINE_END = "\r\n"

Separator = Literal["comma", "semicolon"]
DELIMITERS: dict[Separator, str] = {"comma": ",", "semicolon": ";"}

# Where a spreadsheet may begin another cell.
_BREAKS = r",;\t\r\n\v\f\x85\u2028\u2029"
# Quotes and invisible characters before a formula's sign do not hide it.
_HIDDEN = rf'(?:[^\S{_BREAKS}]|["\u200b-\u200d\u2060\ufeff])*+'
# The last eight are the signs in full width and in the small forms, which East Asian spreadsheets take for the first.
_SIGNS = "=+-@＝＋－＠﹦﹢﹣﹫"
_BLANKS = "\t\r\n"
_FORMULA = rf"'*+{_HIDDEN}[{re.escape(_SIGNS)}]"
_BLANK = rf"'*+[{_BLANKS}]"
# Most texts have none of these, which is found out in a tenth of the time.
_SUSPICIOUS = frozenset(_SIGNS + _BLANKS)
_UNGUARDED = re.compile(rf"\A(?={_BLANK})|(?<![^{_BREAKS}])(?={_FORMULA})")
_GUARDED = re.compile(rf"\A'(?={_BLANK})|(?<![^{_BREAKS}])'(?={_FORMULA})")


def lines(rows: Iterable[Sequence[Any]], separator: Separator = "comma") -> bytes:
    """The rows as RFC 4180 has them, in UTF-8; an empty cell where nothing is known."""
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
    """The text that `cell` has guarded."""
    return _GUARDED.sub("", text) if "'" in text else text
