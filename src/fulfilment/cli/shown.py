"""What commands print: JSON for programs, aligned columns for people, in colours on a terminal that wants them.

Rich leaves the colours out where the output is no terminal, or NO_COLOR is set.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

_GAP = "  "


def as_json(value: Any) -> None:
    """Print one line of JSON."""
    print(msgspec.json.encode(value).decode())


def table(columns: Sequence[str], rows: Sequence[Sequence[str | None]]) -> None:
    """Print rows below the names of their columns; no cell is cut, however narrow the terminal."""
    cells = [[_plain(cell) for cell in row] for row in rows]
    widths = [max([cell_len(name), *(cell_len(row[at]) for row in cells)]) for at, name in enumerate(columns)]
    console = _console()
    console.print(Text(_line(columns, widths), style="bold"))
    for row in cells:
        console.print(Text(_line(row, widths)))


def facts(values: Mapping[str, str | None], bad: Sequence[str] = ()) -> None:
    """Print names and what they are; those in `bad` in red."""
    width = max(cell_len(name) for name in values)
    console = _console()
    for name, value in values.items():
        style = "red" if name in bad else ""
        console.print(Text.assemble((f"{name:<{width}}{_GAP}", "bold"), (_plain(value), style)))


def good(line: str) -> None:
    """Print that something went well."""
    _console().print(Text(line, style="green"))


def _console() -> Console:
    return Console(highlight=False, soft_wrap=True)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return _GAP.join(cell + " " * (width - cell_len(cell)) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _plain(cell: str | None) -> str:
    """What a merchant wrote must not steer the operator's terminal."""
    return "-" if cell is None else "".join(sign if sign.isprintable() else "?" for sign in cell)
