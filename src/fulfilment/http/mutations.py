"""The only place where a plain mutation begins or commits: idempotency, the handler, the outbox, the commit."""

from collections.abc import Awaitable, Sequence
from functools import partial
from typing import Any

import asyncpg

from fulfilment.db import outbox
from fulfilment.db.bell import Bell
from fulfilment.db.convoy import Convoys, Stranded
from fulfilment.db.pool import COLLISIONS, DEMOTED, Database
from fulfilment.db.tx import Executor, Tx
from fulfilment.http import idempotency
from fulfilment.http.callers import Callers
from fulfilment.http.errors import ApiError, ServiceUnavailable
from fulfilment.http.idempotency import Memory
from fulfilment.http.mutation import Answered, Mutation, Performed, perform, replay
from fulfilment.http.turns import Turn
from fulfilment.traces import recording
from fulfilment.traces.recording import Span

_MAX_TRIES = 5


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


async def _settle(connection: asyncpg.Connection, results: Sequence[tuple[Tx, Any]]) -> list[Any]:
    members = [(tx, answer) for tx, (_, _, answer) in results]
    await outbox.settle(connection, members, memory_hours=idempotency.MEMORY_HOURS)
    return [(answered, has_events) for _, (answered, has_events, _) in results]
