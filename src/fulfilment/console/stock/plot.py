"""A level over time as steps, drawn from its movements: each says what it left."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from fulfilment.console.charts import steps
from fulfilment.console.charts.steps import Steps
from fulfilment.infra import clock


class LevelPlot(msgspec.Struct, frozen=True):
    """The steps with the threshold as their mark, and when they begin."""

    steps: Steps
    begins: str


def build_plot(movements: Sequence[dict[str, Any]], threshold: int | None) -> LevelPlot | None:
    """The steps from the oldest of the movements until now; they come newest first. None where there are none."""
    if not movements:
        return None
    points = [(_to_epoch(one["createdAt"]), one["quantityAfter"]) for one in reversed(movements)]
    oldest = movements[-1]
    first, last = points[0][0], max(clock.epoch(), points[-1][0])
    length = max(last - first, 1e-6)
    chart = steps.build_steps(
        oldest["quantityAfter"] - oldest["delta"],
        [((at - first) / length, quantity) for at, quantity in points],
        threshold,
    )
    return LevelPlot(chart, oldest["createdAt"])


def _to_epoch(at: str) -> float:
    return datetime.fromisoformat(at).timestamp()
