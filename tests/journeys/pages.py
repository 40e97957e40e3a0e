"""The fenced blocks of the documentation, and what each says of itself.

The first word after the fence is the language. The words after it, `request=createProduct` or `output`, say what the
block belongs to; readers of the rendered page do not see them.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[2]
_FENCE = re.compile(r"^( *)```([^\n`]*)\n(.*?)^ *```$", re.S | re.M)
_HEADING = re.compile(r"^#+ (.*)$", re.M)


class Block(msgspec.Struct, frozen=True):
    """One fenced block."""

    page: str
    line: int
    heading: str
    language: str
    options: dict[str, str]
    text: str

    @property
    def where(self) -> str:
        return f"{self.page}:{self.line}"


def pages() -> list[str]:
    """Every page, as a path from the root. The clients' own pages are run by the clients' own tests."""
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "receivers").rglob("*.md")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


@cache
def blocks(page: str) -> tuple[Block, ...]:
    return tuple(_blocks(page))


def _blocks(page: str) -> Iterator[Block]:
    text = (ROOT / page).read_text("utf-8")
    for match in _FENCE.finditer(text):
        indent, info, inside = match.groups()
        language, *words = info.split() or [""]
        options = dict(word.partition("=")[::2] for word in words)
        before = text[: match.start()]
        headings = _HEADING.findall(_FENCE.sub("", before))
        yield Block(
            page,
            before.count("\n") + 1,
            headings[-1] if headings else "",
            language,
            options,
            re.sub(rf"^{indent}", "", inside, flags=re.M),
        )


def every(*languages: str) -> list[Block]:
    """The blocks of all pages in one of these languages."""
    return [block for page in pages() for block in blocks(page) if block.language in languages]
