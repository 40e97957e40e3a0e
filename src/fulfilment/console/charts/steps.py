"""A quantity over time, as steps: it is what it became until it becomes something else."""

from collections.abc import Iterable

import msgspec

from fulfilment.console.charts.canvas import HEIGHT, WIDTH, scale_x, scale_y


class Steps(msgspec.Struct, frozen=True):
    """The steps as an SVG path, the same closed as an area, the height of a mark, and what the top edge means."""

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
