"""What handlers without a credential work with: the worker's reports, health, links that carry their own secret."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import asyncpg
import msgspec

from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.principal import Principal, WorkspaceSuspended
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import Statement
from fulfilment.infra.database.transaction import Actor, PooledExecutor
from fulfilment.infra.operations import idempotency
from fulfilment.infra.operations.batch_loader import BatchedQueries
from fulfilment.infra.operations.command import Command, EncodedResponse, Work, encode_response
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.infra.operations.idempotency import IdempotencyRecord

# What a look-up has shown: the data of the answer, None where there is something to do. Raises a refusal.
ShortCircuit = Callable[[], Any]


class PublicAccess(msgspec.Struct, frozen=True):
    """The way into a workspace, as the look-up of a request's own secret found it.

    `bearer` names the resource that the secret is of; `memory` is what the request's idempotency key remembers of it.
    """

    account_id: str
    capability: str
    record: IdempotencyRecord | None
    is_suspended: bool


class Public:
    """Statements that know no workspace, and the way into one once the request has proven which."""

    def __init__(
        self,
        db: Database,
        notifier: WorkerNotifier,
        executor: PooledExecutor,
        batched_queries: BatchedQueries,
        request: Request,
        run: Callable[..., Awaitable[EncodedResponse]],
        status: int,
        route: str = "",
        batch_key: tuple | None = None,
    ) -> None:
        self._db = db
        self._notifier = notifier
        self._executor = executor
        self._batched_queries = batched_queries
        self._run = run
        self._status = status
        self._route = route
        self._batch_key = batch_key
        self.request = request

    async def fetch_optional(self, statement: Statement, *args: Any) -> asyncpg.Record | None:
        """The first row of an `unscoped_` statement."""
        assert not statement.is_scoped
        return await self._executor.fetchrow(statement.text, *args)

    async def fetch_all(self, statement: Statement, *args: Any) -> Sequence[asyncpg.Record]:
        """Every row of an `unscoped_` statement."""
        assert not statement.is_scoped
        return await self._executor.fetch(statement.text, *args)

    async def fetch_batched(self, statement: Statement, *args: Any) -> asyncpg.Record:
        """The row for these arguments of an `unscoped_` statement that takes arrays; see `BatchedQueries`."""
        assert not statement.is_scoped
        return await self._batched_queries.fetch_one(statement, *args)

    async def run_command(
        self,
        access: PublicAccess,
        work: Work,
        *,
        short_circuit: ShortCircuit | None = None,
    ) -> EncodedResponse:
        """One plain mutation in the workspace that the secret of `entrance` proved, once for its idempotency key.

        Each secret has idempotency keys of its own, apart from the workspace's, so no caller can use up a key of
        another. `settled` answers, or refuses, where the look-up shows that no mutation is needed; an answer that a key
        must remember is none. Raises Validation, KeyReused, and WorkspaceSuspended in a suspended workspace, unless the
        key remembers the answer.
        """
        request = self.request
        request.require_sound_idempotency_key()
        principal = Principal(
            access.account_id,
            actor_id="",
            capability=access.capability,
            ip=request.client_ip,
            user_agent=request.user_agent,
        )
        key = idempotency.key_of(request, principal.idempotency_namespace)
        if access.record is None:
            if access.is_suspended:
                raise WorkspaceSuspended
            data = None if short_circuit is None else short_circuit()
            if data is not None and key is None:
                return encode_response(data, self._status, request.id)[0]
        command = Command(request, principal, key, self._status, work, self._route, self._batch_key)
        return await self._run(command, access.record)

    def start_operation(self, actor: Actor) -> ExternalOperation:
        """Transactions in the workspace that the request's own secret proved."""
        return ExternalOperation(self._db, self._notifier, actor, None, self.request.id)
