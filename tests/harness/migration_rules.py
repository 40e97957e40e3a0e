"""Rules of migrations that run beside nodes of the release before: squawk's rules, and the project's own."""

import json
import re
import subprocess
import sys
from pathlib import Path

from fulfilment.infra.database.migrations import versions
from fulfilment.infra.database.migrations.migration_file import Migration, Mode, Phase

# The schema of release 0.3.0, which no node of a former release shares.
LAST_OF_BASELINE = 12
_SQUAWK = str(Path(sys.executable).parent / "squawk")
# `fulfilment migrate` bounds the waiting, and a migration runs once; which types a column has is a matter of taste.
_NOT_OURS = (
    "require-lock-timeout",
    "require-statement-timeout",
    "prefer-robust-stmts",
    "prefer-bigint-over-int",
    "prefer-bigint-over-smallint",
    "prefer-identity",
    "prefer-text-field",
)
# Rules that a contraction breaks on purpose.
_OF_CONTRACTIONS = ("ban-drop-column", "ban-drop-table", "ban-drop-not-null", "ban-drop-function")
_CHANGES_ROWS = re.compile(r"^\s*(UPDATE|DELETE\s+FROM)\b", re.IGNORECASE | re.MULTILINE)
_STAR = re.compile(r"(\bSELECT\s+(\w+\.)?\*|\bRETURNING\s+(\w+\.)?\*|,\s*\w+\.\*)", re.IGNORECASE)
_FUNCTION = re.compile(r"\$(\w*)\$.*?\$\1\$", re.DOTALL)
_OLDER_SHAPE = re.compile(r"\bDROP\s+(COLUMN|TABLE|VIEW|FUNCTION|TRIGGER|DEFAULT|INDEX)\b|\bRENAME\b", re.IGNORECASE)


def broken(path: Path) -> set[str]:
    """The rules that a migration breaks, by name."""
    migration = Migration.read(path)
    return _of_squawk(path, migration) | _of_the_house(migration)


def new_ones(folder: Path) -> list[Path]:
    """The migrations after the baseline."""
    return [path for path in sorted(folder.glob("*.sql")) if int(path.name[:4]) > LAST_OF_BASELINE]


def _of_squawk(path: Path, migration: Migration) -> set[str]:
    excluded = _NOT_OURS + (_OF_CONTRACTIONS if migration.phase is Phase.CONTRACT else ())
    command = [_SQUAWK, "--reporter", "json", "--pg-version", "15.0", f"--exclude={','.join(excluded)}"]
    if migration.mode is not Mode.NO_TRANSACTION:
        command.append("--assume-in-transaction")
    done = subprocess.run([*command, str(path)], capture_output=True, text=True, timeout=60)
    return {found["rule_name"] for found in json.loads(done.stdout or "[]")}


def _of_the_house(migration: Migration) -> set[str]:
    found = set()
    own = _FUNCTION.sub("", migration.statement)
    if migration.mode is not Mode.BATCHED and _CHANGES_ROWS.search(own):
        found.add("rows-in-batches")
    if migration.mode is Mode.BATCHED and (not _CHANGES_ROWS.search(own) or "LIMIT" not in own.upper()):
        found.add("batches-have-a-limit")
    if migration.mode is not Mode.NO_TRANSACTION and "CONCURRENTLY" in own.upper():
        found.add("concurrently-outside-a-transaction")
    if _STAR.search(migration.statement):
        found.add("no-star")
    if migration.phase is Phase.EXPAND and _OLDER_SHAPE.search(own):
        found.add("expansions-only-add")
    if versions.is_older(versions.current(), migration.oldest):
        found.add("no-release-to-come")
    return found
