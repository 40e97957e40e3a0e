"""The two releases of the drill, each in a folder of its own: what was, and what is there now, grown a little."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import msgspec

from fulfilment.infra.database.migrations import versions

ROOT = Path(__file__).parents[3]
RELEASES = ROOT / "docs" / "releases" / "releases.toml"
_VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
_NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", "var", "build", "dist")
_MIGRATIONS = Path("src/fulfilment/infra/database/migrations/sql")


class Build(msgspec.Struct, frozen=True):
    """A release that can be run: its name, its files, and the interpreter that has what it needs."""

    release: str
    folder: Path
    python: str

    def environ(self) -> dict[str, str]:
        """The environment of its processes; its own source comes before that of the environment's project."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("FULFILMENT_")}
        return kept | {"PYTHONPATH": str(self.folder / "src")}


def former(ref: str | None, folder: Path) -> tuple[str, Build]:
    """The release to come from, and what it is called: `ref`, else the last that can be replaced by day, else HEAD."""
    name = ref or _last_release() or "HEAD"
    archive = subprocess.run(["git", "archive", _commit(name)], cwd=ROOT, capture_output=True, check=True).stdout
    folder.mkdir()
    subprocess.run(["tar", "-x"], input=archive, cwd=folder, check=True)
    return name, Build(_version(folder), folder, _python(folder))


def next_one(before: Build, folder: Path) -> Build:
    """The working tree, as a later release than `before`."""
    shutil.copytree(ROOT, folder, ignore=_NOT_COPIED)
    own = _version(folder)
    if not versions.is_older(before.release, own):
        major, minor, _patch = versions.sort_key(before.release)
        own = f"{major}.{minor + 1}.0"
        module = folder / "src" / "fulfilment" / "__init__.py"
        module.write_text(_VERSION.sub(f'__version__ = "{own}"', module.read_text()))
    return Build(own, folder, sys.executable)


def grow(build: Build, tables: list[str], oldest: str) -> None:
    """Give it migrations of the drill's own: columns for every table, an index, a filling, and a contraction."""
    where = build.folder / _MIGRATIONS
    expand = f"-- expand: {oldest}\n"
    for number, table in enumerate(tables, 9_000):
        column = f"ALTER TABLE {table} ADD COLUMN drill text NOT NULL DEFAULT 'drill', ADD COLUMN drilled text;\n"
        (where / f"{number}.drill_{table}.sql").write_text(expand + column)
    index = "-- outside a transaction\nCREATE INDEX CONCURRENTLY drill_products ON products (account_id, drilled);\n"
    (where / "9900.drill_index.sql").write_text(expand + index)
    batch = "(SELECT ctid FROM stock_movements WHERE drilled IS NULL LIMIT 200)"
    filled = f"-- in batches\nUPDATE stock_movements SET drilled = drill WHERE ctid = ANY (ARRAY{batch});\n"
    (where / "9901.drill_filling.sql").write_text(expand + filled)
    for number, table in enumerate(("products", "stock_levels", "shipments"), 9_910):
        dropped = f"ALTER TABLE {table} DROP COLUMN drill;\n"
        (where / f"{number}.drill_{table}.sql").write_text(f"-- contract: {build.release}\n{dropped}")


def _listed() -> dict[str, str]:
    """The commit of each release, for copies of the repository that have no tags."""
    return tomllib.loads(RELEASES.read_text())


def _last_release() -> str | None:
    """The tag of the newest release that works beside another one."""
    told = subprocess.run(["git", "tag", "--list", "v[0-9]*"], cwd=ROOT, capture_output=True, text=True)
    known = _listed().keys() | {tag[1:] for tag in told.stdout.split()}
    rollable = [each for each in known if not versions.is_older(each, versions.BASELINE)]
    return f"v{max(rollable, key=versions.sort_key)}" if rollable else None


def _commit(name: str) -> str:
    """The name itself if git knows it, else the commit that the list has for it."""
    asked = subprocess.run(
        ["git", "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"], cwd=ROOT, capture_output=True
    )
    return name if asked.returncode == 0 else _listed().get(name.removeprefix("v"), name)


def _version(folder: Path) -> str:
    found = _VERSION.search((folder / "src" / "fulfilment" / "__init__.py").read_text())
    assert found, "the release does not say its version"
    return found[1]


def _python(folder: Path) -> str:
    """An interpreter with what the release needs: ours where it needs the same, else one of its own."""
    wanted, ours = (hashlib.sha256((where / "requirements.txt").read_bytes()).digest() for where in (folder, ROOT))
    if wanted == ours:
        return sys.executable
    venv.create(folder / ".venv", with_pip=True)
    python = str(folder / ".venv" / "bin" / "python")
    install = [python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", "requirements.txt"]
    subprocess.run(install, cwd=folder, check=True)
    return python
