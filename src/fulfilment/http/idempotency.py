"""The memory of idempotency keys (decisions, section 4).

A key's memory commits in the transaction of what its request did, so a request that was refused leaves nothing
behind, and one that succeeded answers the same bytes for 24 hours. Operations that leave the database meanwhile open
the memory first (`status` null) and close it when they are settled.
"""

import hashlib
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import msgspec

from fulfilment import secrets
from fulfilment.db import presence
from fulfilment.db.tx import Read
from fulfilment.http.errors import ApiError
from fulfilment.http.request import Request

MEMORY_HOURS = 24
MEMORY_LIFE = timedelta(hours=MEMORY_HOURS)

# What a look-up tells of a memory `m`, for `memory_in`.
COLUMNS = """m.request_hash, m.status AS answered_status, m.response, m.is_sealed, m.lease_until > now() AS is_leased,
           m.holder"""


class KeyRequired(ApiError):
    """The route needs an Idempotency-Key."""

    status, code = 400, "IDEMPOTENCY_KEY_REQUIRED"
    message = "This route needs an Idempotency-Key header."


class KeyReused(ApiError):
    """The key was used for another request within 24 hours."""

    status, code = 422, "IDEMPOTENCY_KEY_REUSED"
    message = "This Idempotency-Key was already used for a different request."


class InProgress(ApiError):
    """The operation under this key, or on this resource, is still under way."""

    status, code = 409, "IDEMPOTENCY_IN_PROGRESS"
    message = "The same operation is still under way."


class Memory(msgspec.Struct, frozen=True):
    """What a key remembers. `status` is null while its operation is under way."""

    request_hash: bytes
    status: int | None
    response: bytes | None
    is_sealed: bool
    is_leased: bool
    holder: int | None

    async def is_under_way(self, read: Read) -> bool:
        """Whether somebody is still at it; what a dead process, or a lease that ran out, left may be taken over."""
        return self.status is None and self.is_leased and not await presence.is_gone(read, self.holder)


class Key(msgspec.Struct, frozen=True):
    """An idempotency key with the request it was given for."""

    key: str
    partner: str
    request_hash: bytes


def memory_in(row: Mapping[str, Any]) -> Memory | None:
    """The memory that a row with COLUMNS tells of; None where there is none."""
    if row["request_hash"] is None:
        return None
    return Memory(
        request_hash=row["request_hash"],
        status=row["answered_status"],
        response=row["response"],
        is_sealed=row["is_sealed"],
        is_leased=row["is_leased"] or False,
        holder=row["holder"],
    )


def of(request: Request, partner: str, bounds: str = "") -> Key | None:
    """The request's key, if it carries one. Of callers with other `bounds` it is another request."""
    if request.usable_idempotency_key is None:
        return None
    line = b"\n".join((request.method.encode(), request.target, request.body_hash.encode()))
    if bounds:
        line += b"\n" + bounds.encode()
    return Key(request.usable_idempotency_key, partner, hashlib.sha256(line).digest())


def context(account_id: str, key: str) -> str:
    """What a sealed answer is bound to."""
    return f"idempotent_response:{account_id}:{key}"


def opened(memory: Memory, account_id: str, key: str) -> bytes:
    """The stored answer in clear."""
    assert memory.response is not None
    if not memory.is_sealed:
        return memory.response
    return secrets.keyring().unseal(memory.response, context(account_id, key))
