"""Migration files: plain SQL whose first lines declare the phase and the mode.

- `-- expand: 0.2.0` or `-- contract: ...`: the phase, and the oldest release that can use the schema afterwards.
- `-- outside a transaction`: only for a single CREATE INDEX CONCURRENTLY or DROP INDEX CONCURRENTLY.
- `-- in batches`: only for a single statement, which is repeated until it finds no row.

Nodes of the previous release keep working after an expansion. A contraction removes objects that only these needed
(docs/migrations.md).
"""

import re
from enum import StrEnum
from pathlib import Path
from typing import Self

import msgspec

from fulfilment.infra.database.errors import MigrationFailed
from fulfilment.infra.database.migrations import versions

FOLDER = Path(__file__).parent / "sql"

_FIRST_LINE = re.compile(r"-- (expand|contract): (\S+)\n")
_INDEX = re.compile(
    r"CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)\s+ON\s[^;]+;?", re.IGNORECASE
)
_DROPPED_INDEX = re.compile(r"DROP\s+INDEX\s+CONCURRENTLY\s+IF\s+EXISTS\s+\w+;?", re.IGNORECASE)
_COMMENT = re.compile(r"--[^\n]*")


class Phase(StrEnum):
    """The effect of a migration on nodes of the previous release: compatible (expand) or breaking (contract)."""

    EXPAND = "expand"
    CONTRACT = "contract"


class Mode(StrEnum):
    """The mode of a migration; the value is the line that declares it."""

    TRANSACTION = ""
    NO_TRANSACTION = "outside a transaction"
    BATCHED = "in batches"


class Migration(msgspec.Struct, frozen=True):
    """One migration file. `oldest` is the oldest release that can use the schema after it."""

    name: str
    text: str
    phase: Phase
    oldest: str
    mode: Mode

    @classmethod
    def read(cls, path: Path) -> Self:
        """Parse a file. Raises MigrationFailed where the declaration is missing or invalid."""
        text = path.read_text(encoding="utf-8")
        first = _FIRST_LINE.match(text)
        if first is None:
            raise MigrationFailed(
                f"Migration {path.stem} does not begin with '-- expand: RELEASE' or '-- contract: ...'."
            )
        try:
            versions.sort_key(first[2])
        except ValueError as problem:
            raise MigrationFailed(f"Migration {path.stem}: {problem}.") from None
        second = text[first.end() :].partition("\n")[0].removeprefix("-- ")
        way = Mode(second) if second in (Mode.NO_TRANSACTION, Mode.BATCHED) else Mode.TRANSACTION
        return cls(path.stem, text, Phase(first[1]), first[2], way)

    @property
    def statement(self) -> str:
        """The text without comments: the statement of a migration with a single one."""
        return _COMMENT.sub("", self.text).strip()

    @property
    def index(self) -> str | None:
        """The index that the migration builds outside a transaction, or None where it drops an index.

        Raises MigrationFailed for any other statement.
        """
        if _DROPPED_INDEX.fullmatch(self.statement):
            return None
        found = _INDEX.fullmatch(self.statement)
        if found is None:
            raise MigrationFailed(
                f"Migration {self.name} runs outside a transaction, so it must be one CREATE INDEX or DROP INDEX."
            )
        return found[1]


def load_all(folder: Path) -> list[Migration]:
    """This release's migrations, oldest first. Raises MigrationFailed."""
    return [Migration.read(path) for path in sorted(folder.glob("*.sql"))]
