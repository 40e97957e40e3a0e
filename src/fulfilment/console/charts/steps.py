"""A quantity over time, as steps: it is what it became until it becomes something else."""

from collections.abc import Iterable

import msgspec

from fulfilment.console.charts.canvas import HEIGHT, WIDTH, x, y


class Steps(msgspec.Struct, frozen=True):
    """The steps as an SVG path, the same closed as an area, the height of a mark, and what the top edge means."""

    path: str
    area: str
    mark_y: float | None
    most: int


def draw(before: int, steps: Iterable[tuple[float, int]], mark: int | None = None) -> Steps:
    """The steps from the left edge to the right: what it was `before`, then when it became what.

    When is a part of the whole from 0 to 1, in order. A `mark` is a quantity that a line across shows.
    """
    taken = list(steps)
    most = max(1, before, mark or 0, *(quantity for _, quantity in taken))
    path = " ".join([f"M0 {y(before, most)}", *(f"H{x(at)} V{y(value, most)}" for at, value in taken), f"H{WIDTH}"])
    return Steps(path, f"{path} V{HEIGHT} H0 Z", None if mark is None else y(mark, most), most)
