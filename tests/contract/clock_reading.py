"""Places where the source reads a clock, each by file, function and clock."""

import ast
from collections.abc import Iterator
from pathlib import Path

import fulfilment

SOURCE = Path(fulfilment.__file__).parent
SIMULATORS = SOURCE.with_name("fulfilment_simulators")
# The node's own clock, and the process's that follows the database's (infra/clock.py), wherever it is read through.
_READ = {
    "time": {"time", "time_ns", "localtime", "gmtime", "ctime"},
    "datetime": {"now", "utcnow", "today"},
    "date": {"today"},
    "clock": {"now", "epoch", "milliseconds", "iso_now"},
    "ids": {"moment_of"},
}
_MODULES = {"time": "time", "datetime": "datetime", "fulfilment": "clock ids"}


class _Reader(ast.NodeVisitor):
    """Collects what one module reads; a name that is imported as another is followed."""

    def __init__(self) -> None:
        self.found: set[tuple[str, str]] = set()
        self._inside: list[str] = []
        self._names: dict[str, str] = {name: name for name in _READ}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for each in node.names:
            if each.name in _READ.get((node.module or "").rpartition(".")[2], ()):
                self._note(f"{node.module}.{each.name}")
            if each.name in _READ:
                self._names[each.asname or each.name] = each.name

    def visit_Import(self, node: ast.Import) -> None:
        for each in node.names:
            if each.name in _READ:
                self._names[each.asname or each.name] = each.name

    def visit_Attribute(self, node: ast.Attribute) -> None:
        holder = node.value
        name = holder.id if isinstance(holder, ast.Name) else getattr(holder, "attr", None)
        known = self._names.get(name or "", name)
        if node.attr in _READ.get(known or "", ()):
            self._note(f"{known}.{node.attr}")
        self.generic_visit(node)

    def _within(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        # A clock read by a default or a decorator counts for the function as well.
        self._inside.append(node.name)
        self.generic_visit(node)
        self._inside.pop()

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _within

    def _note(self, read: str) -> None:
        self.found.add((".".join(self._inside) or "-", read))


def uses() -> Iterator[tuple[str, str, str]]:
    """Every place that reads a clock: the file, the function, and what it reads."""
    for path in sorted([*SOURCE.rglob("*.py"), *SIMULATORS.rglob("*.py")]):
        reader = _Reader()
        reader.visit(ast.parse(path.read_text()))
        for inside, read in sorted(reader.found):
            home = SOURCE if path.is_relative_to(SOURCE) else SOURCE.parent
            yield path.relative_to(home).as_posix(), inside, read
