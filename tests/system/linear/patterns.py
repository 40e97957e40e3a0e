"""Every regular expression of the service, found in its source: compiled ones, those given to `re`, those of fields."""

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from re import _parser as parser
from typing import Any

import msgspec

import fulfilment
from tests.system.linear.search import Grammar, Run, plain

_ROOT = Path(fulfilment.__file__).parent
_METHODS = ("search", "match", "fullmatch", "sub", "split", "findall", "finditer")
# Every file with a pattern matches this: collecting the tests parses only these files.
_HAS_PATTERN = re.compile(r"\bre\.|\bpattern=")
_OF_CATEGORIES = {
    "CATEGORY_DIGIT": "1",
    "CATEGORY_NOT_DIGIT": "x",
    "CATEGORY_SPACE": " ",
    "CATEGORY_NOT_SPACE": "x",
    "CATEGORY_WORD": "a",
    "CATEGORY_NOT_WORD": "-",
}


class Found(msgspec.Struct, frozen=True):
    """A pattern where it stands. `pattern` is None where it is put together only when the code runs."""

    where: str
    pattern: re.Pattern | None
    methods: tuple[str, ...]


@cache
def all_found() -> tuple[Found, ...]:
    """Every pattern of the service."""
    found = [each for path in sorted(_ROOT.rglob("*.py")) for each in _of_file(path)]
    return tuple(msgspec.structs.replace(each, where=f"{each.where}") for each in found)


def _of_file(path: Path) -> Iterator[Found]:
    module = ".".join(path.relative_to(_ROOT).with_suffix("").parts)
    text = path.read_text(encoding="utf-8")
    if not _HAS_PATTERN.search(text):
        return
    tree = ast.parse(text)
    names = {
        id(node.value): target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "re":
            if node.func.attr == "compile":
                yield _compiled(module, tree, node, names.get(id(node)))
            elif node.func.attr in _METHODS:
                yield Found(f"{module}: {ast.unparse(node)}", _constant(node.args[0]), (node.func.attr,))
        for keyword in node.keywords:
            if keyword.arg == "pattern":
                yield Found(f"{module}: {ast.unparse(node)}", _constant(keyword.value), ("search",))


def _compiled(module: str, tree: ast.AST, node: ast.Call, name: str | None) -> Found:
    value = getattr(importlib.import_module(f"fulfilment.{module}"), name, None) if name else None
    used = {
        found.func.attr
        for found in ast.walk(tree)
        if isinstance(found, ast.Call)
        and isinstance(found.func, ast.Attribute)
        and isinstance(found.func.value, ast.Name)
        and found.func.value.id == name
    }
    where = f"{module}: {name or ast.unparse(node)}"
    return Found(where, value if isinstance(value, re.Pattern) else None, tuple(sorted(used & {*_METHODS})))


def _constant(node: ast.expr) -> re.Pattern | None:
    return re.compile(node.value) if isinstance(node, ast.Constant) else None


def runs_of(pattern: re.Pattern, methods: tuple[str, ...]) -> Run:
    """The calls that the code makes with the pattern."""
    is_bytes = isinstance(pattern.pattern, bytes)

    def run(text: str) -> None:
        given: Any = text.encode("latin-1", "replace") if is_bytes else text
        for method in methods:
            if method == "sub":
                pattern.sub(given[:0], given)
            elif method == "finditer":
                list(pattern.finditer(given))
            else:
                getattr(pattern, method)(given)

    return run


def grammar_of(pattern: re.Pattern) -> Grammar:
    """Fragments of the pattern's own literals and classes, and some that it has no room for."""
    text = pattern.pattern.decode("latin-1") if isinstance(pattern.pattern, bytes) else pattern.pattern
    flags = pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags
    fragments = list(dict.fromkeys(fragment for fragment in _fragments(parser.parse(text, flags)) if fragment))
    starts = ["", *fragments[:8], "".join(fragments)[:60]]
    return Grammar(plain(*fragments[:14], "~"), starts, ["", "~", "\n", *fragments[-3:]])


def _fragments(parsed: Any) -> Iterator[str]:
    literal = ""
    for kind, value in parsed:
        if str(kind) == "LITERAL":
            literal += chr(value)
            continue
        yield literal
        literal = ""
        match str(kind):
            case "NOT_LITERAL":
                yield "~"
            case "IN":
                yield from _members(value)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                yield from _fragments(value[2])
            case "SUBPATTERN":
                yield from _fragments(value[3])
            case "ATOMIC_GROUP":
                yield from _fragments(value)
            case "BRANCH":
                for branch in value[1]:
                    yield from _fragments(branch)
            case "ASSERT" | "ASSERT_NOT":
                yield from _fragments(value[1])
            case "ANY":
                yield "x"
    yield literal


def _members(members: Any) -> Iterator[str]:
    for kind, value in members:
        match str(kind):
            case "LITERAL":
                yield chr(value)
            case "RANGE":
                yield chr(value[0])
            case "CATEGORY":
                yield _OF_CATEGORIES[str(value)]
            case "NEGATE":
                yield "x"
