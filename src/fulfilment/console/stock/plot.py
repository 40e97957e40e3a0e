"""A level over time as steps, drawn from its movements: each says what it left."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

WIDTH, HEIGHT = 640, 120


class Plot(msgspec.Struct, frozen=True):
    """The steps as an SVG path, the threshold's height, and what the edges mean."""

    path: str
    threshold_y: float | None
    most: int
    begins: str


def draw(movements: Sequence[dict[str, Any]], threshold: int | None) -> Plot | None:
    """The steps from the oldest of the movements until now; they come newest first. None where there are none."""
    if not movements:
        return None
    steps = [(_seconds(one["createdAt"]), one["quantityAfter"]) for one in reversed(movements)]
    oldest = movements[-1]
    before = oldest["quantityAfter"] - oldest["delta"]
    first, last = steps[0][0], max(datetime.now(UTC).timestamp(), steps[-1][0])
    most = max(before, threshold or 0, *(quantity for _, quantity in steps), 1)
    path = [f"M0 {_y(before, most)}"]
    for at, quantity in steps:
        x = round(WIDTH * (at - first) / (last - first), 1) if last > first else 0
        path.append(f"H{x} V{_y(quantity, most)}")
    path.append(f"H{WIDTH}")
    line = None if threshold is None else _y(threshold, most)
    return Plot(" ".join(path), line, most, oldest["createdAt"])


def _y(quantity: int, most: int) -> float:
    return round(HEIGHT * (1 - quantity / most), 1)


def _seconds(at: str) -> float:
    return datetime.fromisoformat(at).timestamp()
