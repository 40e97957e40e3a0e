"""The wheel and the source archive of the service, the wheel of the Python client, the archive of the TypeScript one.

All wheels are made of committed files, and dated by the commit. Each is made twice, in folders of different names, with
different masks, and must come out the same to the byte. A reader of the commit can check the published file.
"""

import os
import shutil
from pathlib import Path
from typing import NamedTuple

from ops.package.tools import DEVELOPMENT, OWN, ROOT, Failed, run

# Files that are in no source, where there is no git to ask.
_LITTER = (".git", ".venv", ".hypothesis", ".pytest_cache", ".ruff_cache", "__pycache__", "node_modules", "dist", "var")
# The first moment that a wheel can be dated.
_EARLIEST = "315532800"


class Source(NamedTuple):
    """The source: a commit, and its time in seconds since 1970; or, without git, the files as they are."""

    commit: str
    seconds: str
    changed: int
    """How many files differ from the commit, and are not in what is built."""


def find_source() -> Source:
    """The commit that is checked out; what SOURCE_DATE_EPOCH says of its time where there is none."""
    try:
        commit, seconds = run("git", "log", "-1", "--format=%H %ct").split()
        return Source(commit, seconds, len(run("git", "status", "--porcelain").splitlines()))
    except Failed:
        return Source("", os.environ.get("SOURCE_DATE_EPOCH", _EARLIEST), 0)


def make(source: Source, folder: Path, target: Path) -> list[Path]:
    """Put all of them into `target`. Raises Failed where two builds differ."""
    first = _build(source, folder / "first", 0o022)
    second = _build(source, folder / "another-name" / "second", 0o077)
    names = sorted(path.name for path in first.iterdir())
    if names != sorted(path.name for path in second.iterdir()):
        raise Failed(f"Two builds made different files: {names}.")
    for name in names:
        if (first / name).read_bytes() != (second / name).read_bytes():
            raise Failed(f"Two builds of {name} differ: {first / name}, {second / name}.")
    _require_same_from_archive(source, first, folder / "unpacked")
    target.mkdir(exist_ok=True)
    return [Path(shutil.copy(first / name, target)) for name in names]


def _build(source: Source, folder: Path, mask: int) -> Path:
    tree, out = folder / "tree", folder / "out"
    folder.mkdir(parents=True)
    out.mkdir()
    _export(source, tree, mask)
    environ = {"SOURCE_DATE_EPOCH": source.seconds}
    run(OWN / "python", "-m", "build", "--no-isolation", "--outdir", out, tree, environ=environ)
    client = tree / "clients" / "python"
    run(OWN / "python", "-m", "build", "--no-isolation", "--wheel", "--outdir", out, client, environ=environ)
    # npm packs the permissions that it finds.
    typescript = tree / "clients" / "typescript"
    run("chmod", "-R", "u=rwX,go=rX", typescript)
    for words in (("ci", "--ignore-scripts"), ("run", "build"), ("pack", "--pack-destination", out)):
        run(DEVELOPMENT, typescript / "scripts" / "npm.py", *words, "--silent", mask=0o022)
    return out


def _export(source: Source, tree: Path, mask: int) -> None:
    """The files to build, with the permissions that this mask gives."""
    archive = tree.with_suffix(".tar")
    if source.commit:
        run("git", "archive", "--format=tar", f"--output={archive}", source.commit)
    else:
        left = (f"--exclude={name}" for name in _LITTER)
        run("tar", "--create", "--sort=name", "--file", archive, "--directory", ROOT, *left, ".")
    tree.mkdir()
    run("tar", "--extract", "--no-same-permissions", "--file", archive, "--directory", tree, mask=mask)


def _require_same_from_archive(source: Source, made: Path, folder: Path) -> None:
    """A build from the source archive, without git, gives the same wheel."""
    (archive,) = made.glob("fulfilment-*.tar.gz")
    (wheel,) = made.glob("fulfilment-*.whl")
    folder.mkdir()
    run("tar", "--extract", "--no-same-permissions", "--no-same-owner", "--file", archive, "--directory", folder)
    (tree,) = folder.iterdir()
    out = folder / "out"
    environ = {"SOURCE_DATE_EPOCH": source.seconds}
    run(OWN / "python", "-m", "build", "--no-isolation", "--wheel", "--outdir", out, tree, environ=environ)
    if (out / wheel.name).read_bytes() != wheel.read_bytes():
        raise Failed(f"The wheel made of {archive.name} differs from the one made of the commit.")
