"""Numbers of equal spans side by side, as bars of stacked parts."""

from collections.abc import Sequence

import msgspec

from fulfilment.console.charts.canvas import HEIGHT, WIDTH, scale_y

# What of a span's width its bar takes.
_BAR_SHARE = 0.72


class BarPart(msgspec.Struct, frozen=True):
    """One part of a bar as a rectangle. `nth` is its place in the stack, from below."""

    nth: int
    x: float
    y: float
    width: float
    height: float


class Bars(msgspec.Struct, frozen=True):
    """All parts that are not empty, and what the top edge means."""

    parts: list[BarPart]
    maximum: int


def build_bars(columns: Sequence[Sequence[int]]) -> Bars:
    """A bar for each of `columns`, which has the size of each part from below; none is below 0."""
    maximum = max([1, *(sum(column) for column in columns)])
    span = WIDTH / max(len(columns), 1)
    width = round(span * _BAR_SHARE, 1)
    parts = []
    for index, column in enumerate(columns):
        left, below = round(span * (index + (1 - _BAR_SHARE) / 2), 1), 0
        for nth, size in enumerate(column):
            if size:
                top = scale_y(below + size, maximum)
                bottom = scale_y(below, maximum) if below else HEIGHT
                parts.append(BarPart(nth, left, top, width, round(bottom - top, 1)))
            below += size
    return Bars(parts, maximum)
