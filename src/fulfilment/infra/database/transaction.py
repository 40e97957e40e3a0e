"""What a handler works with: `Read` for queries, `Tx` for one mutation. Both supply the workspace as `$1`."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol, cast

import asyncpg
import msgspec

from fulfilment.infra.database.errors import CONNECTION_LOST
from fulfilment.infra.database.event import Event
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import Statement
from fulfilment.infra.models import Value
from fulfilment.infra.observability.tracing import recording


class Executor(Protocol):
    """Runs statements, on the connection of a transaction or on a connection borrowed for each query."""

    async def fetch(self, statement: str, /, *args: Any) -> list[asyncpg.Record]: ...
    async def fetchrow(self, statement: str, /, *args: Any) -> asyncpg.Record | None: ...
    async def fetchmany(self, statement: str, /, args: Sequence[Sequence[Any]]) -> list[asyncpg.Record]: ...


class TransactionExecutor(Executor, Protocol):
    """Runs the statements of a mutation, within its transaction."""

    def transaction(self) -> AbstractAsyncContextManager[object]: ...


class PooledExecutor:
    """Runs each query on a connection borrowed for it alone, so that none is held while a handler calls out."""

    __slots__ = ("_db",)

    def __init__(self, db: Database) -> None:
        self._db = db

    async def fetch(self, statement: str, /, *args: Any) -> list[asyncpg.Record]:
        async with self._db.connection() as connection:
            return await connection.fetch(statement, *args)

    async def fetchrow(self, statement: str, /, *args: Any) -> asyncpg.Record | None:
        async with self._db.connection() as connection:
            return await connection.fetchrow(statement, *args)

    async def look_up(self, statement: str, /, *args: Any) -> asyncpg.Record | None:
        """`fetchrow` of a query that only reads: where the connection was lost, once more on another."""
        try:
            return await self.fetchrow(statement, *args)
        except CONNECTION_LOST:
            return await self.fetchrow(statement, *args)

    async def fetchmany(self, statement: str, /, args: Sequence[Sequence[Any]]) -> list[asyncpg.Record]:
        async with self._db.connection() as connection:
            return await connection.fetchmany(statement, args)


class Actor(Protocol):
    """Who acts, as far as the database needs to know."""

    @property
    def account_id(self) -> str: ...
    @property
    def actor_id(self) -> str | None: ...
    @property
    def actor_email(self) -> str | None: ...
    @property
    def ip(self) -> str | None: ...
    @property
    def user_agent(self) -> str | None: ...


class System(msgspec.Struct, frozen=True):
    """The service itself, acting in a workspace in the background."""

    account_id: str
    actor_id: str | None = None
    actor_email: str | None = None
    ip: str | None = None
    user_agent: str | None = None


class AuditLine(msgspec.Struct, frozen=True):
    """One line of the audit log; all that is null here comes from the transaction."""

    action: str
    target_type: str
    target_id: str
    before: Value = None
    after: Value = None
    account_id: str | None = None
    actor_type: str | None = None
    actor: Actor | None = None
    metadata: dict[str, Any] | None = None


class Read:
    """Queries in the caller's workspace, each seeing the latest committed state."""

    __slots__ = ("_executor", "actor")

    def __init__(self, executor: Executor, actor: Actor) -> None:
        self._executor = executor
        self.actor = actor

    @property
    def account_id(self) -> str:
        return self.actor.account_id

    async def fetch_all(self, statement: Statement, *args: Any) -> list[asyncpg.Record]:
        """Every row of a statement whose `$1` is the workspace."""
        assert statement.is_scoped
        return await self._executor.fetch(statement.text, self.actor.account_id, *args)

    async def fetch_optional(self, statement: Statement, *args: Any) -> asyncpg.Record | None:
        """The first row of a statement whose `$1` is the workspace."""
        assert statement.is_scoped
        return await self._executor.fetchrow(statement.text, self.actor.account_id, *args)

    async def fetch_one(self, statement: Statement, *args: Any) -> asyncpg.Record:
        """The row of a statement that answers exactly one, whatever it finds."""
        row = await self.fetch_optional(statement, *args)
        assert row is not None, f"{statement.name} did not answer one row"
        return row

    async def fetch_unscoped(self, statement: Statement, *args: Any) -> list[asyncpg.Record]:
        """Every row of an `unscoped_` statement, which knows another bound than the workspace: a partner's."""
        assert not statement.is_scoped
        return await self._executor.fetch(statement.text, *args)

    async def fetch_each(self, statement: Statement, rows: Sequence[Sequence[Any]]) -> list[asyncpg.Record]:
        """Run a statement that always answers one row once for each of `rows`, in order, in one round trip."""
        assert statement.is_scoped
        if not rows:
            return []
        rows_found = await self._executor.fetchmany(statement.text, [(self.actor.account_id, *row) for row in rows])
        assert len(rows_found) == len(rows), f"{statement.name} did not answer one row each"
        return rows_found

    async def fetch_for_workspaces(
        self, statement: Statement, account_ids: Sequence[str], *args: Any
    ) -> list[asyncpg.Record]:
        """Every row of a `batched_` statement of these workspaces, which the caller must have a right to."""
        assert statement.name.rpartition(".")[2].startswith("batched_")
        return await self._executor.fetch(statement.text, list(account_ids), *args)

    async def fetch_value(self, statement: Statement, *args: Any) -> Value:
        """The first column of the first row."""
        row = await self.fetch_optional(statement, *args)
        return None if row is None else row[0]


class Tx(Read):
    """One mutation: what it emits, audits and counts is stored with it, before the commit."""

    __slots__ = ("audits", "counts", "events", "is_exempt_from_limits", "sharded_counts", "span", "usage")

    def __init__(self, executor: TransactionExecutor, actor: Actor) -> None:
        super().__init__(executor, actor)
        self.events: list[Event] = []
        self.audits: list[AuditLine] = []
        self.counts: dict[tuple[str, str], int] = {}
        self.sharded_counts: dict[tuple[str, str], int] = {}
        self.usage: dict[str, int] = {}
        # What is recorded around it, which its events belong to.
        self.span = recording.current.get()
        # What it does is owed to somebody else than the caller, whom no limit of the caller's may hold up.
        self.is_exempt_from_limits = False

    @asynccontextmanager
    async def savepoint(self) -> AsyncIterator[None]:
        """A savepoint: an error undoes the statements inside it, and none before it."""
        events, audits = len(self.events), len(self.audits)
        counts, spread, used = dict(self.counts), dict(self.sharded_counts), dict(self.usage)
        try:
            async with cast(TransactionExecutor, self._executor).transaction():
                yield
        except BaseException:
            del self.events[events:], self.audits[audits:]
            self.counts, self.sharded_counts, self.usage = counts, spread, used
            raise

    def emit(self, name: str, subject: str, data: object, **more: Any) -> Event:
        """Record that `name` happened to `subject`; `data` is a record or a mapping, shown as the API shows it."""
        event = Event.about(name, subject, data, **more)
        self.events.append(event)
        return event

    def audit(self, action: str, target_type: str, target_id: str, **more: Any) -> None:
        """Add an audit entry, with `before` and `after`, of `actor` where it is not the transaction's.

        Of two records the fields that differ are stored, and the name (audit_fields.py). It is best-effort: it
        cannot undo the mutation (specification, Audit entry).
        """
        self.audits.append(AuditLine(action, target_type, target_id, **more))

    def add_to_counter(self, noun: str, status: str, change: int) -> None:
        """Move a maintained count, so that no list has to count rows."""
        self.counts[noun, status] = self.counts.get((noun, status), 0) + change

    def add_to_sharded_counter(self, noun: str, status: str, change: int) -> None:
        """The same of what many may change at once, who then need not wait for each other's commits."""
        self.sharded_counts[noun, status] = self.sharded_counts.get((noun, status), 0) + change

    def record_usage(self, noun: str) -> None:
        """Count one more into the workspace's month (UTC, by the database's clock); nothing takes it back."""
        self.usage[noun] = self.usage.get(noun, 0) + 1
