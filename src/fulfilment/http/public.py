"""What handlers without a credential work with: the worker's reports, health, links that carry their own secret."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import asyncpg

from fulfilment.db.bell import Bell
from fulfilment.db.pool import Database
from fulfilment.db.sql import Statement
from fulfilment.db.tx import Actor, PooledExecutor
from fulfilment.http import idempotency
from fulfilment.http.caller import Caller, WorkspaceSuspended
from fulfilment.http.idempotency import Memory
from fulfilment.http.mutation import Answered, Mutation, Work
from fulfilment.http.request import Request
from fulfilment.http.saga import Saga


class Public:
    """Statements that know no workspace, and the way into one once the request has proven which."""

    def __init__(
        self,
        db: Database,
        bell: Bell,
        executor: PooledExecutor,
        request: Request,
        run: Callable[..., Awaitable[Answered]],
        recall: Callable[[Caller, Request], Awaitable[Memory | None]],
        status: int,
        route: str = "",
    ):
        self._db = db
        self._bell = bell
        self._executor = executor
        self._run = run
        self._recall = recall
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

    async def mutate(
        self, account_id: str, bearer: str, work: Work, *, is_suspended: bool = False, order: tuple | None = None
    ) -> Answered:
        """One plain mutation in the workspace that the secret of `bearer` proved, once for its idempotency key.

        Its keys are remembered apart from the workspace's own and from those of other secrets, so that nobody can use
        one up for somebody else. Raises Validation, KeyReused, and WorkspaceSuspended in a workspace that is suspended,
        unless the key remembers the answer. With an `order` it travels with others (http/route.py, Travelling).
        """
        request = self.request
        request.require_sound_idempotency_key()
        caller = Caller(
            account_id,
            actor_id="",
            bearer=bearer,
            ip=request.client_ip,
            user_agent=request.user_agent,
        )
        key = idempotency.of(request, caller.memory_partner)
        memory = await self._recall(caller, request)
        if is_suspended and memory is None:
            raise WorkspaceSuspended
        return await self._run(Mutation(request, caller, key, self._status, work, self._route), memory, order=order)

    def acting_as(self, actor: Actor) -> Saga:
        """Transactions in the workspace that the request's own secret proved."""
        return Saga(self._db, self._bell, actor, None, self.request.id)
