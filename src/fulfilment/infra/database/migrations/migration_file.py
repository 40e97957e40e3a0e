"""A migration: a file of plain SQL that says, in its first lines, what it asks of those who work on the schema.

    -- expand: 0.2.0            the phase, and the oldest release that can live with the schema once this is applied
    -- outside a transaction    only where the one statement is CREATE INDEX CONCURRENTLY, or DROP
    -- in batches               only where the one statement is run again and again, until it finds no row

An expansion leaves nodes of the release before at work; a contraction takes away what these still needed
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
    """What a migration is to the nodes of the release before: harmless, or the end."""

    EXPAND = "expand"
    CONTRACT = "contract"


class Mode(StrEnum):
    """How a migration is run; the value is the line that says so."""

    TRANSACTION = ""
    NO_TRANSACTION = "outside a transaction"
    BATCHED = "in batches"


class Migration(msgspec.Struct, frozen=True):
    """One file. `oldest` is the oldest release that can live with the schema when it is applied."""

    name: str
    text: str
    phase: Phase
    oldest: str
    mode: Mode

    @classmethod
    def read(cls, path: Path) -> Self:
        """The migration in a file. Raises MigrationFailed where it does not say what it is."""
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
        """The text without its comments, which a migration of one statement is."""
        return _COMMENT.sub("", self.text).strip()

    @property
    def index(self) -> str | None:
        """The index that it builds outside a transaction; None: it drops one.

        Raises MigrationFailed where it does anything else.
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
