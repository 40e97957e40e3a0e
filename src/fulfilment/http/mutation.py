"""The only place where a plain mutation begins or commits: idempotency, the handler, the outbox, the commit.

A handler does not know whether it runs alone or in a convoy with others (`db/convoy.py`), nor whether its request
carries an idempotency key.
"""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import asyncpg
import msgspec

from fulfilment import secrets
from fulfilment.db import outbox
from fulfilment.db.bell import Bell
from fulfilment.db.convoy import Convoys, Stranded
from fulfilment.db.pool import COLLISIONS, DEMOTED, Database
from fulfilment.db.tx import Executor, Tx
from fulfilment.http import idempotency
from fulfilment.http.caller import Caller
from fulfilment.http.callers import Callers
from fulfilment.http.envelope import Reply, encode
from fulfilment.http.errors import ApiError, ServiceUnavailable
from fulfilment.http.idempotency import Key, Memory
from fulfilment.http.request import Request
from fulfilment.http.turns import Turn
from fulfilment.traces import recording
from fulfilment.traces.recording import Span

_MAX_TRIES = 5

Work = Callable[[Tx], Awaitable[Any]]
# A transaction that was worked in, with what it comes to, whether it emitted events, and what its key remembers.
Performed = Callable[[Executor], Awaitable[tuple[Tx, tuple[Any, bool, outbox.Answer | None]]]]


class Answered(msgspec.Struct, frozen=True):
    """A finished answer: the bytes that go out, and that an idempotency key remembers."""

    status: int
    body: bytes
    headers: dict[str, str] = msgspec.field(default_factory=dict)


class Mutation(msgspec.Struct, frozen=True):
    """One request's mutation, before it runs; those that came by the same `route` may travel together."""

    request: Request
    caller: Caller
    key: Key | None
    status: int
    work: Work
    route: str = ""


class Mutations:
    """Runs mutations against one database."""

    def __init__(self, db: Database, callers: Callers, bell: Bell):
        self._db = db
        self._callers = callers
        self._bell = bell
        self._convoys = Convoys(db, _settle)

    async def run(self, mutation: Mutation, memory: Memory | None, *, order: Any = None) -> Answered:
        """Do it once, whatever happens; `order` not None lets it travel with others (http/route.py, Travelling)."""
        was_demoted = False
        for _ in range(_MAX_TRIES):
            if memory is not None:
                return replay(memory, mutation.key, mutation.caller.account_id)
            try:
                return await self._once(mutation, order)
            except Stranded:
                order = None
            except outbox.KeyTaken:
                memory = await self._callers.recall(mutation.caller, mutation.request)
            except COLLISIONS:
                order = None
            except DEMOTED:
                # Nothing was done; the next connection leads to the server that takes writes now, if there is one.
                if was_demoted:
                    raise
                was_demoted, order = True, None
            except ApiError:
                # A twin may have committed since we looked, and what it did may be why we were refused.
                memory = await self._callers.recall(mutation.caller, mutation.request)
                if memory is None or memory.request_hash != mutation.key.request_hash:
                    raise
        raise ServiceUnavailable

    async def _once(self, mutation: Mutation, order: Any) -> Answered:
        if order is not None:
            answered, has_events = await self.travel(
                mutation.caller.account_id, mutation.route, order, mutation.request.turn, partial(perform, mutation)
            )
        else:
            async with self._db.transaction() as connection:
                tx, (answered, has_events, answer) = await perform(mutation, connection)
                await outbox.settle(connection, [(tx, answer)], memory_hours=idempotency.MEMORY_HOURS)
        if has_events:
            self._bell.ring()
        return answered

    async def travel(self, account_id: str, route: str, order: Any, turn: Turn | None, job: Performed) -> Any:
        """The result of a job and whether it emitted events, committed with what travelled with it. Raises Stranded."""
        with recording.inside("convoy") as span:
            return await self._convoys.join(account_id, route, order, partial(_in_turn, job, turn, span))


def _in_turn(job: Performed, turn: Turn | None, span: Span | None, executor: Executor) -> Awaitable[Any]:
    """The job in a task of the trip's, where it holds the event loop for its own request all the same."""
    is_plain = span is None and recording.current.get() is None
    work = job(executor) if is_plain else _within(span, job, executor)
    return work if turn is None else turn.spend(work)


async def _within(span: Span | None, job: Performed, executor: Executor) -> tuple[Tx, Any]:
    """The job, whose events belong to the trace of its own request, whoever's the trip is."""
    with recording.BackIn(span):
        return await job(executor)


async def perform(mutation: Mutation, executor: Executor) -> tuple[Tx, tuple[Answered, bool, outbox.Answer | None]]:
    """Run the handler and encode its answer, all within the transaction of `executor`."""
    tx = Tx(executor, mutation.caller)
    data = await mutation.work(tx)
    answered, holds_secret = finished(data, mutation.status, mutation.request.id)
    answer = remember(mutation.key, mutation.caller.account_id, answered, holds_secret)
    return tx, (answered, bool(tx.events), answer)


def finished(data: Any, status: int, request_id: str) -> tuple[Answered, bool]:
    """A handler's result as the bytes that go out, and whether a secret is in them."""
    reply = data if isinstance(data, Reply) else Reply(data)
    body = encode(reply.data, request_id, reply.meta)
    return Answered(reply.status or status, body, reply.headers), reply.holds_secret


def remember(key: Key | None, account_id: str, answered: Answered, holds_secret: bool) -> outbox.Answer | None:
    """What the key will answer for the next 24 hours; a secret in it is encrypted."""
    if key is None:
        return None
    stored = answered.body
    if holds_secret:
        stored = secrets.keyring().seal(stored, idempotency.context(account_id, key.key))
    return outbox.Answer(key.partner, key.key, key.request_hash, answered.status, stored, holds_secret)


def replay(memory: Memory, key: Key | None, account_id: str) -> Answered:
    """The remembered answer, byte for byte. Raises KeyReused, or InProgress while it has none."""
    assert key is not None
    if memory.request_hash != key.request_hash:
        raise idempotency.KeyReused
    if memory.status is None:
        raise idempotency.InProgress
    body = idempotency.opened(memory, account_id, key.key)
    return Answered(memory.status, body, {"Idempotency-Replayed": "true"})


async def _settle(connection: asyncpg.Connection, results: Sequence[tuple[Tx, Any]]) -> list[Any]:
    members = [(tx, answer) for tx, (_, _, answer) in results]
    await outbox.settle(connection, members, memory_hours=idempotency.MEMORY_HOURS)
    return [(answered, has_events) for _, (answered, has_events, _) in results]
