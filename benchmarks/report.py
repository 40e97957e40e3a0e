"""What the benchmark prints."""

from statistics import median

from benchmarks.measuring import Run

Figures = dict[tuple[str, str], list[Run]]

# The least that a hot path may reach: of pgbench's rate for the same statements, and of the empty handler's rate.
ADJUST_BAR = 0.5
READ_BAR = 0.25

_ROW = "{:<10} {:<8} {:>8} {:>8} {:>8} {:>6} {:>9} {:>7} {:>11}"
_RATIO = "{:<10} {:>22} {:>22} {:>28}"


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
            ratio, spread = _ratio(figures[name, "http"], figures[other])
            word = "met" if ratio >= bar else "MISSED"
            lines.append(f"{word:<6}  {name}: {ratio:.2f} of {against} (bar {bar}; rounds {spread})")
    return lines


def ratios(figures: Figures) -> list[str]:
    """What each request reaches of pgbench's rate and of the empty handler's, and what of its time is PostgreSQL's."""
    lines = [_RATIO.format("request", "of pgbench's rate", "of the empty handler's", "Postgres us, of pgbench's")]
    for name in dict.fromkeys(name for name, _ in figures):
        ours, theirs, empty = (figures.get(one) for one in ((name, "http"), (name, "pgbench"), ("empty", "http")))
        if ours is None or name == "empty":
            continue
        times = (
            ""
            if theirs is None
            else f"{_microseconds(ours, 'postgres_share') / _microseconds(theirs, 'postgres_share'):.2f}"
        )
        lines.append(_RATIO.format(name, _told(ours, theirs), _told(ours, empty), times))
    return lines


def _told(runs: list[Run], others: list[Run] | None) -> str:
    if others is None:
        return ""
    ratio, spread = _ratio(runs, others)
    return f"{ratio:.2f} ({spread})"


def _ratio(runs: list[Run], others: list[Run]) -> tuple[float, str]:
    """The median of the rounds' own ratios: what else the machine does moves both sides of one round."""
    ratios = sorted(run.rate / other.rate for run, other in zip(runs, others, strict=True))
    return median(ratios), f"{ratios[0]:.2f} to {ratios[-1]:.2f}"


def _median(runs: list[Run], what: str) -> float:
    return median(getattr(run, what) for run in runs)


def _microseconds(runs: list[Run], share: str) -> float:
    """Processor time per request."""
    return 1e6 * median(getattr(run, share) / run.rate for run in runs)
