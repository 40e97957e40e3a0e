"""What the benchmark prints."""

from statistics import median

from benchmarks.measuring import Run

Figures = dict[tuple[str, str], list[Run]]

# The least that a hot path may reach: of pgbench's rate for the same statements, and of the empty handler's rate.
ADJUST_BAR = 0.5
READ_BAR = 0.25

_ROW = "{:<10} {:<8} {:>9} {:>9} {:>9} {:>7} {:>9} {:>9}"


def table(figures: Figures) -> list[str]:
    """One line per scenario and way of running it: medians over the rounds."""
    lines = [_ROW.format("request", "through", "per s", "p50 ms", "p99 ms", "API", "Postgres", "API us")]
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
                f"{1e6 * median(run.api_share / run.rate for run in runs):.0f}" if way == "http" else "",
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
            ratio, spread = _ratio(figures[name, "http"], figures[other])
            word = "met" if ratio >= bar else "MISSED"
            lines.append(f"{word:<6}  {name}: {ratio:.2f} of {against} (bar {bar}; rounds {spread})")
    return lines


def _ratio(runs: list[Run], others: list[Run]) -> tuple[float, str]:
    """The median of the rounds' own ratios: what else the machine does moves both sides of one round."""
    ratios = sorted(run.rate / other.rate for run, other in zip(runs, others, strict=True))
    return median(ratios), f"{ratios[0]:.2f} to {ratios[-1]:.2f}"


def _median(runs: list[Run], what: str) -> float:
    return median(getattr(run, what) for run in runs)
