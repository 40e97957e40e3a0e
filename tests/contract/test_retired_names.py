"""Retired names stay retired: code, schema, settings, metrics and log events use the field's terms.

`retired_names.txt` lists the private words that the code had before 0.3.0, one a line.
"""

import ast
import builtins
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from fulfilment.settings import Settings

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
RETIRED = frozenset((Path(__file__).parent / "retired_names.txt").read_text(encoding="utf-8").split())
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def _identifiers(node: ast.AST) -> Iterator[str]:
    """Yield what a node of the syntax tree names, and a string that is a single word."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
            yield name
        case ast.keyword(arg=str(name)):
            yield name
        case ast.alias(name=name, asname=alias):
            yield from (alias or name).split(".")
        case ast.Constant(value=str(text)) if _WORD.fullmatch(text):
            yield text


def _names_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = {name for node in ast.walk(tree) for name in _identifiers(node)}
    return found | {path.stem} | set(path.relative_to(ROOT / "src").parent.parts)


@pytest.mark.parametrize("package", sorted({path.relative_to(ROOT / "src").parts[:2] for path in SOURCES}))
def test_code_metrics_and_log_events_have_no_retired_name(package: tuple[str, ...]) -> None:
    folder = ROOT.joinpath("src", *package)
    paths = [folder] if folder.is_file() else sorted(folder.rglob("*.py"))
    found = {path.name: sorted(_names_of(path) & RETIRED) for path in paths}
    assert {name: names for name, names in found.items() if names} == {}


def test_the_schema_has_no_retired_name() -> None:
    files = sorted((ROOT / "src").rglob("*.sql"))
    assert files
    found = {path.name: sorted(set(_WORD.findall(path.read_text(encoding="utf-8"))) & RETIRED) for path in files}
    assert {name: names for name, names in found.items() if names} == {}


def test_settings_have_no_retired_name() -> None:
    named = {field.name for field in msgspec.structs.fields(Settings)}
    assert named & RETIRED == set()
    written = set(_WORD.findall((ROOT / "config.default.toml").read_text(encoding="utf-8")))
    assert written & {name for name in RETIRED if "_" in name} == set()


def test_a_retired_name_is_found_wherever_it_stands() -> None:
    code = "from fulfilment import convoy\ndef ride(party, *, strays): tell.told = strays(seat=1)\nlog('bell_not_rung')"
    found = {name for node in ast.walk(ast.parse(code)) for name in _identifiers(node)}
    assert {"convoy", "ride", "party", "strays", "tell", "told", "seat", "bell_not_rung"} <= found


_RAISED = re.compile(r"Raises ([^.]*)\.")
_CLASS_NAME = re.compile(r"\b[A-Z][a-z]+[A-Z][A-Za-z]*\b")
_CONSTANT_NAME = re.compile(r"\b[A-Z]{3,}_[A-Z_]{2,}[A-Z]\b")


def _stale_names_of(docstring: str, known: set[str]) -> set[str]:
    """Errors and constants that a docstring names and the code does not have."""
    raised = {name for part in _RAISED.findall(docstring) for name in _CLASS_NAME.findall(part)}
    constants = {name for name in _CONSTANT_NAME.findall(docstring) if not name.startswith(("FULFILMENT_", "OTEL_"))}
    return (raised | constants) - known


def test_docstrings_name_errors_and_constants_that_exist() -> None:
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES}
    known = {name for tree in trees.values() for node in ast.walk(tree) for name in _identifiers(node)}
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = {
        f"{path.name}: {name}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, documented)
        for name in _stale_names_of(ast.get_docstring(node) or "", known | set(dir(builtins)))
    }
    assert found == set()


def test_a_docstring_that_names_what_is_gone_is_found() -> None:
    docstring = "Wait for MOST_SECONDS. Raises PlaceTaken, NotFound."
    assert _stale_names_of(docstring, {"NotFound"}) == {"MOST_SECONDS", "PlaceTaken"}
