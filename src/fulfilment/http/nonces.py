"""Nonces of the second signing scheme: each key's is taken once, by whichever node comes first (decision page 67).

What takes it is the table's primary key, and what decides the window is the database's clock. Requests that arrive
while nonces are being taken share the next statement; requests of the first scheme cost nothing here.
"""

import asyncio
from collections.abc import Sequence

import asyncpg
import msgspec

from fulfilment.db.chore import Chore, columns
from fulfilment.db.pool import Database
from fulfilment.db.sql import sql
from fulfilment.http.errors import ApiError
from fulfilment.http.signing import ClockSkew, Signature
from fulfilment.http.together import Together

FORGET_EVERY_SECONDS = 20.0
FORGOTTEN_AT_ONCE = 5_000
# Longer than its timestamp is good: for a fail-over to a server whose clock is behind, and a window that is widened.
KEPT_SECONDS = 300

_MAX_SHARED = 256
_TAKE_SECONDS = 5.0

# All sort alike, so that two processes which take the same nonces wait for one another rather than in a circle.
TAKE = sql(
    "nonces.unscoped_take",
    """
    WITH asked AS (
        SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) AS a (key_id, nonce, signed_at)
    ), taken AS (
        INSERT INTO nonces (key_id, nonce, good_until)
        SELECT key_id, nonce, signed_at + $4::bigint FROM asked
         WHERE abs(extract(epoch FROM now()) - signed_at) <= $4::bigint
         ORDER BY key_id, nonce
            ON CONFLICT (key_id, nonce) DO NOTHING
        RETURNING key_id, nonce
    )
    SELECT key_id, nonce, extract(epoch FROM now())::float8 AS now FROM taken
     UNION ALL SELECT NULL, NULL, extract(epoch FROM now())::float8
    """,
)

OLD = sql(
    "nonces.unscoped_old",
    """
    SELECT key_id, nonce FROM nonces WHERE good_until < extract(epoch FROM now())::bigint - $1::bigint
     ORDER BY good_until LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

FORGET = sql(
    "nonces.unscoped_forget",
    """
    DELETE FROM nonces n USING unnest($1::text[], $2::text[]) AS old (key_id, nonce)
     WHERE n.key_id = old.key_id AND n.nonce = old.nonce
    """,
)

_CHORE = Chore("nonces", ("key_id", "nonce"), FORGOTTEN_AT_ONCE)


class NonceReused(ApiError):
    """The request was signed right, and has been here before: the same nonce with the same key."""

    status, code = 401, "NONCE_REUSED"
    message = "This nonce has been used. A request that is sent again is signed anew, with a new nonce."


class _Taken(msgspec.Struct, frozen=True):
    """Whether the nonce was free, and the database's clock."""

    is_ours: bool
    now: float


class Nonces:
    """Takes the nonces of proven requests, many in one statement; `skew_seconds` is half the window."""

    def __init__(self, db: Database, skew_seconds: int):
        self._db = db
        self._skew_seconds = skew_seconds
        self._together: Together[Signature, _Taken] = Together(self._take_all, _MAX_SHARED)

    async def take(self, claim: Signature) -> None:
        """Take the nonce of a request whose signature proved right. Raises NonceReused, ClockSkew.

        Where the connection is lost nobody knows whether it was taken: that is refused as any lost connection is, and
        the client signs anew.
        """
        taken = await self._together.ask(claim)
        if abs(taken.now - int(claim.timestamp)) > self._skew_seconds:
            raise ClockSkew(claim.timestamp, taken.now, self._skew_seconds)
        if not taken.is_ours:
            raise NonceReused

    async def _take_all(self, claims: list[Signature]) -> Sequence[_Taken]:
        # Of those in one round that ask for the same, the first alone may have it.
        firsts: dict[tuple[str, str | None], Signature] = {}
        for claim in claims:
            firsts.setdefault((claim.key_id, claim.nonce), claim)
        key_ids, nonces = zip(*firsts, strict=True)
        signed_at = [int(claim.timestamp) for claim in firsts.values()]
        async with asyncio.timeout(_TAKE_SECONDS), self._db.connection() as connection:
            rows = await connection.fetch(TAKE.text, key_ids, nonces, signed_at, self._skew_seconds)
        return _shared_out(claims, firsts, rows)


def _shared_out(
    claims: list[Signature], firsts: dict[tuple[str, str | None], Signature], rows: Sequence[asyncpg.Record]
) -> list[_Taken]:
    now = rows[-1]["now"]
    taken = {(row["key_id"], row["nonce"]) for row in rows[:-1]}
    wanted = [(claim.key_id, claim.nonce) for claim in claims]
    return [_Taken(pair in taken and firsts[pair] is claim, now) for claim, pair in zip(claims, wanted, strict=True)]


async def forget(db: Database) -> None:
    """Delete the nonces of requests that are too old to be accepted again, a few at a time."""
    await _CHORE.work_off(
        db,
        lambda connection, most: connection.fetch(OLD.text, KEPT_SECONDS, most),
        lambda connection, old: connection.execute(FORGET.text, *columns(old, 2)),
    )
