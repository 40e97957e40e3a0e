"""yoyo's book of the migrations that were applied, as ours keeps it (`db/migrate.py`)."""

import contextlib
import os
import socket
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
from yoyo.backends.core.postgresql import PostgresqlPsycopgBackend
from yoyo.connections import parse_uri
from yoyo.migrations import Migration, default_migration_table

from fulfilment.db.refusal import MigrationFailed, first_line


class Book(PostgresqlPsycopgBackend):
    """yoyo's book of what was applied, on a connection that we made and bound."""

    def __init__(self, url: str, connection: psycopg.Connection):
        self._given = connection
        super().__init__(parse_uri(url), default_migration_table)

    def connect(self, dburi: Any) -> psycopg.Connection:
        return self._given

    @contextlib.contextmanager
    def lock(self, timeout: float = 0) -> Iterator[None]:
        """Nothing to do: the advisory lock is held."""
        yield

    def get_log_data(self, migration: Migration | None = None, operation: str = "apply") -> dict[str, Any]:
        """As yoyo's, without asking a name server who we are, or the system for a user it may not know."""
        return {
            "id": str(uuid.uuid4()),
            "migration_id": migration.id if migration else None,
            "migration_hash": migration.hash if migration else None,
            "username": f"uid {os.geteuid()}",
            "hostname": socket.gethostname(),
            "created_at_utc": datetime.now(UTC).replace(tzinfo=None),
            "operation": operation,
        }

    def apply_once(self, migration: Migration) -> None:
        """Apply and book it, or neither. Raises MigrationFailed."""
        try:
            with self.transaction():
                # The server takes the text apart itself, so that function bodies need no second parser.
                self.connection.execute(Path(migration.path).read_text(encoding="utf-8"))
                self.log_migration(migration, "apply")
                self.mark_one(migration, log=False)
        except psycopg.Error as problem:
            raise MigrationFailed(f"Migration {migration.id} failed: {first_line(problem)}") from problem
