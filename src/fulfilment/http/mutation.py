"""One request's mutation: the handler within a transaction, its answer, and what an idempotency key keeps of it.

A handler does not know whether it runs alone or in a convoy with others (`db/convoy.py`), nor whether its request
carries an idempotency key. Who begins and commits is `http/mutations.py`.
"""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from fulfilment import secrets
from fulfilment.db import outbox
from fulfilment.db.tx import Executor, Tx
from fulfilment.http import idempotency
from fulfilment.http.caller import Caller
from fulfilment.http.envelope import Reply, encode
from fulfilment.http.idempotency import Key, Memory
from fulfilment.http.request import Request

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
