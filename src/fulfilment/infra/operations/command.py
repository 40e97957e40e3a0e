"""Command: one request's mutation, its execution in a transaction, and its encoded answer.

A handler knows neither its group commit (`group_commit.py`) nor the idempotency key of its request. The command runner
begins and commits the transaction (`command_runner.py`).
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
# Runs a command. Returns its transaction, its result, True if it emitted events, and the answer to store for its key.
Job = Callable[[TransactionExecutor], Coroutine[Any, Any, tuple[Tx, tuple[Any, bool, outbox.StoredResponse | None]]]]


class EncodedResponse(msgspec.Struct, Generic[Shown], frozen=True):
    """An encoded answer: the bytes that are sent, and that an idempotency record stores."""

    status: int
    body: bytes
    headers: dict[str, str] = msgspec.field(default_factory=dict)


class Command(msgspec.Struct, frozen=True):
    """One request's mutation. With a `batch_key` it may share a transaction with other commands of its `route`.

    `work` receives the transaction or the external operation.
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
    """Run the handler within the transaction of `executor`, and encode its answer."""
    tx = Tx(executor, command.principal)
    data = await command.work(tx)
    response, holds_secret = encode_response(data, command.status, command.request.id)
    stored = stored_response(command.key, command.principal.account_id, response, holds_secret)
    return tx, (response, bool(tx.events), stored)


def encode_response(data: object, status: int, request_id: str) -> tuple[EncodedResponse, bool]:
    """The encoded answer of a handler's result, and True if it contains a secret."""
    reply = data if isinstance(data, Reply) else Reply(data)
    body = encode(reply.data, request_id, reply.meta)
    return EncodedResponse(reply.status or status, body, reply.headers), reply.holds_secret


def stored_response(
    key: Key | None, account_id: str, response: EncodedResponse, holds_secret: bool
) -> outbox.StoredResponse | None:
    """The answer to store for the key for 24 hours, encrypted if it contains a secret; None without a key."""
    if key is None:
        return None
    stored = response.body
    if holds_secret:
        stored = keyring.keyring().encrypt(stored, idempotency.encryption_context(account_id, key.key))
    return outbox.StoredResponse(key.partner, key.key, key.request_hash, response.status, stored, holds_secret)


def replay(record: IdempotencyRecord, key: Key | None, account_id: str) -> EncodedResponse:
    """The stored answer, byte for byte. Raises KeyReused, or InProgress if there is no answer yet."""
    assert key is not None
    if record.request_hash != key.request_hash:
        raise idempotency.KeyReused
    if record.status is None:
        raise idempotency.InProgress
    body = idempotency.decrypt_response(record, account_id, key.key)
    return EncodedResponse(record.status, body, {"Idempotency-Replayed": "true"})
