"""Idempotency records (decisions, section 4).

The record of a key is committed in the transaction of its request. A refused request leaves no record, and a
successful request is answered with the same bytes for 24 hours. External operations claim the key first (`status` is
null), and store the answer when they are settled.
"""

import hashlib
from datetime import timedelta

import msgspec

from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.request import Request
from fulfilment.infra.database import heartbeat
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.encryption import keyring
from fulfilment.infra.models import Row

RETENTION_HOURS = 24
RETENTION = timedelta(hours=RETENTION_HOURS)

# The columns of an idempotency record `m`, for `record_from`.
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
    """The operation under this key, or on this resource, is still running."""

    status, code = 409, "IDEMPOTENCY_IN_PROGRESS"
    message = "The same operation is still under way."


class IdempotencyRecord(msgspec.Struct, frozen=True):
    """Idempotency record of a key. `status` is None until its operation has an answer."""

    request_hash: bytes
    status: int | None
    response: bytes | None
    is_sealed: bool
    is_leased: bool
    owner_id: int | None

    async def is_in_progress(self, read: Read) -> bool:
        """True while the lease lasts and its owner is alive. Otherwise another process may take the operation over."""
        return self.status is None and self.is_leased and not await heartbeat.is_owner_dead(read, self.owner_id)


class Key(msgspec.Struct, frozen=True):
    """An idempotency key, with its namespace and the hash of its request."""

    key: str
    partner: str
    request_hash: bytes


def is_record_of(record: IdempotencyRecord | None, key: Key | None) -> bool:
    """True if the record belongs to the same request, and not to another request under the key."""
    return record is not None and key is not None and record.request_hash == key.request_hash


def encode_key(key: Key | None) -> str | None:
    """The key as JSON, for an operation that is finished later under this key."""
    return None if key is None else msgspec.json.encode(key).decode()


def decode_key(stored: str | None) -> Key | None:
    """The key of an operation that is finished later, from JSON."""
    return None if stored is None else msgspec.json.decode(stored, type=Key)


def record_from(row: Row) -> IdempotencyRecord | None:
    """The idempotency record of a row with COLUMNS; None if the row has none."""
    if row["request_hash"] is None:
        return None
    return IdempotencyRecord(
        request_hash=row["request_hash"],
        status=row["answered_status"],
        response=row["response"],
        is_sealed=row["is_sealed"],
        is_leased=row["is_leased"] or False,
        owner_id=row["holder"],
    )


def key_of(request: Request, partner: str, restrictions: str = "") -> Key | None:
    """The request's key, if it has one. Callers with other `restrictions` get another request hash."""
    if request.usable_idempotency_key is None:
        return None
    line = b"\n".join((request.method.encode(), request.target, request.body_hash.encode()))
    if restrictions:
        line += b"\n" + restrictions.encode()
    return Key(request.usable_idempotency_key, partner, hashlib.sha256(line).digest())


def encryption_context(account_id: str, key: str) -> str:
    """The encryption context (associated data) of a stored answer."""
    return f"idempotent_response:{account_id}:{key}"


def decrypt_response(record: IdempotencyRecord, account_id: str, key: str) -> bytes:
    """The stored answer in plain text."""
    assert record.response is not None
    if not record.is_sealed:
        return record.response
    return keyring.keyring().decrypt(record.response, encryption_context(account_id, key))
