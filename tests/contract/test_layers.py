"""Imports run one way: the machinery knows no domain, domains know no screen or command, and nothing its simulators."""

import ast
from collections.abc import Iterator
from pathlib import Path

import fulfilment

SOURCE = Path(fulfilment.__file__).parent
_BELOW_ALL = ("fulfilment.infra", "fulfilment.settings", "fulfilment.__version__")
_ABOVE_ALL = ("fulfilment.console", "fulfilment.cli", "fulfilment.app", "fulfilment.worker")


def _imports() -> Iterator[tuple[str, str]]:
    """Every import of one of our own modules, absolute as all are: who imports, and what."""
    for path in sorted(SOURCE.rglob("*.py")):
        module = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                yield from ((module, f"{node.module}.{each.name}") for each in node.names)
            elif isinstance(node, ast.Import):
                yield from ((module, each.name) for each in node.names)


def _is_upward(module: str, imported: str) -> bool:
    if not imported.startswith("fulfilment."):
        return False
    if module.startswith("fulfilment.infra."):
        return not imported.startswith(_BELOW_ALL)
    return not module.startswith(_ABOVE_ALL) and imported.startswith(_ABOVE_ALL)


def test_nothing_imports_what_stands_above_it() -> None:
    assert [each for each in _imports() if _is_upward(*each)] == []


def test_nothing_of_the_service_imports_its_simulators() -> None:
    assert [each for each in _imports() if each[1].startswith("fulfilment_simulators")] == []
