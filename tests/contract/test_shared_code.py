"""Imports of the tests: none from benchmarks, and none from tests of whole systems in tests that prove a rule once."""

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
SYSTEM = TESTS / "system"
# Its subject is the benchmarks.
OF_BENCHMARKS = SYSTEM / "benchmarks"


@functools.cache
def _needed(path: Path) -> tuple[str, ...]:
    """The modules that a file imports, or names to have them run."""
    return tuple(_names_in(path))


def _names_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (f"{each.name}." for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _needing(module: str, files: Iterator[Path]) -> list[str]:
    return sorted(
        {
            path.relative_to(TESTS).as_posix()
            for path in files
            for name in _needed(path)
            if name.startswith(f"{module}.") and " " not in name
        }
    )


def test_no_test_of_the_service_needs_the_benchmarks() -> None:
    assert _needing("benchmarks", (path for path in TESTS.rglob("*.py") if OF_BENCHMARKS not in path.parents)) == []
    assert _needing("benchmarks", OF_BENCHMARKS.glob("*.py")) == [
        "system/benchmarks/test_console.py",
        "system/benchmarks/test_script.py",
    ]


def test_nothing_that_runs_without_the_tests_of_systems_needs_them() -> None:
    assert _needing("tests.system", (path for path in TESTS.rglob("*.py") if SYSTEM not in path.parents)) == []
    assert len(_needing("tests.system", SYSTEM.rglob("*.py"))) > 50
