"""Operations that call a courier or a payment provider: short transactions with the call between them.

The first step opens the memory of the idempotency key (a twin is then answered 409 IDEMPOTENCY_IN_PROGRESS), the last
one closes it with the answer, whoever gets there: the request itself, a later one under the same key, or the recovery
sweep.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

from fulfilment import ids
from fulfilment.db import outbox, presence
from fulfilment.db.bell import Bell
from fulfilment.db.pool import Database
from fulfilment.db.sql import sql
from fulfilment.db.tx import Actor, PooledExecutor, Read, Tx
from fulfilment.http import idempotency
from fulfilment.http.idempotency import Key
from fulfilment.http.mutation import Answered, Work, finished, remember

# $8 is the holder that was found gone, if it is in the way.
OPEN_MEMORY = sql(
    "saga.open_memory",
    """
    INSERT INTO idempotency_keys AS k (account_id, partner, key, request_hash, lease_until, created_at, holder)
    VALUES ($1, $2, $3, $4, now() + $5::interval, now(), $7)
    ON CONFLICT (account_id, partner, key) DO UPDATE
       SET request_hash = excluded.request_hash, status = NULL, response = NULL, is_sealed = false,
           lease_until = excluded.lease_until, created_at = excluded.created_at, holder = excluded.holder
     WHERE k.created_at <= now() - $6::interval
        OR (k.status IS NULL AND k.request_hash = excluded.request_hash
            AND (k.lease_until <= now() OR k.holder = $8))
    RETURNING key
    """,
)

FIND_HOLDER = sql(
    "saga.find_holder",
    "SELECT holder FROM idempotency_keys WHERE account_id = $1 AND partner = $2 AND key = $3 AND status IS NULL",
)

YIELD_MEMORY = sql(
    "saga.yield_memory",
    """
    UPDATE idempotency_keys SET lease_until = now(), holder = NULL
     WHERE account_id = $1 AND partner = $2 AND key = $3 AND request_hash = $4 AND status IS NULL
    """,
)

DROP_MEMORY = sql(
    "saga.drop_memory",
    """
    DELETE FROM idempotency_keys
     WHERE account_id = $1 AND partner = $2 AND key = $3 AND request_hash = $4 AND status IS NULL
    """,
)


class Saga:
    """One such operation. `key` is the idempotency key it is remembered under, if any."""

    def __init__(
        self,
        db: Database,
        bell: Bell,
        actor: Actor,
        key: Key | None,
        request_id: str,
        status: int = 200,
        run_plainly: Callable[[Work, tuple | None], Awaitable[Answered]] | None = None,
    ):
        self.db = db
        self.actor = actor
        self.key = key
        self._bell = bell
        self._request_id = request_id
        self._status = status
        self._run_plainly = run_plainly

    @property
    def account_id(self) -> str:
        return self.actor.account_id

    @property
    def holder(self) -> int | None:
        """The number of the process that carries it (db/presence.py)."""
        return self.db.holder

    @property
    def has_opened_memory(self) -> bool:
        """Whether the key is claimed by this very request."""
        return self._run_plainly is None

    def resumed(self, actor: Actor, key: Key | None) -> "Saga":
        """Somebody else's saga, to be carried to its end in their name."""
        return Saga(self.db, self._bell, actor, key, ids.new("req"), self._status)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Read]:
        """Queries outside of any transaction. Each borrows a connection for itself: nothing is held meanwhile."""
        yield Read(PooledExecutor(self.db), self.actor)

    @asynccontextmanager
    async def step(self) -> AsyncIterator[Tx]:
        """One short transaction; what it emits is stored with it."""
        async with self.db.transaction() as connection:
            tx = Tx(connection, self.actor)
            yield tx
            await outbox.settle(connection, [(tx, None)], memory_hours=idempotency.MEMORY_HOURS)
        if tx.events:
            self._bell.ring()

    def ring(self) -> None:
        """Wake the workers: something is committed that they should begin with at once, though it is no event."""
        self._bell.ring()

    async def open_memory(self, tx: Tx, lease_seconds: float) -> None:
        """Claim the key before leaving the database. Raises InProgress where a twin holds it."""
        if self.key is None:
            return
        asked = (
            self.key.partner,
            self.key.key,
            self.key.request_hash,
            timedelta(seconds=lease_seconds),
            idempotency.MEMORY_LIFE,
            self.holder,
        )
        claimed = await tx.value(OPEN_MEMORY, *asked, None)
        if claimed is None:
            theirs = await tx.value(FIND_HOLDER, self.key.partner, self.key.key)
            if await presence.is_gone(tx, theirs):
                claimed = await tx.value(OPEN_MEMORY, *asked, theirs)
        if claimed is None:
            raise idempotency.InProgress
        self._run_plainly = None

    async def yield_memory(self, tx: Tx) -> None:
        """Let the next request under the key take over: the outcome is unclear and this one gives up."""
        if self.key is not None:
            await tx.one(YIELD_MEMORY, self.key.partner, self.key.key, self.key.request_hash)

    async def drop_memory(self, tx: Tx) -> None:
        """Forget the key: what it was for was refused and may be tried again under it."""
        if self.key is not None:
            await tx.one(DROP_MEMORY, self.key.partner, self.key.key, self.key.request_hash)

    async def finish(self, work: Work, *, order: tuple | None = None) -> Answered:
        """The last transaction: do `work`, and remember its answer under the key.

        Where the memory was never opened, nothing can have happened before: it is a plain mutation, twins and all, and
        with an `order` it travels with others (http/route.py, Travelling).
        """
        if self._run_plainly is not None:
            return await self._run_plainly(work, order)
        async with self.db.transaction() as connection:
            tx = Tx(connection, self.actor)
            data: Any = await work(tx)
            answered, holds_secret = finished(data, self._status, self._request_id)
            answer = remember(self.key, self.account_id, answered, holds_secret)
            await outbox.settle(connection, [(tx, answer)], memory_hours=idempotency.MEMORY_HOURS)
        if tx.events:
            self._bell.ring()
        return answered
