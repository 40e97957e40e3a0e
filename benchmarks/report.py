"""Printed report of the benchmark."""

from collections.abc import Mapping
from statistics import median

from benchmarks.measuring import Run
from benchmarks.script import Script

Figures = dict[tuple[str, str], list[Run]]

# The least that a hot path may reach: of pgbench's rate for the same statements, and of the empty handler's rate.
ADJUST_BAR = 0.5
READ_BAR = 0.25

_ROW = "{:<10} {:<8} {:>8} {:>8} {:>8} {:>6} {:>9} {:>7} {:>11}"
_RATIO = "{:<10} {:>11} {:>20} {:>24} {:>18} {:>26}"


def table(figures: Figures) -> list[str]:
    """One line per scenario and way of running it: medians over the rounds."""
    lines = [_ROW.format("request", "through", "per s", "p50 ms", "p99 ms", "API", "Postgres", "API us", "Postgres us")]
    for (name, way), runs in figures.items():
        lines.append(
            _ROW.format(
                name,
                way,
                f"{_median(runs, 'rate'):,.0f}",
                f"{_median(runs, 'p50') / 1_000:.2f}",
                f"{_median(runs, 'p99') / 1_000:.2f}",
                f"{_median(runs, 'api_share'):.0%}",
                f"{_median(runs, 'postgres_share'):.0%}",
                f"{_microseconds(runs, 'api_share'):.0f}" if way == "http" else "",
                f"{_microseconds(runs, 'postgres_share'):.0f}",
            )
        )
    return lines


def verdicts(figures: Figures) -> list[str]:
    """The ratios that have a bar, and whether each is met."""
    lines = []
    for name, other, bar, against in (
        ("adjust", ("adjust", "pgbench"), ADJUST_BAR, "pgbench's rate for the same statements"),
        ("levels", ("empty", "http"), READ_BAR, "the empty handler's rate"),
        ("validate", ("empty", "http"), READ_BAR, "the empty handler's rate"),
    ):
        if (name, "http") in figures and other in figures:
            runs, others = figures[name, "http"], figures[other]
            word = "met" if _ratio(runs, others)[0] >= bar else "MISSED"
            lines.append(f"{word:<6}  {name}: {_told(runs, others, 2)} of {against} (bar {bar})")
    return lines


def ratios(figures: Figures, scripts: Mapping[str, Script]) -> list[str]:
    """How often each request asks PostgreSQL, and what it reaches of pgbench and of the empty handler: of their rates,
    and of their processor time.
    """
    heads = ("round trips", "of pgbench's rate", "of the empty one's", "API us of empty's", "Postgres us of pgbench's")
    lines = [_RATIO.format("request", *heads)]
    for name in dict.fromkeys(name for name, way in figures if way == "http" and name != "empty"):
        ours = figures[name, "http"]
        pgbench, empty = figures.get((name, "pgbench")), figures.get(("empty", "http"))
        lines.append(
            _RATIO.format(
                name,
                scripts[name].round_trips,
                _told(ours, pgbench, 2),
                _told(ours, empty, 3),
                _times(ours, empty, "api_share"),
                _times(ours, pgbench, "postgres_share"),
            )
        )
    return lines


def _told(runs: list[Run], others: list[Run] | None, digits: int) -> str:
    if others is None:
        return ""
    ratio, least, most = _ratio(runs, others)
    return f"{ratio:.{digits}f} ({least:.{digits}f} to {most:.{digits}f})"


def _times(runs: list[Run], others: list[Run] | None, share: str) -> str:
    return "" if others is None else f"{_microseconds(runs, share) / _microseconds(others, share):.2f}"


def _ratio(runs: list[Run], others: list[Run]) -> tuple[float, float, float]:
    """The median of the rounds' own ratios, the least and the most: what else the machine does moves both sides."""
    ratios = sorted(run.rate / other.rate for run, other in zip(runs, others, strict=True))
    return median(ratios), ratios[0], ratios[-1]


def _median(runs: list[Run], what: str) -> float:
    return median(getattr(run, what) for run in runs)


def _microseconds(runs: list[Run], share: str) -> float:
    """Processor time per request."""
    return 1e6 * median(getattr(run, share) / run.rate for run in runs)
