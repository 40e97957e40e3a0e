"""The guides in the order and under the headings of the list in docs/README.md, and what an error means, of
docs/errors.md.
"""

import re
from functools import cache

import msgspec

from fulfilment.docs_site import library
from fulfilment.docs_site.library import DocsFile
from fulfilment.infra import branding

_LIST = "docs/README.md"
ERRORS = "docs/errors.md"
_DOCUMENTED_BRAND = "Svc-"
_HEADING = re.compile(r"(?:#{2,3} |\*\*)([^*]+)")
_ROW = re.compile(r"\|\s*\[([^\]]+)\]\(([^)#]+)\)\s*\|\s*(.*?)\s*\|")
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
_ERROR = re.compile(r"\|\s*(\d{3})\s*\|\s*`([A-Z_]+)`\s*\|\s*([^|]+?)\s*\|(?:\s*([^|]+?)\s*\|)?")


class Guide(msgspec.Struct, frozen=True):
    """One guide of the list: its page, its heading, and what the list says of it."""

    file: DocsFile
    title: str
    description: str

    @property
    def address(self) -> str:
        return f"/docs/{self.file.page}"


@cache
def list_groups() -> list[tuple[str, list[Guide]]]:
    """The guides under the headings of the list; the list itself comes first, what is not listed last."""
    readme = library.list_files()[_LIST]
    guides_by_heading = _parse_list(readme)
    listed = {readme.source, *(guide.file.source for guides in guides_by_heading.values() for guide in guides)}
    first, *_, last = (*guides_by_heading.values(), *guides_by_heading.values())
    first.insert(0, _build_guide(readme, "how answers look, and what holds everywhere"))
    for file in library.list_files().values():
        if file.is_page and "/" not in file.address and file.source not in listed:
            last.append(_build_guide(file, ""))
    return list(guides_by_heading.items())


def _parse_list(page: DocsFile) -> dict[str, list[Guide]]:
    """What the tables of a page list, each once."""
    guides_by_heading: dict[str, list[Guide]] = {}
    heading, listed = "Guides", {page.source}
    for line in page.text.splitlines():
        if named := _HEADING.match(line):
            heading = named[1]
        elif row := _ROW.match(line):
            target = library.resolve_link(page.source, row[2])
            if target is not None and target[0].is_page and target[0].source not in listed:
                listed.add(target[0].source)
                guides_by_heading.setdefault(heading, []).append(_build_guide(target[0], row[3], row[1]))
    return guides_by_heading


@cache
def load_error_meanings() -> dict[tuple[str, str], str]:
    """When a code is answered and, where the page says so, what to do: Markdown, by its status and code.

    The page names headers as the default brand does, and these words as the brand of this process.
    """
    text = library.list_files()[ERRORS].text.replace(_DOCUMENTED_BRAND, f"{branding.current().title}-")
    matches = (_ERROR.match(line) for line in text.splitlines())
    return {(each[1], each[2]): _sentences(each[3], each[4]) for each in matches if each}


def _sentences(*cells: str | None) -> str:
    """The cells of a table, which begin in lower case and end without a full stop."""
    return " ".join(f"{cell[:1].upper()}{cell[1:].removesuffix('.')}." for cell in cells if cell)


def find_title(file: DocsFile) -> str:
    """The first heading."""
    found = _TITLE.search(file.text)
    return found[1].replace("`", "") if found else file.page


def _build_guide(file: DocsFile, description: str, name: str = "") -> Guide:
    """Under its first heading, unless the list has another name for it than its file's."""
    return Guide(file, name[0].upper() + name[1:] if " " in name else find_title(file), description)
