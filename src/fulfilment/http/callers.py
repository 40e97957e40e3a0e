"""Looking up who calls: the credential, and what the idempotency key remembers, in one round trip.

Requests that arrive while a look-up is under way share the next one. A look-up begins after the requests it serves
arrived, so a revocation holds from the moment it was answered, without any cache.
"""

import asyncio
from collections.abc import Sequence

import asyncpg

from fulfilment import brand, party, secrets
from fulfilment.db.pool import LOST, Database
from fulfilment.db.sql import sql
from fulfilment.db.tx import PooledExecutor
from fulfilment.http import signing
from fulfilment.http.bearer import Sessions
from fulfilment.http.caller import Caller, ForbiddenOnBehalf
from fulfilment.http.errors import NotFound
from fulfilment.http.idempotency import MEMORY_LIFE, Memory
from fulfilment.http.request import Request
from fulfilment.settings import Settings

_MAX_SHARED = 256
# It finds some rows by their keys. Where that takes longer, the server is not there, and whoever asks is told so.
_LOOK_UP_SECONDS = 5.0

# The two headers of a signed request, or a bearer token.
Claim = signing.Signature | bytes

# Each row is found by a sub-query of its own: a join may be planned, on statistics of a day when the tables were small,
# as a walk through all keys of a workspace or all workspaces.
FIND_CALLERS = sql(
    "caller.unscoped_find",
    """
    SELECT k.account_id, k.key_id, k.secret, k.scopes, k.partner, k.revoked_at, served.id AS served_id,
           worked_in.plan,
           m.request_hash, m.status, m.response, m.is_sealed, m.lease_until > now() AS is_leased,
           CASE WHEN m.status IS NULL THEN is_gone(m.holder) END AS is_abandoned
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (key_id, served_id, memory_key, nth)
      LEFT JOIN LATERAL (SELECT * FROM api_keys WHERE key_id = asked.key_id LIMIT 1) k ON true
      LEFT JOIN LATERAL (SELECT * FROM accounts WHERE id = asked.served_id LIMIT 1) served
        ON served.partner = k.partner
      LEFT JOIN LATERAL (SELECT plan FROM accounts WHERE id = coalesce(served.id, k.account_id) LIMIT 1) worked_in
        ON true
      LEFT JOIN LATERAL (
               SELECT * FROM idempotency_keys
                WHERE account_id = coalesce(served.id, k.account_id)
                  AND partner = CASE WHEN served.id IS NULL THEN '' ELSE k.partner END
                  AND key = asked.memory_key
                LIMIT 1
           ) m ON m.created_at > now() - $4::interval
     ORDER BY asked.nth
    """,
)

REMEMBERED = sql(
    "caller.remembered",
    """
    SELECT request_hash, status, response, is_sealed, lease_until > now() AS is_leased,
           CASE WHEN status IS NULL THEN is_gone(holder) END AS is_abandoned
      FROM idempotency_keys WHERE account_id = $1 AND partner = $2 AND key = $3 AND created_at > now() - $4::interval
    """,
)


class Callers:
    """Looks callers up, many at once, and remembers which keys were used."""

    def __init__(self, db: Database, settings: Settings):
        self._db = db
        self._executor = PooledExecutor(db)
        self._settings = settings
        self.sessions = Sessions(db, settings)
        self._waiting: list[tuple[tuple[str | None, ...], asyncio.Future]] = []
        self._running: asyncio.Task | None = None
        self.used: dict[str, None] = {}

    def read(self, request: Request) -> Claim:
        """What the credential claims, before the body is read. Raises the 401 refusals that need no look-up."""
        authorization = request.headers.get("authorization", ())
        if len(authorization) == 1 and authorization[0][:7].lower() == b"bearer ":
            return authorization[0][7:]
        claim = signing.read(request, self._settings.signature_skew_seconds)
        if not claim.key_id.isascii() or not claim.key_id.isprintable():
            raise signing.InvalidKey
        return claim

    async def expect(self, claim: Claim) -> None:
        """Refuse a key that does not exist or is revoked before much is read for it. It proves nothing yet."""
        if isinstance(claim, signing.Signature):
            row = await self._find(claim.key_id, None, None)
            if row["key_id"] is None:
                raise signing.InvalidKey
        else:
            await self.sessions.verify(claim)

    async def identify(self, claim: Claim, request: Request) -> tuple[Caller, Memory | None]:
        """Prove who calls. Raises the 401 and 403 refusals of decisions, section 3."""
        served_id = _served_id(request)
        if not isinstance(claim, signing.Signature):
            caller = await self.sessions.identify(request, claim)
            if served_id is not None:
                raise ForbiddenOnBehalf
            return caller, await self.recall(caller, request)
        row = await self._find(claim.key_id, served_id, request.usable_idempotency_key)
        if row["key_id"] is None:
            raise signing.InvalidKey
        secret = secrets.unseal_text(row["secret"], f"api_key:{row['key_id']}")
        signing.verify(claim, request, secret, shows_signed=self._settings.is_development)
        if row["revoked_at"] is not None:
            raise signing.RevokedKey
        self.used[claim.key_id] = None
        return _caller(row, served_id, request), _memory(row)

    async def recall(self, caller: Caller, request: Request) -> Memory | None:
        """What the request's idempotency key remembers by now."""
        if request.usable_idempotency_key is None:
            return None
        row = await self._executor.fetchrow(
            REMEMBERED.text, caller.account_id, caller.memory_partner, request.usable_idempotency_key, MEMORY_LIFE
        )
        return _memory(row) if row else None

    async def _find(self, *asked: str | None) -> asyncpg.Record:
        answer = asyncio.get_running_loop().create_future()
        self._waiting.append((asked, answer))
        if self._running is None:
            self._running = asyncio.create_task(self._serve())
        return await answer

    async def _serve(self) -> None:
        # It looks up whoever asks, and not for whoever was the first of them.
        party.current.set(party.HOUSE)
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:_MAX_SHARED], self._waiting[_MAX_SHARED:]
                try:
                    rows = await self._look_up([asked for asked, _ in batch])
                except Exception as problem:
                    for _, answer in batch:
                        if not answer.done():
                            answer.set_exception(problem)
                    continue
                for (_, answer), row in zip(batch, rows, strict=True):
                    if not answer.done():
                        answer.set_result(row)
        finally:
            self._running = None

    async def _look_up(self, asked: list[tuple[str | None, ...]]) -> Sequence[asyncpg.Record]:
        columns = [list(column) for column in zip(*asked, strict=True)]
        async with asyncio.timeout(_LOOK_UP_SECONDS):
            try:
                return await self._executor.fetch(FIND_CALLERS.text, *columns, MEMORY_LIFE)
            except LOST:
                # It changes nothing, and where a connection was lost, a fresh one may do.
                return await self._executor.fetch(FIND_CALLERS.text, *columns, MEMORY_LIFE)


def _served_id(request: Request) -> str | None:
    values = request.headers.get(brand.current().on_behalf_of_header.lower())
    return None if values is None else b",".join(values).decode("latin-1")


def _caller(row: asyncpg.Record, served_id: str | None, request: Request) -> Caller:
    if served_id is not None:
        if row["partner"] is None or brand.current().platform_scope not in row["scopes"]:
            raise ForbiddenOnBehalf
        if row["served_id"] is None:
            raise NotFound
    account_id = row["served_id"] or row["account_id"]
    return Caller(
        account_id=account_id,
        actor_id=account_id,
        scopes=tuple(row["scopes"]),
        key_id=row["key_id"],
        partner=row["partner"],
        acts_for=served_id is not None,
        plan=row["plan"],
        ip=request.client_ip,
        user_agent=request.user_agent,
    )


def _memory(row: asyncpg.Record) -> Memory | None:
    if row["request_hash"] is None:
        return None
    return Memory(
        request_hash=row["request_hash"],
        status=row["status"],
        response=row["response"],
        is_sealed=row["is_sealed"],
        is_leased=row["is_leased"] or False,
        is_abandoned=row["is_abandoned"] or False,
    )
