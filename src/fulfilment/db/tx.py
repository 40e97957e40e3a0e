"""What a handler works with: `Read` for queries, `Tx` for one mutation. Both supply the workspace as `$1`."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Protocol

import asyncpg
import msgspec

from fulfilment.db.pool import Database
from fulfilment.db.sql import Statement
from fulfilment.events.event import Event
from fulfilment.traces import recording


class Executor(Protocol):
    """Runs statements: a connection of our own, or a seat on a shared one in a convoy (db/ride.py).

    A seat has two methods more. `fetchonly` is the `fetchrow` of a statement that answers one row whatever it finds,
    which it sends together with those of the others; `leave_convoy` has the member run again by itself.
    """

    async def fetch(self, statement: str, *args: Any) -> Sequence[asyncpg.Record]: ...
    async def fetchrow(self, statement: str, *args: Any) -> asyncpg.Record | None: ...
    async def fetchmany(self, statement: str, args: Sequence[Sequence[Any]]) -> Sequence[asyncpg.Record]: ...


class PooledExecutor:
    """Runs each query on a connection borrowed for it alone, so that none is held while a handler calls out."""

    __slots__ = ("_db",)

    def __init__(self, db: Database):
        self._db = db

    async def fetch(self, statement: str, *args: Any) -> Sequence[asyncpg.Record]:
        async with self._db.reading() as connection:
            return await connection.fetch(statement, *args)

    async def fetchrow(self, statement: str, *args: Any) -> asyncpg.Record | None:
        async with self._db.reading() as connection:
            return await connection.fetchrow(statement, *args)

    async def fetchmany(self, statement: str, args: Sequence[Sequence[Any]]) -> Sequence[asyncpg.Record]:
        async with self._db.reading() as connection:
            return await connection.fetchmany(statement, args)


class Actor(Protocol):
    """Who acts, as far as the database needs to know."""

    account_id: str
    actor_id: str
    actor_email: str | None
    ip: str | None
    user_agent: str | None


class System(msgspec.Struct, frozen=True):
    """The service itself, acting in a workspace in the background."""

    account_id: str
    actor_id: str | None = None
    actor_email: str | None = None
    ip: str | None = None
    user_agent: str | None = None


class AuditEntry(msgspec.Struct, frozen=True):
    """One line of the audit log; all that is null here comes from the transaction."""

    action: str
    target_type: str
    target_id: str
    before: Any = None
    after: Any = None
    account_id: str | None = None
    actor_type: str | None = None
    actor: Actor | None = None
    metadata: dict[str, Any] | None = None


class Read:
    """Queries in the caller's workspace, each seeing the latest committed state."""

    __slots__ = ("_executor", "_fetchonly", "actor")

    def __init__(self, executor: Executor, actor: Actor):
        self._executor = executor
        self._fetchonly = getattr(executor, "fetchonly", executor.fetchrow)
        self.actor = actor

    @property
    def account_id(self) -> str:
        return self.actor.account_id

    async def all(self, statement: Statement, *args: Any) -> Sequence[asyncpg.Record]:
        """Every row of a statement whose `$1` is the workspace."""
        assert statement.is_scoped
        return await self._executor.fetch(statement.text, self.actor.account_id, *args)

    async def one(self, statement: Statement, *args: Any) -> asyncpg.Record | None:
        """The first row of a statement whose `$1` is the workspace."""
        assert statement.is_scoped
        return await self._executor.fetchrow(statement.text, self.actor.account_id, *args)

    async def only(self, statement: Statement, *args: Any) -> asyncpg.Record:
        """The row of a statement that answers exactly one, whatever it finds: in a convoy, in one round trip for all
        members that ask it.
        """
        assert statement.is_scoped
        row = await self._fetchonly(statement.text, self.actor.account_id, *args)
        assert row is not None, f"{statement.name} did not answer one row"
        return row

    async def across(self, statement: Statement, *args: Any) -> Sequence[asyncpg.Record]:
        """Every row of an `unscoped_` statement, which knows another bound than the workspace: a partner's."""
        assert not statement.is_scoped
        return await self._executor.fetch(statement.text, *args)

    async def each(self, statement: Statement, rows: Sequence[Sequence[Any]]) -> Sequence[asyncpg.Record]:
        """Run a statement that always answers one row once for each of `rows`, in order, in one round trip."""
        assert statement.is_scoped
        if not rows:
            return []
        found = await self._executor.fetchmany(statement.text, [(self.actor.account_id, *row) for row in rows])
        assert len(found) == len(rows), f"{statement.name} did not answer one row each"
        return found

    async def of_several(
        self, statement: Statement, account_ids: Sequence[str], *args: Any
    ) -> Sequence[asyncpg.Record]:
        """Every row of a `batched_` statement of these workspaces, which the caller must have a right to."""
        assert statement.name.rpartition(".")[2].startswith("batched_")
        return await self._executor.fetch(statement.text, list(account_ids), *args)

    async def value(self, statement: Statement, *args: Any) -> Any:
        """The first column of the first row."""
        row = await self.one(statement, *args)
        return None if row is None else row[0]


class Tx(Read):
    """One mutation: what it emits, audits and counts is stored with it, before the commit."""

    __slots__ = ("audits", "counts", "events", "is_owed", "span", "spread", "used")

    def __init__(self, executor: Executor, actor: Actor):
        super().__init__(executor, actor)
        self.events: list[Event] = []
        self.audits: list[AuditEntry] = []
        self.counts: dict[tuple[str, str], int] = {}
        self.spread: dict[tuple[str, str], int] = {}
        self.used: dict[str, int] = {}
        # What is recorded around it, which its events belong to.
        self.span = recording.current.get()
        # What it does is owed to somebody else than the caller, whom no limit of the caller's may hold up.
        self.is_owed = False

    @asynccontextmanager
    async def attempt(self) -> AsyncIterator[None]:
        """What is done inside is undone where it raises, and nothing before it. Only outside of a convoy."""
        events, audits = len(self.events), len(self.audits)
        counts, spread, used = dict(self.counts), dict(self.spread), dict(self.used)
        try:
            async with self._executor.transaction():
                yield
        except BaseException:
            del self.events[events:], self.audits[audits:]
            self.counts, self.spread, self.used = counts, spread, used
            raise

    def leave_convoy(self) -> None:
        """Go on alone from here: what this reads may depend on what others do who travel with it and are not yet seen.
        Nothing happens to a mutation that is alone already.
        """
        if (leave := getattr(self._executor, "leave_convoy", None)) is not None:
            leave()

    def emit(self, name: str, subject: str, data: Any, **more: Any) -> Event:
        """Record that `name` happened to `subject`; `data` is a record or a mapping, shown as the API shows it."""
        event = Event.about(name, subject, data, **more)
        self.events.append(event)
        return event

    def audit(self, action: str, target_type: str, target_id: str, **more: Any) -> None:
        """Add an audit entry, with `before` and `after`, of `actor` where it is not the transaction's.

        It is best-effort: it cannot undo the mutation (specification, Audit entry).
        """
        self.audits.append(AuditEntry(action, target_type, target_id, **more))

    def count(self, noun: str, status: str, change: int) -> None:
        """Move a maintained count, so that no list has to count rows."""
        self.counts[noun, status] = self.counts.get((noun, status), 0) + change

    def count_spread(self, noun: str, status: str, change: int) -> None:
        """The same of what many may change at once, who then need not wait for each other's commits."""
        self.spread[noun, status] = self.spread.get((noun, status), 0) + change

    def use(self, noun: str) -> None:
        """Count one more into the workspace's month (UTC, by the database's clock); nothing takes it back."""
        self.used[noun] = self.used.get(noun, 0) + 1
