"""The Markdown pages as files with their addresses, the guides of docs/README.md and the errors of docs/errors.md."""

import posixpath
import re
import struct
from functools import cache
from pathlib import Path

import msgspec

from fulfilment.infra import branding

_PACKAGE = Path(__file__).parents[1]
# Served files as patterns in the repository, with the folder of their addresses under /docs. Links of pages to other
# files lead nowhere.
_SERVED_FILES = (
    ("docs/*.md", ""),
    ("docs/*.json", ""),
    ("docs/*/*", None),
    ("README.md", "project"),
    ("SECURITY.md", "project"),
    ("CHANGELOG.md", "project"),
    ("CONTRIBUTING.md", "project"),
    ("receivers/README.md", "receivers"),
    ("receivers/*/*.*", "receivers"),
    ("tests/vectors/*.json", "vectors"),
    ("clients/*/README.md", "clients"),
)
_MARKDOWN, _PICTURE = ".md", ".png"
FRONT_PAGE = "README"


class DocsFile(msgspec.Struct, frozen=True):
    """A file and its address under /docs, for example `signing.md` or `storefront/tell.py`.

    `source` is its path in the repository, which links between pages are relative to.
    """

    source: str
    address: str
    path: Path

    @property
    def is_page(self) -> bool:
        return self.source.endswith(_MARKDOWN)

    @property
    def is_picture(self) -> bool:
        return self.source.endswith(_PICTURE)

    @property
    def page(self) -> str:
        """The address of the page that is made of it."""
        return self.address.removesuffix(_MARKDOWN)

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def content(self) -> bytes:
        return self.path.read_bytes()


@cache
def list_files() -> dict[str, DocsFile]:
    """Every file that is served, by its path in the repository."""
    root, found = _find_root(), {}
    for pattern, folder in _SERVED_FILES:
        for path in sorted(root.glob(pattern)):
            if path.is_file():
                source = path.relative_to(root).as_posix()
                found[source] = DocsFile(source, _build_address(source, folder), path)
    return found


@cache
def files_by_address() -> dict[str, DocsFile]:
    """Every file that is served, by its address."""
    return {file.address: file for file in list_files().values()}


@cache
def picture_sizes() -> dict[str, tuple[int, int]]:
    """Width and height in pixels of each picture, by its address under /docs; a PNG has them in its first chunk."""
    pictures = (file for file in list_files().values() if file.is_picture)
    return {file.address: struct.unpack(">II", file.content[16:24]) for file in pictures}


def resolve_link(source: str, link: str) -> tuple[DocsFile, str] | None:
    """Target of a relative link on the page at `source`, with its `#anchor` or nothing; None where it is not served."""
    target, hash_sign, anchor = link.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target)) if target else source
    file = list_files().get(path) or list_files().get(f"{path}/{FRONT_PAGE}{_MARKDOWN}")
    return None if file is None else (file, hash_sign + anchor)


def _find_root() -> Path:
    """An installed package carries the pages inside; a checkout has them at its root."""
    inside = _PACKAGE / "pages"
    return inside if inside.is_dir() else _PACKAGE.parents[1]


def _build_address(source: str, folder: str | None) -> str:
    """Address of a file, with at most one folder; the README of a folder has the name of the folder."""
    if folder is None:
        return source.removeprefix("docs/")
    parent, name = posixpath.split(source)
    if name == f"{FRONT_PAGE}{_MARKDOWN}" and "/" in parent:
        name = posixpath.basename(parent) + _MARKDOWN
    return f"{folder}/{name}" if folder else name


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
    """Guides under the headings of the list; the list itself comes first, and unlisted guides last."""
    readme = list_files()[_LIST]
    guides_by_heading = _parse_list(readme)
    listed = {readme.source, *(guide.file.source for guides in guides_by_heading.values() for guide in guides)}
    first, *_, last = (*guides_by_heading.values(), *guides_by_heading.values())
    first.insert(0, _build_guide(readme, "how answers look, and what holds everywhere"))
    for file in list_files().values():
        if file.is_page and "/" not in file.address and file.source not in listed:
            last.append(_build_guide(file, ""))
    return list(guides_by_heading.items())


def _parse_list(page: DocsFile) -> dict[str, list[Guide]]:
    """Guides in the tables of a page, each once."""
    guides_by_heading: dict[str, list[Guide]] = {}
    heading, listed = "Guides", {page.source}
    for line in page.text.splitlines():
        if named := _HEADING.match(line):
            heading = named[1]
        elif row := _ROW.match(line):
            target = resolve_link(page.source, row[2])
            if target is not None and target[0].is_page and target[0].source not in listed:
                listed.add(target[0].source)
                guides_by_heading.setdefault(heading, []).append(_build_guide(target[0], row[3], row[1]))
    return guides_by_heading


@cache
def load_error_meanings() -> dict[tuple[str, str], str]:
    """Meaning of each error and the next step as Markdown, by status and code.

    The page names headers as the default brand does, and these words as the brand of this process.
    """
    text = list_files()[ERRORS].text.replace(_DOCUMENTED_BRAND, f"{branding.current().title}-")
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
    """Guide with its first heading as the title, unless the list has a name for it."""
    return Guide(file, name[0].upper() + name[1:] if " " in name else find_title(file), description)
