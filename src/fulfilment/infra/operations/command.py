"""One request's mutation: the handler within a transaction, its answer, and what an idempotency key keeps of it.

A handler knows neither its group commit (`group_commit.py`) nor the idempotency key of its request. The command runner
begins and commits (`infra/operations/command_runner.py`).
"""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Generic

import msgspec

from fulfilment.infra.api.envelope import Reply, Shown, encode
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database import outbox
from fulfilment.infra.database.transaction import TransactionExecutor, Tx
from fulfilment.infra.encryption import keyring
from fulfilment.infra.operations import idempotency
from fulfilment.infra.operations.idempotency import IdempotencyRecord, Key

Work = Callable[[Any], Awaitable[Any]]
# A transaction that was worked in, with what it comes to, whether it emitted events, and what its key remembers.
Job = Callable[[TransactionExecutor], Coroutine[Any, Any, tuple[Tx, tuple[Any, bool, outbox.StoredResponse | None]]]]


class EncodedResponse(msgspec.Struct, Generic[Shown], frozen=True):
    """A finished answer: the bytes that go out, and that an idempotency key remembers."""

    status: int
    body: bytes
    headers: dict[str, str] = msgspec.field(default_factory=dict)


class Command(msgspec.Struct, frozen=True):
    """One request's mutation, before it runs. With a `batch_key` it may share a transaction with others of its `route`.

    `work` is given the transaction, or the external operation.
    """

    request: Request
    principal: Principal
    key: Key | None
    status: int
    work: Work
    route: str = ""
    batch_key: tuple | None = None


async def execute(
    command: Command, executor: TransactionExecutor
) -> tuple[Tx, tuple[EncodedResponse, bool, outbox.StoredResponse | None]]:
    """Run the handler and encode its answer, all within the transaction of `executor`."""
    tx = Tx(executor, command.principal)
    data = await command.work(tx)
    response, holds_secret = encode_response(data, command.status, command.request.id)
    stored = stored_response(command.key, command.principal.account_id, response, holds_secret)
    return tx, (response, bool(tx.events), stored)


def encode_response(data: object, status: int, request_id: str) -> tuple[EncodedResponse, bool]:
    """A handler's result as the bytes that go out, and whether a secret is in them."""
    reply = data if isinstance(data, Reply) else Reply(data)
    body = encode(reply.data, request_id, reply.meta)
    return EncodedResponse(reply.status or status, body, reply.headers), reply.holds_secret


def stored_response(
    key: Key | None, account_id: str, response: EncodedResponse, holds_secret: bool
) -> outbox.StoredResponse | None:
    """What the key will answer for the next 24 hours; a secret in it is encrypted."""
    if key is None:
        return None
    stored = response.body
    if holds_secret:
        stored = keyring.keyring().encrypt(stored, idempotency.encryption_context(account_id, key.key))
    return outbox.StoredResponse(key.partner, key.key, key.request_hash, response.status, stored, holds_secret)


def replay(record: IdempotencyRecord, key: Key | None, account_id: str) -> EncodedResponse:
    """The remembered answer, byte for byte. Raises KeyReused, or InProgress while it has none."""
    assert key is not None
    if record.request_hash != key.request_hash:
        raise idempotency.KeyReused
    if record.status is None:
        raise idempotency.InProgress
    body = idempotency.decrypt_response(record, account_id, key.key)
    return EncodedResponse(record.status, body, {"Idempotency-Replayed": "true"})
