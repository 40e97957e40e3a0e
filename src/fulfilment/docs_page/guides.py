"""The guides in the order and under the headings of the list in docs/README.md, and what an error means, of
docs/errors.md.
"""

import re
from functools import cache

import msgspec

from fulfilment import brand
from fulfilment.docs_page import library
from fulfilment.docs_page.library import File

_LIST = "docs/README.md"
ERRORS = "docs/errors.md"
_DEFAULT_BRAND = "Svc-"
_HEADING = re.compile(r"(?:#{2,3} |\*\*)([^*]+)")
_ROW = re.compile(r"\|\s*\[([^\]]+)\]\(([^)#]+)\)\s*\|\s*(.*?)\s*\|")
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
_ERROR = re.compile(r"\|\s*(\d{3})\s*\|\s*`([A-Z_]+)`\s*\|\s*([^|]+?)\s*\|(?:\s*([^|]+?)\s*\|)?")


class Guide(msgspec.Struct, frozen=True):
    """One guide of the list: its page, its heading, and what the list says of it."""

    file: File
    title: str
    about: str

    @property
    def address(self) -> str:
        return f"/docs/{self.file.page}"


@cache
def groups() -> list[tuple[str, list[Guide]]]:
    """The guides under the headings of the list; the list itself comes first, what is not listed last."""
    own = library.files()[_LIST]
    found = _listed(own)
    listed = {own.source, *(guide.file.source for some in found.values() for guide in some)}
    first, *_, last = (*found.values(), *found.values())
    first.insert(0, _guide(own, "how answers look, and what holds everywhere"))
    for file in library.files().values():
        if file.is_page and "/" not in file.address and file.source not in listed:
            last.append(_guide(file, ""))
    return list(found.items())


def _listed(page: File) -> dict[str, list[Guide]]:
    """What the tables of a page list, each once."""
    found: dict[str, list[Guide]] = {}
    heading, listed = "Guides", {page.source}
    for line in page.text.splitlines():
        if named := _HEADING.match(line):
            heading = named[1]
        elif row := _ROW.match(line):
            led = library.linked(page.source, row[2])
            if led is not None and led[0].is_page and led[0].source not in listed:
                listed.add(led[0].source)
                found.setdefault(heading, []).append(_guide(led[0], row[3], row[1]))
    return found


@cache
def meanings() -> dict[tuple[str, str], str]:
    """When a code is answered and, where the page says so, what to do: Markdown, by its status and code.

    The page names headers as the default brand does, and these words as the brand of this process.
    """
    text = library.files()[ERRORS].text.replace(_DEFAULT_BRAND, f"{brand.current().title}-")
    found = (_ERROR.match(line) for line in text.splitlines())
    return {(each[1], each[2]): _sentences(each[3], each[4]) for each in found if each}


def _sentences(*cells: str | None) -> str:
    """The cells of a table, which begin in lower case and end without a full stop."""
    return " ".join(f"{cell[:1].upper()}{cell[1:].removesuffix('.')}." for cell in cells if cell)


def title_of(file: File) -> str:
    """The first heading."""
    found = _TITLE.search(file.text)
    return found[1].replace("`", "") if found else file.page


def _guide(file: File, about: str, named: str = "") -> Guide:
    """Under its first heading, unless the list has another name for it than its file's."""
    return Guide(file, named[0].upper() + named[1:] if " " in named else title_of(file), about)
