"""Report of the benchmark of neighbours: one table, and the verdict on its bar."""

from statistics import median

import msgspec

from benchmarks.neighbours.attacks import CONTROL
from benchmarks.neighbours.neighbour import Kept

# Beside whatever attack, of what it is beside as many cheap reads.
MOST_TIMES_CONTROL = 3.0

_ASKED = ("read", "adjust", "session", "label")
_ROW = "{:<42} {:>9} {:>9} {:>9} {:>9} {:>6} {:>8} {:>9}  {}"


class Beside(msgspec.Struct, frozen=True):
    """One run: what the neighbour saw of each of its requests, and how the aggressor fared."""

    kept: dict[str, Kept]
    attacks_per_second: float
    statuses: dict[str, int]


Figures = dict[str, list[Beside]]


def table(figures: Figures) -> list[str]:
    """One line an attack: medians over the rounds, p99 in ms, and how many times the control's the worst one is."""
    lines = [_ROW.format("beside", *_ASKED, "times", "refused", "attacks/s", "answered with")]
    for name, runs in figures.items():
        lines.append(
            _ROW.format(
                name,
                *(f"{_p99(runs, what):.1f}" for what in _ASKED),
                f"{times(figures, name):.1f}",
                refused(runs),
                f"{median(run.attacks_per_second for run in runs):,.0f}",
                _statuses(runs),
            )
        )
    return lines


def verdicts(figures: Figures) -> list[str]:
    """The attacks that miss the bar, or a line that says that none does."""
    missed = []
    for name, runs in figures.items():
        if times(figures, name) > MOST_TIMES_CONTROL or refused(runs):
            error = next((kept.error for run in runs for kept in run.kept.values() if kept.error), "")
            missed.append(f"MISSED  {name}: {times(figures, name):.1f} times, {refused(runs)} refused {error[:200]}")
    bar = f"p99 at most {MOST_TIMES_CONTROL:g} times what it is beside {CONTROL.name}, and nothing refused"
    return missed or [f"met     beside each of {len(figures) - 1} attacks: {bar}"]


def times(figures: Figures, name: str) -> float:
    """How many times the control's p99 the worst of the neighbour's requests took."""
    control = figures[CONTROL.name]
    return max(_p99(figures[name], what) / _p99(control, what) for what in _ASKED)


def refused(runs: list[Beside]) -> int:
    return sum(kept.refused for run in runs for kept in run.kept.values())


def _p99(runs: list[Beside], what: str) -> float:
    return median(run.kept[what].p99 for run in runs)


def _statuses(runs: list[Beside]) -> str:
    """Outcomes of the attacks: how many of each status, broken connections as `cut`."""
    sums: dict[str, int] = {}
    for run in runs:
        for status, count in run.statuses.items():
            sums[status] = sums.get(status, 0) + count
    return ", ".join(f"{'cut' if status == '0' else status}: {count}" for status, count in sorted(sums.items()))
