"""Output of commands: JSON for programs, aligned columns for people, in colours on a terminal.

Rich omits the colours if the output is no terminal, or if NO_COLOR is set.
"""

from collections.abc import Container, Mapping, Sequence

import msgspec
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

_GAP = "  "
_BAD, _GOOD = "red", "green"


def print_json(value: object) -> None:
    """Print one line of JSON."""
    print(msgspec.json.encode(value).decode())


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str | None]], bad: Container[int] = ()) -> None:
    """Print rows below the names of their columns, with the rows at the indexes `bad` in red. No cell is truncated."""
    cells = [[_plain(cell) for cell in row] for row in rows]
    widths = [max([cell_len(name), *(cell_len(row[at]) for row in cells)]) for at, name in enumerate(columns)]
    console = _console()
    console.print(Text(_line(columns, widths), style="bold"))
    for at, row in enumerate(cells):
        console.print(Text(_line(row, widths), style=_BAD if at in bad else ""))


def print_facts(values: Mapping[str, str | None], bad: Container[str] = (), good: Container[str] = ()) -> None:
    """Print names with their values, the names in `bad` in red, and the names in `good` in green."""
    width = max(cell_len(name) for name in values)
    console = _console()
    for name, value in values.items():
        style = _BAD if name in bad else _GOOD if name in good else ""
        console.print(Text.assemble((f"{name:<{width}}{_GAP}", "bold"), (_plain(value), style)))


def print_success(line: str) -> None:
    """Print a line in green."""
    _console().print(Text(line, style=_GOOD))


def print_failure(line: str) -> None:
    """Print a line in red, for a failure that does not stop the command."""
    _console().print(Text(line, style=_BAD))


def _console() -> Console:
    return Console(highlight=False, soft_wrap=True)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return _GAP.join(cell + " " * (width - cell_len(cell)) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _plain(cell: str | None) -> str:
    """The cell without control characters: a merchant's text must not control the operator's terminal."""
    return "-" if cell is None else "".join(sign if sign.isprintable() else "?" for sign in cell)
