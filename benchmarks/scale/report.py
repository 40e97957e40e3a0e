"""Printed and stored report: the table of figures, and the plan of each question."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.scale.timing import Figure
from tests.harness.scale.work import READS_EVERYTHING, reads_more

BAR = 1.5
_NOTES = f"""
Both databases answer in turn, the small and the large one first alternately. The same places are read again and again,
so that both answer from memory. Times are medians in microseconds; a ratio is the median of the ratios of all pairs.
Each pair of figures is of the small and of the large database.

- `request` is a merchant's waiting time: a signed request to an API process of one worker, from the first byte sent to
  the last received. **The bar of {BAR} is on this.** A dash stands where no list or look-up asks just this.
- `statement` is PostgreSQL's part of it, over a local socket; it has no bar. Many are so quick that one more level of
  an index shows. A tree over a million rows is a level or two deeper than a tree over a thousand. Each look-up in it
  touches as many more `pages`. The logarithm explains this; the plan is the same.
- `rows` is the number of rows that tables and indexes returned, those dropped by a filter included. **It may not grow
  with the table**: not above twice as many and a page. `make test-all` holds it to the same bound
  (`tests/system/db/test_plans.py`).
- `found` is how many rows the statements answered, those that were only looked through included.

Questions whose names begin with `queue` or `sweep` are asked by the workers, whose sessions plan each time. All others
are asked by sessions that keep one plan for all values, as the API's do. Changes are rolled back; their times include
the beginning and the rollback.

A filter that has no index of its own looks through at most 1,000 rows an answer. Reconciling is exempt: it reads the
whole ledger and says so; one batch of it is shown for its plan. The shipments of both are ten seconds apart, so that
periods hold as many.
"""
_ROW = "| {:<52} | {:>17} | {:>5} | {:>15} | {:>5} | {:>11} | {:>11} | {:>9} | {:<6} |"
_HEAD = ("question", "request us", "ratio", "statement us", "ratio", "rows", "pages", "found", "")


def table(figures: Sequence[Figure]) -> list[str]:
    """The figures as Markdown."""
    head = [_ROW.format(*_HEAD), _ROW.format(*["---"] * len(_HEAD)).replace(" ", "-")]
    return [*head, *(line(figure) for figure in figures)]


def line(figure: Figure) -> str:
    request, statement = figure.request, figure.statement
    small, large = figure.work
    return _ROW.format(
        figure.name,
        f"{request.small:.0f} {request.large:.0f}" if request else "-",
        f"{request.ratio:.2f}" if request else "-",
        f"{statement.small:.0f} {statement.large:.0f}",
        f"{statement.ratio:.2f}",
        f"{small.rows} {large.rows}",
        f"{small.pages} {large.pages}",
        "{} {}".format(*figure.answered),
        _verdict(figure),
    )


def _verdict(figure: Figure) -> str:
    if figure.name in READS_EVERYTHING:
        return "exempt"
    return "MISSED" if is_missed(figure) else "ok"


def is_missed(figure: Figure) -> bool:
    """True if the large workspace waits too long, or reads more rows for as much."""
    if figure.name in READS_EVERYTHING:
        return False
    if reads_more(*(work.rows for work in figure.work)):
        return True
    return figure.request is not None and figure.request.ratio > BAR


def verdict(figures: Sequence[Figure]) -> str:
    missed = [figure.name for figure in figures if is_missed(figure)]
    kept = f"{len(figures) - len(missed)} of {len(figures)} within the bars"
    return f"{kept}; missed: {', '.join(missed)}" if missed else kept


def keep(folder: Path, sizes: Sequence[int], loaded: Sequence[str], figures: Sequence[Figure]) -> None:
    """Write the figures to `README.md` and the plans of each subject to a file of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.txt"):
        path.unlink()
    title = f"# {sizes[1]:,} variants beside {sizes[0]:,}"
    text = "\n".join([title, "", *loaded, _NOTES, *table(figures), "", verdict(figures), ""])
    (folder / "README.md").write_text(text, encoding="utf-8")
    subjects: dict[str, list[str]] = {}
    for figure in figures:
        subject = figure.name.partition(" ")[0].strip(":,")
        subjects.setdefault(subject, []).append(f"== {figure.name}\n{figure.plan}\n")
    for subject, plans in subjects.items():
        (folder / f"{subject}.txt").write_text("\n".join(plans), encoding="utf-8")
