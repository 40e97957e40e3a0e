"""Replay protection of the second signing scheme: each nonce is accepted once per API key (decision page 67).

The primary key of the table makes a nonce unique on all nodes, and the database's clock decides the time window.
Concurrent requests share one statement. Requests of the first scheme cost nothing here.
"""

import asyncio
from collections.abc import Sequence

import asyncpg
import msgspec

from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.auth.request_signing import ClockSkew, Signature, is_skewed
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql
from fulfilment.infra.operations.batch_loader import BatchLoader

CLEANUP_INTERVAL_SECONDS = 20.0
DELETE_BATCH_SIZE = 5_000
# Extra time that a nonce is kept after its window: for a fail-over to a server with a slow clock, and a wider window.
RETENTION_SECONDS = 300

_MAX_BATCH = 256
_CONSUME_TIMEOUT_SECONDS = 5.0

# All statements insert in the same order, so that two processes with the same nonces never deadlock.
CONSUME = sql(
    "nonces.unscoped_take",
    """
    WITH asked AS (
        SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) AS a (key_id, nonce, signed_at)
    ), taken AS (
        INSERT INTO nonces (key_id, nonce, good_until)
        SELECT key_id, nonce, signed_at + $4::bigint FROM asked
         WHERE abs(floor(extract(epoch FROM now())) - signed_at) <= $4::bigint
         ORDER BY key_id, nonce
            ON CONFLICT (key_id, nonce) DO NOTHING
        RETURNING key_id, nonce
    )
    SELECT key_id, nonce, extract(epoch FROM now())::float8 AS now FROM taken
     UNION ALL SELECT NULL, NULL, extract(epoch FROM now())::float8
    """,
)

FIND_EXPIRED = sql(
    "nonces.unscoped_old",
    """
    SELECT key_id, nonce FROM nonces WHERE good_until < extract(epoch FROM now())::bigint - $1::bigint
     ORDER BY good_until LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

DELETE = sql(
    "nonces.unscoped_forget",
    """
    DELETE FROM nonces n USING unnest($1::text[], $2::text[]) AS old (key_id, nonce)
     WHERE n.key_id = old.key_id AND n.nonce = old.nonce
    """,
)

_PROCESSOR = BatchProcessor("nonces", ("key_id", "nonce"), DELETE_BATCH_SIZE)


class NonceReused(ApiError):
    """The signature is valid, but the key has used this nonce before: the request is a replay."""

    status, code = 401, "NONCE_REUSED"
    message = "This nonce has been used. Sign the request again, with a new nonce, to repeat it."


class _Consumed(msgspec.Struct, frozen=True):
    """Result of consuming a nonce: `was_free` for its first use, and the database's clock."""

    was_free: bool
    now: float


class Nonces:
    """Consumes the nonces of verified requests, many in one statement. `skew_seconds` is half the time window."""

    def __init__(self, db: Database, skew_seconds: int) -> None:
        self._db = db
        self._skew_seconds = skew_seconds
        self._loader: BatchLoader[Signature, _Consumed] = BatchLoader(self._consume_many, _MAX_BATCH)

    async def consume(self, claim: Signature) -> None:
        """Consume the nonce of a request with a valid signature. Raises NonceReused, ClockSkew.

        After a lost connection it is unknown if the nonce was consumed. The request then fails as usual, and the client
        signs again with a new nonce.
        """
        taken = await self._loader.load(claim)
        if is_skewed(int(claim.timestamp), taken.now, self._skew_seconds):
            raise ClockSkew(claim.timestamp, taken.now, self._skew_seconds)
        if not taken.was_free:
            raise NonceReused

    async def _consume_many(self, claims: list[Signature]) -> Sequence[_Consumed]:
        # If several requests of one batch have the same nonce, only the first may consume it.
        firsts: dict[tuple[str, str | None], Signature] = {}
        for claim in claims:
            firsts.setdefault((claim.key_id, claim.nonce), claim)
        key_ids, nonces = zip(*firsts, strict=True)
        signed_at = [int(claim.timestamp) for claim in firsts.values()]
        async with asyncio.timeout(_CONSUME_TIMEOUT_SECONDS), self._db.connection() as connection:
            rows = await connection.fetch(CONSUME.text, key_ids, nonces, signed_at, self._skew_seconds)
        return _distribute(claims, firsts, rows)


def _distribute(
    claims: list[Signature], firsts: dict[tuple[str, str | None], Signature], rows: Sequence[asyncpg.Record]
) -> list[_Consumed]:
    now = rows[-1]["now"]
    taken = {(row["key_id"], row["nonce"]) for row in rows[:-1]}
    wanted = [(claim.key_id, claim.nonce) for claim in claims]
    return [_Consumed(pair in taken and firsts[pair] is claim, now) for claim, pair in zip(claims, wanted, strict=True)]


async def delete_expired(db: Database) -> None:
    """Cleanup job: delete in batches the nonces of requests that are too old to be accepted."""
    await _PROCESSOR.drain(
        db,
        lambda connection, most: connection.fetch(FIND_EXPIRED.text, RETENTION_SECONDS, most),
        lambda connection, old: connection.execute(DELETE.text, *columns(old, 2)),
    )
