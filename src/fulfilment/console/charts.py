"""Charts: bars of stacked parts, and step lines of a quantity over time."""

from collections.abc import Iterable, Sequence

import msgspec

WIDTH, HEIGHT = 640, 120


def scale_y(value: int, maximum: int) -> float:
    """Distance of a value from the top edge."""
    return round(HEIGHT * (1 - value / maximum), 1)


def scale_x(part: float) -> float:
    """Distance from the left edge, for a share from 0 to 1."""
    return round(WIDTH * part, 1)


# Share of a span's width that its bar takes.
_BAR_SHARE = 0.72


class BarPart(msgspec.Struct, frozen=True):
    """One part of a bar as a rectangle. `nth` is its place in the stack, from below."""

    nth: int
    x: float
    y: float
    width: float
    height: float


class Bars(msgspec.Struct, frozen=True):
    """Bar chart: its parts that are not empty, and the value of the top edge."""

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


class Steps(msgspec.Struct, frozen=True):
    """Step line: its SVG path, the same path closed as an area, the height of a mark, and the value of the top edge."""

    path: str
    area: str
    mark_y: float | None
    maximum: int


def build_steps(before: int, steps: Iterable[tuple[float, int]], mark: int | None = None) -> Steps:
    """The steps from the left edge to the right: what it was `before`, then when it became what.

    When is a part of the whole from 0 to 1, in order. A `mark` is a quantity that a line across shows.
    """
    points = list(steps)
    maximum = max(1, before, mark or 0, *(quantity for _, quantity in points))
    path = " ".join(
        [
            f"M0 {scale_y(before, maximum)}",
            *(f"H{scale_x(at)} V{scale_y(value, maximum)}" for at, value in points),
            f"H{WIDTH}",
        ]
    )
    return Steps(path, f"{path} V{HEIGHT} H0 Z", None if mark is None else scale_y(mark, maximum), maximum)
