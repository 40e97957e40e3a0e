"""Access of public handlers: routes without a credential, such as probes, reports of couriers and links with a secret.

`Public` runs unscoped statements, and commands in the workspace that the secret of a request has proven.
"""

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

# Decides by the look-up alone: the data of the answer, or None if a mutation is needed. May raise an ApiError.
ShortCircuit = Callable[[], Any]


class PublicAccess(msgspec.Struct, frozen=True):
    """Access to a workspace, as proven by a request's own secret.

    `capability` names the resource of the secret. `record` is the idempotency record of the request's key for that
    resource.
    """

    account_id: str
    capability: str
    record: IdempotencyRecord | None
    is_suspended: bool


class Public:
    """Database access of a public handler: unscoped statements, and commands in a workspace that was proven."""

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
        """Run one mutation in the workspace of `access`, once per idempotency key.

        Each secret has its own namespace of idempotency keys, so no client can use up a key of another.
        `short_circuit` may answer, or raise, without a mutation. Its answer counts only without an idempotency key,
        because the answer of a key must be stored.

        Raises Validation, KeyReused, and WorkspaceSuspended in a suspended workspace, unless the key has an answer.
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
        """An external operation of `actor`, in the workspace that the request's own secret has proven."""
        return ExternalOperation(self._db, self._notifier, actor, None, self.request.id)
