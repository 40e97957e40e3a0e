"""What handlers without a credential work with: the worker's reports, health, links that carry their own secret."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import asyncpg
import msgspec

from fulfilment.db.bell import Bell
from fulfilment.db.pool import Database
from fulfilment.db.sql import Statement
from fulfilment.db.tx import Actor, PooledExecutor
from fulfilment.http import idempotency
from fulfilment.http.caller import Caller, WorkspaceSuspended
from fulfilment.http.idempotency import Memory
from fulfilment.http.look_ups import LookUps
from fulfilment.http.mutation import Answered, Mutation, Work, finished
from fulfilment.http.request import Request
from fulfilment.http.saga import Saga

# What a look-up has shown: the data of the answer, None where there is something to do. Raises a refusal.
Settled = Callable[[], Any]


class Entrance(msgspec.Struct, frozen=True):
    """The way into a workspace, as the look-up of a request's own secret found it.

    `bearer` names the resource that the secret is of; `memory` is what the request's idempotency key remembers of it.
    """

    account_id: str
    bearer: str
    memory: Memory | None
    is_suspended: bool


class Public:
    """Statements that know no workspace, and the way into one once the request has proven which."""

    def __init__(
        self,
        db: Database,
        bell: Bell,
        executor: PooledExecutor,
        request: Request,
        run: Callable[..., Awaitable[Answered]],
        look_ups: LookUps,
        status: int,
        route: str = "",
    ):
        self._db = db
        self._bell = bell
        self._executor = executor
        self._run = run
        self._look_ups = look_ups
        self._status = status
        self._route = route
        self.request = request

    async def one(self, statement: Statement, *args: Any) -> asyncpg.Record | None:
        """The first row of an `unscoped_` statement."""
        assert not statement.is_scoped
        return await self._executor.fetchrow(statement.text, *args)

    async def all(self, statement: Statement, *args: Any) -> Sequence[asyncpg.Record]:
        """Every row of an `unscoped_` statement."""
        assert not statement.is_scoped
        return await self._executor.fetch(statement.text, *args)

    async def look_up(self, statement: Statement, *asked: Any) -> asyncpg.Record:
        """The row of an `unscoped_` statement that answers many at once: those who ask now share it (look_ups.py)."""
        assert not statement.is_scoped
        return await self._look_ups.one(statement, *asked)

    async def mutate(
        self, entrance: Entrance, work: Work, *, settled: Settled | None = None, order: tuple | None = None
    ) -> Answered:
        """One plain mutation in the workspace that the secret of `entrance` proved, once for its idempotency key.

        Its keys are remembered apart from the workspace's own and from those of other secrets, so that nobody can use
        one up for somebody else. `settled` answers, or refuses, what the look-up has shown to need no mutation; an
        answer that a key must remember is none. With an `order` it travels with others (http/route.py, Travelling).
        Raises Validation, KeyReused, and WorkspaceSuspended in a workspace that is suspended, unless the key remembers
        the answer.
        """
        request = self.request
        request.require_sound_idempotency_key()
        caller = Caller(
            entrance.account_id,
            actor_id="",
            bearer=entrance.bearer,
            ip=request.client_ip,
            user_agent=request.user_agent,
        )
        key = idempotency.of(request, caller.memory_partner)
        if entrance.memory is None:
            if entrance.is_suspended:
                raise WorkspaceSuspended
            data = None if settled is None else settled()
            if data is not None and key is None:
                return finished(data, self._status, request.id)[0]
        mutation = Mutation(request, caller, key, self._status, work, self._route)
        return await self._run(mutation, entrance.memory, order=order)

    def acting_as(self, actor: Actor) -> Saga:
        """Transactions in the workspace that the request's own secret proved."""
        return Saga(self._db, self._bell, actor, None, self.request.id)
