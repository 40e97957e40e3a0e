"""Database access of a handler: `Read` for queries, `Tx` for one command. Both supply the workspace as `$1`."""

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
    """Executes statements, on the connection of a transaction or on a connection leased for each query."""

    async def fetch(self, statement: str, /, *args: Any) -> list[asyncpg.Record]: ...
    async def fetchrow(self, statement: str, /, *args: Any) -> asyncpg.Record | None: ...
    async def fetchmany(self, statement: str, /, args: Sequence[Sequence[Any]]) -> list[asyncpg.Record]: ...


class TransactionExecutor(Executor, Protocol):
    """Executes the statements of a command within its transaction."""

    def transaction(self) -> AbstractAsyncContextManager[object]: ...


class PooledExecutor:
    """Executes each query on its own leased connection, so that none is held during outbound calls of a handler."""

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
        """`fetchrow` of a query that only reads, retried once on another connection where the first was lost."""
        try:
            return await self.fetchrow(statement, *args)
        except CONNECTION_LOST:
            return await self.fetchrow(statement, *args)

    async def fetchmany(self, statement: str, /, args: Sequence[Sequence[Any]]) -> list[asyncpg.Record]:
        async with self._db.connection() as connection:
            return await connection.fetchmany(statement, args)


class Actor(Protocol):
    """The actor of a change, as audit entries record it."""

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
    """The service itself as the actor of background work in a workspace."""

    account_id: str
    actor_id: str | None = None
    actor_email: str | None = None
    ip: str | None = None
    user_agent: str | None = None


class AuditLine(msgspec.Struct, frozen=True):
    """One audit entry; workspace, actor and metadata default to those of the transaction."""

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
    """Queries in the caller's workspace, each of which sees the latest committed state."""

    __slots__ = ("_executor", "actor")

    def __init__(self, executor: Executor, actor: Actor) -> None:
        self._executor = executor
        self.actor = actor

    @property
    def account_id(self) -> str:
        return self.actor.account_id

    async def fetch_all(self, statement: Statement, *args: Any) -> list[asyncpg.Record]:
        """All rows of a statement whose `$1` is the workspace."""
        assert statement.is_scoped
        return await self._executor.fetch(statement.text, self.actor.account_id, *args)

    async def fetch_optional(self, statement: Statement, *args: Any) -> asyncpg.Record | None:
        """The first row, if any, of a statement whose `$1` is the workspace."""
        assert statement.is_scoped
        return await self._executor.fetchrow(statement.text, self.actor.account_id, *args)

    async def fetch_one(self, statement: Statement, *args: Any) -> asyncpg.Record:
        """The row of a statement that always returns exactly one."""
        row = await self.fetch_optional(statement, *args)
        assert row is not None, f"{statement.name} did not answer one row"
        return row

    async def fetch_unscoped(self, statement: Statement, *args: Any) -> list[asyncpg.Record]:
        """All rows of an `unscoped_` statement, which has another bound than the workspace, such as a partner."""
        assert not statement.is_scoped
        return await self._executor.fetch(statement.text, *args)

    async def fetch_each(self, statement: Statement, rows: Sequence[Sequence[Any]]) -> list[asyncpg.Record]:
        """Execute a statement once for each of `rows`, in order, in one round trip; it always returns one row."""
        assert statement.is_scoped
        if not rows:
            return []
        rows_found = await self._executor.fetchmany(statement.text, [(self.actor.account_id, *row) for row in rows])
        assert len(rows_found) == len(rows), f"{statement.name} did not answer one row each"
        return rows_found

    async def fetch_for_workspaces(
        self, statement: Statement, account_ids: Sequence[str], *args: Any
    ) -> list[asyncpg.Record]:
        """All rows of a `batched_` statement for these workspaces. The caller must have checked access to them."""
        assert statement.name.rpartition(".")[2].startswith("batched_")
        return await self._executor.fetch(statement.text, list(account_ids), *args)

    async def fetch_value(self, statement: Statement, *args: Any) -> Value:
        """The first column of the first row, or None."""
        row = await self.fetch_optional(statement, *args)
        return None if row is None else row[0]


class Tx(Read):
    """One command: its events, audit entries, counters and usage are stored in its transaction, before the commit."""

    __slots__ = ("audits", "counts", "events", "is_exempt_from_limits", "sharded_counts", "span", "usage")

    def __init__(self, executor: TransactionExecutor, actor: Actor) -> None:
        super().__init__(executor, actor)
        self.events: list[Event] = []
        self.audits: list[AuditLine] = []
        self.counts: dict[tuple[str, str], int] = {}
        self.sharded_counts: dict[tuple[str, str], int] = {}
        self.usage: dict[str, int] = {}
        # The current tracing span, to which its events belong.
        self.span = recording.current.get()
        # True where the command is owed to another party than the caller, so that the caller's limits do not apply.
        self.is_exempt_from_limits = False

    @asynccontextmanager
    async def savepoint(self) -> AsyncIterator[None]:
        """A savepoint: an error rolls back the statements and side effects inside it, and none before it."""
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
        """Emit the event `name` of `subject`; `data` is a schema or a mapping, encoded as in the API."""
        event = Event.about(name, subject, data, **more)
        self.events.append(event)
        return event

    def audit(self, action: str, target_type: str, target_id: str, **more: Any) -> None:
        """Add an audit entry with `before` and `after`, and `actor` where it differs from the transaction's.

        Only the name and the changed fields are stored (outbox.py). An entry is best-effort: its failure does not roll
        the command back (specification, Audit entry).
        """
        self.audits.append(AuditLine(action, target_type, target_id, **more))

    def add_to_counter(self, noun: str, status: str, change: int) -> None:
        """Add to a maintained counter, so that no list has to count rows."""
        self.counts[noun, status] = self.counts.get((noun, status), 0) + change

    def add_to_sharded_counter(self, noun: str, status: str, change: int) -> None:
        """Add to a sharded counter, for which concurrent changes do not wait for each other's commits."""
        self.sharded_counts[noun, status] = self.sharded_counts.get((noun, status), 0) + change

    def record_usage(self, noun: str) -> None:
        """Add one to the workspace's usage of this month (UTC, by the database's clock); it is never taken back."""
        self.usage[noun] = self.usage.get(noun, 0) + 1
