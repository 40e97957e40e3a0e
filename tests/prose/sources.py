"""Paragraphs of prose in code, SQL, templates and documents, each with its place."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import msgspec

_SENTENCE = re.compile(r"[A-Z][^`]*\s[^`]*\s[^`]*[.!?]$", re.DOTALL)
_SQL = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|WITH|FROM)\b")
_LIST_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
_MARKUP = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_DIRECTIVE = re.compile(r"^(noqa|type:|pyright:|!|fmt:|pragma|ruff:)")


class Paragraph(msgspec.Struct, frozen=True):
    """Text of one paragraph, list item, comment or message."""

    line: int
    text: str


def of_file(path: Path) -> Iterator[Paragraph]:
    """All paragraphs of a file, by its suffix."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from _python(text)
    elif path.suffix == ".md":
        yield from _markdown(text, 1)
    elif path.suffix == ".html":
        yield from _template(text)
    elif path.suffix == ".sql":
        yield from _comments(text, "--")
    else:
        yield from _comments(text, "#")


def _python(text: str) -> Iterator[Paragraph]:
    tree = ast.parse(text)
    documented = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            documented.add(id(node.value))
            yield from _markdown(node.value.value, node.lineno)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented:
            if _SENTENCE.match(node.value) and not _SQL.search(node.value) and "\n" not in node.value.strip():
                yield Paragraph(node.lineno, node.value)
        elif isinstance(node, ast.JoinedStr):
            whole = "".join(
                part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "VALUE"
                for part in node.values
            )
            if _SENTENCE.match(whole) and not _SQL.search(whole) and "\n" not in whole.strip():
                yield Paragraph(node.lineno, whole)
    yield from _python_comments(text)


def _python_comments(text: str) -> Iterator[Paragraph]:
    block: list[str] = []
    began = last = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT:
            continue
        words = token.string.lstrip("#").strip()
        alone = token.line.strip().startswith("#")
        if block and not (alone and token.start[0] == last + 1):
            yield Paragraph(began, " ".join(block))
            block = []
        if not _DIRECTIVE.match(words):
            began = began if block else token.start[0]
            block.append(words)
        last = token.start[0]
    if block:
        yield Paragraph(began, " ".join(block))


def _comments(text: str, mark: str) -> Iterator[Paragraph]:
    block: list[str] = []
    began = 0
    for number, line in enumerate([*text.splitlines(), ""], 1):
        stripped = line.strip()
        if stripped.startswith(mark) and not stripped.startswith(("#!", "# ---")):
            began = began if block else number
            block.append(stripped.lstrip(mark).strip())
        elif block:
            yield from _markdown("\n".join(block), began)
            block = []


def _template(text: str) -> Iterator[Paragraph]:
    for found in re.finditer(r"""_\(\s*(["'])(.+?)\1""", text, re.DOTALL):
        yield Paragraph(text.count("\n", 0, found.start()) + 1, found[2])
    for found in re.finditer(r"\{#(.+?)#\}", text, re.DOTALL):
        yield Paragraph(text.count("\n", 0, found.start()) + 1, found[1])


def _markdown(text: str, first: int) -> Iterator[Paragraph]:
    """Paragraphs, list items, headings and cells; fenced and indented code is left out."""
    block: list[str] = []
    began = first
    fence = ""

    def end() -> Iterator[Paragraph]:
        nonlocal block
        if block:
            yield Paragraph(began, _MARKUP.sub(r"\1", " ".join(block)))
        block = []

    for number, line in enumerate(text.splitlines(), first):
        stripped = line.strip()
        marker = stripped[:3]
        if fence or marker in ("```", "~~~"):
            yield from end()
            fence = "" if fence and marker == fence else fence or marker
        elif not stripped or stripped.startswith(("<", "::", ">>>", "...")):
            yield from end()
        elif stripped.startswith("|"):
            yield from end()
            cells = [each.strip() for each in stripped.strip("|").split("|")]
            yield from (Paragraph(number, _MARKUP.sub(r"\1", each)) for each in cells if " " in each)
        elif stripped.startswith("#") and stripped.lstrip("#")[:1] == " ":
            yield from end()
            yield Paragraph(number, _MARKUP.sub(r"\1", stripped.lstrip("# ")))
        else:
            if _LIST_ITEM.match(line):
                yield from end()
            began = began if block else number
            block.append(_LIST_ITEM.sub("", stripped).lstrip("> "))
    yield from end()
