"""The Markdown pages and what they lead to, as files: where they lie, and under which address each is served."""

import posixpath
from functools import cache
from pathlib import Path

import msgspec

_PACKAGE = Path(__file__).parents[1]
# Which files are served, by where they lie in the repository, and the folder of their addresses under /docs. Whatever
# else a page leads to is not served.
_PLACES = (
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
FRONT = "README"


class File(msgspec.Struct, frozen=True):
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
def files() -> dict[str, File]:
    """Every file that is served, by its path in the repository."""
    root, found = _root(), {}
    for pattern, folder in _PLACES:
        for path in sorted(root.glob(pattern)):
            if path.is_file():
                source = path.relative_to(root).as_posix()
                found[source] = File(source, _address(source, folder), path)
    return found


@cache
def by_address() -> dict[str, File]:
    """Every file that is served, by its address."""
    return {file.address: file for file in files().values()}


def linked(source: str, link: str) -> tuple[File, str] | None:
    """What a relative link on the page at `source` leads to, with its `#anchor` or nothing; None where that is not
    served.
    """
    target, hash_sign, anchor = link.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target)) if target else source
    file = files().get(path) or files().get(f"{path}/{FRONT}{_MARKDOWN}")
    return None if file is None else (file, hash_sign + anchor)


def _root() -> Path:
    """An installed package carries the pages inside; a checkout has them at its root."""
    inside = _PACKAGE / "pages"
    return inside if inside.is_dir() else _PACKAGE.parents[1]


def _address(source: str, folder: str | None) -> str:
    """Addresses have one folder at most; of several folders that are alike, each has its page under its own name."""
    if folder is None:
        return source.removeprefix("docs/")
    parent, name = posixpath.split(source)
    if name == f"{FRONT}{_MARKDOWN}" and "/" in parent:
        name = posixpath.basename(parent) + _MARKDOWN
    return f"{folder}/{name}" if folder else name
