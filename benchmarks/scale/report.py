"""What is printed and kept: the table of figures, and the plan of each question beside it."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.scale.timing import Figure

BAR = 1.5
# What a filter without an index looks through is bounded, and the small database may hold less than that.
_NOTES = """
Times are medians in microseconds of the statement alone, over a local socket, both databases asked in turn for the same
places again and again, so that both answer from memory; `rows` is what each answered. `MISSED`: the large database took
more than 1.5 times as long. Where the rows differ, up to 1,000 rows were looked through for those that a filter without
an index lets pass: that is the bound on its time, and the small database has fewer to look through.
"""
_ROW = "| {:<52} | {:>8} | {:>8} | {:>5} | {:>11} | {:<6} |"


def table(figures: Sequence[Figure]) -> list[str]:
    """The figures as Markdown."""
    lines = [
        _ROW.format("question", "small us", "large us", "ratio", "rows", ""),
        _ROW.format(*"------").replace(" ", "-"),
    ]
    return [*lines, *(line(figure) for figure in figures)]


def line(figure: Figure) -> str:
    rows = "/".join(map(str, sorted(set(figure.rows))))
    verdict = "ok" if figure.ratio <= BAR else "MISSED"
    return _ROW.format(figure.name, f"{figure.small:.0f}", f"{figure.large:.0f}", f"{figure.ratio:.2f}", rows, verdict)


def verdict(figures: Sequence[Figure]) -> str:
    missed = [figure.name for figure in figures if figure.ratio > BAR]
    kept = f"{len(figures) - len(missed)} of {len(figures)} within {BAR} times"
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
        subject = figure.name.partition(" ")[0].strip(":")
        subjects.setdefault(subject, []).append(f"== {figure.name}\n{figure.plan}\n")
    for subject, plans in subjects.items():
        (folder / f"{subject}.txt").write_text("\n".join(plans), encoding="utf-8")
