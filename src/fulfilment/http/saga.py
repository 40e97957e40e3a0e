"""Operations that call a courier or a payment provider: short transactions with the call between them.

The first step opens the memory of the idempotency key (a twin is then answered 409 IDEMPOTENCY_IN_PROGRESS), the last
one closes it with the answer, whoever gets there: the request itself, a later one under the same key, or the recovery
sweep.
"""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import Any

from fulfilment import ids
from fulfilment.db import outbox, presence
from fulfilment.db.bell import Bell
from fulfilment.db.convoy import Stranded
from fulfilment.db.pool import COLLISIONS, Database
from fulfilment.db.sql import sql
from fulfilment.db.tx import Actor, Executor, PooledExecutor, Read, Tx
from fulfilment.http import idempotency
from fulfilment.http.idempotency import Key
from fulfilment.http.mutation import Answered, Performed, Work, finished, remember

_OPENING = """
    INSERT INTO idempotency_keys AS k (account_id, partner, key, request_hash, lease_until, created_at, holder)
    SELECT $1, {partner}::text, {key}::text, {request_hash}::bytea, now() + {lease}::interval, now(), {holder}::integer
      {which}
    ON CONFLICT (account_id, partner, key) DO UPDATE
       SET request_hash = excluded.request_hash, status = NULL, response = NULL, is_sealed = false,
           lease_until = excluded.lease_until, created_at = excluded.created_at, holder = excluded.holder
     WHERE k.created_at <= now() - {life}::interval
        OR (k.status IS NULL AND k.request_hash = excluded.request_hash
            AND (k.lease_until <= now() OR k.holder = {gone}))
    RETURNING key
"""


def opening(
    *, partner: str, key: str, request_hash: str, lease: str, life: str, holder: str, gone: str, which: str = ""
) -> str:
    """The SQL that claims a key, by its parameters; a row where it is claimed.

    `gone` is the holder that was found gone, if it is in the way. A domain that claims something of its own with the
    key has it as a part of that statement, where `which` says whether there is a key.
    """
    return _OPENING.format(
        partner=partner,
        key=key,
        request_hash=request_hash,
        lease=lease,
        life=life,
        holder=holder,
        gone=gone,
        which=which,
    )


OPEN_MEMORY = sql(
    "saga.open_memory",
    opening(partner="$2", key="$3", request_hash="$4", lease="$5", life="$6", holder="$7", gone="$8"),
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
        travel: Callable[[str, tuple, Performed], Awaitable[tuple[Any, bool]]] | None = None,
    ):
        self.db = db
        self.actor = actor
        self.key = key
        self._bell = bell
        self._request_id = request_id
        self._status = status
        self._run_plainly = run_plainly
        self._travel = travel
        # Whether its key is claimed, by this very request or by whoever began what is resumed.
        self.has_opened_memory = False

    @property
    def account_id(self) -> str:
        return self.actor.account_id

    @property
    def holder(self) -> int | None:
        """The number of the process that carries it (db/presence.py)."""
        return self.db.holder

    def resumed(self, actor: Actor, key: Key | None) -> "Saga":
        """Somebody else's saga, to be carried to its end in their name."""
        theirs = Saga(self.db, self._bell, actor, key, ids.new("req"), self._status)
        theirs.has_opened_memory = True
        return theirs

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Read]:
        """Queries outside of any transaction. Each borrows a connection for itself: nothing is held meanwhile."""
        yield Read(PooledExecutor(self.db), self.actor)

    @asynccontextmanager
    async def step(self) -> AsyncIterator[Tx]:
        """One short transaction; what it emits is stored with it."""
        had_opened_memory = self.has_opened_memory
        try:
            async with self.db.transaction() as connection:
                tx = Tx(connection, self.actor)
                yield tx
                await outbox.settle(connection, [(tx, None)], memory_hours=idempotency.MEMORY_HOURS)
        except BaseException:
            self.has_opened_memory = had_opened_memory
            raise
        self._told(None, bool(tx.events))

    async def step_with_others(self, name: str, order: tuple | None, work: Work) -> Any:
        """What `work` comes to in a step that is shared with others of the workspace which do the same.

        The `order` sorts these; None has it go alone. `work` keeps to what a handler that travels does (http/route.py).
        """
        if self._travel is not None and order is not None:
            had_opened_memory = self.has_opened_memory
            try:
                return self._told(*await self._travel(name, order, partial(self._worked, work, had_opened_memory)))
            except (Stranded, *COLLISIONS):
                self.has_opened_memory = had_opened_memory
        async with self.step() as tx:
            return await work(tx)

    def ring(self) -> None:
        """Wake the workers: something is committed that they should begin with at once, though it is no event."""
        self._bell.ring()

    @property
    def memory_arguments(self) -> tuple:
        """The partner, key, hash of the request and life that `opening` takes; nulls where no key is to be claimed."""
        if self.key is None or self.has_opened_memory:
            return None, None, None, idempotency.MEMORY_LIFE
        return self.key.partner, self.key.key, self.key.request_hash, idempotency.MEMORY_LIFE

    def note_opened(self) -> None:
        """The key is claimed."""
        self.has_opened_memory = True

    async def open_memory(self, tx: Tx, lease_seconds: float) -> None:
        """Claim the key before leaving the database. Raises InProgress where a twin holds it."""
        if self.key is None or self.has_opened_memory:
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
        self.note_opened()

    async def yield_memory(self, tx: Tx) -> None:
        """Let the next request under the key take over: the outcome is unclear and this one gives up."""
        if self.key is not None:
            await tx.one(YIELD_MEMORY, self.key.partner, self.key.key, self.key.request_hash)

    async def drop_memory(self, tx: Tx) -> None:
        """Forget the key: what it was for was refused and may be tried again under it."""
        if self.key is not None:
            await tx.one(DROP_MEMORY, self.key.partner, self.key.key, self.key.request_hash)

    async def finish(self, work: Work, *, order: tuple | None = None) -> Answered:
        """The last transaction: do `work`, and remember its answer under the key. With an `order` it travels.

        Where the memory was never opened, nothing can have happened before: it is a plain mutation, twins and all.
        """
        if self._run_plainly is not None and not self.has_opened_memory:
            return await self._run_plainly(work, order)
        if self._travel is not None and order is not None:
            with contextlib.suppress(Stranded, *COLLISIONS):
                return self._told(*await self._travel("finish", order, partial(self._finished, work)))
        async with self.db.transaction() as connection:
            tx, (answered, has_events, answer) = await self._finished(work, connection)
            await outbox.settle(connection, [(tx, answer)], memory_hours=idempotency.MEMORY_HOURS)
        return self._told(answered, has_events)

    async def _worked(
        self, work: Work, had_opened_memory: bool, executor: Executor
    ) -> tuple[Tx, tuple[Any, bool, None]]:
        # Where another member failed, all that this one did is undone, and it travels again.
        self.has_opened_memory = had_opened_memory
        tx = Tx(executor, self.actor)
        return tx, (await work(tx), bool(tx.events), None)

    async def _finished(self, work: Work, executor: Executor) -> tuple[Tx, tuple[Answered, bool, Any]]:
        tx = Tx(executor, self.actor)
        answered, holds_secret = finished(await work(tx), self._status, self._request_id)
        answer = remember(self.key, self.account_id, answered, holds_secret)
        return tx, (answered, bool(tx.events), answer)

    def _told(self, result: Any, has_events: bool) -> Any:
        """The result of what is committed; whoever waits for its events is woken."""
        if has_events:
            self._bell.ring()
        return result
