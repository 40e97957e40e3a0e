"""The Markdown pages and what they lead to, as files: where they lie, and under which address each is served."""

import posixpath
from functools import cache
from pathlib import Path

import msgspec

_PACKAGE = Path(__file__).parents[1]
# Which files are served, by where they lie in the repository, and the folder of their addresses under /docs. Whatever
# else a page leads to is not served.
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
_MARKDOWN = ".md"
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
    def page(self) -> str:
        """The address of the page that is made of it."""
        return self.address.removesuffix(_MARKDOWN)

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")


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


def resolve_link(source: str, link: str) -> tuple[DocsFile, str] | None:
    """What a relative link on the page at `source` leads to, with its `#anchor` or nothing; None where that is not
    served.
    """
    target, hash_sign, anchor = link.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target)) if target else source
    file = list_files().get(path) or list_files().get(f"{path}/{FRONT_PAGE}{_MARKDOWN}")
    return None if file is None else (file, hash_sign + anchor)


def _find_root() -> Path:
    """An installed package carries the pages inside; a checkout has them at its root."""
    inside = _PACKAGE / "pages"
    return inside if inside.is_dir() else _PACKAGE.parents[1]


def _build_address(source: str, folder: str | None) -> str:
    """Addresses have one folder at most; of several folders that are alike, each has its page under its own name."""
    if folder is None:
        return source.removeprefix("docs/")
    parent, name = posixpath.split(source)
    if name == f"{FRONT_PAGE}{_MARKDOWN}" and "/" in parent:
        name = posixpath.basename(parent) + _MARKDOWN
    return f"{folder}/{name}" if folder else name
