"""A level over time as steps, drawn from its movements: each says what it left."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from fulfilment.console.charts import steps
from fulfilment.console.charts.steps import Steps


class Plot(msgspec.Struct, frozen=True):
    """The steps with the threshold as their mark, and when they begin."""

    steps: Steps
    begins: str


def draw(movements: Sequence[dict[str, Any]], threshold: int | None) -> Plot | None:
    """The steps from the oldest of the movements until now; they come newest first. None where there are none."""
    if not movements:
        return None
    became = [(_seconds(one["createdAt"]), one["quantityAfter"]) for one in reversed(movements)]
    oldest = movements[-1]
    first, last = became[0][0], max(datetime.now(UTC).timestamp(), became[-1][0])
    length = max(last - first, 1e-6)
    drawn = steps.draw(
        oldest["quantityAfter"] - oldest["delta"],
        [((at - first) / length, quantity) for at, quantity in became],
        threshold,
    )
    return Plot(drawn, oldest["createdAt"])


def _seconds(at: str) -> float:
    return datetime.fromisoformat(at).timestamp()
