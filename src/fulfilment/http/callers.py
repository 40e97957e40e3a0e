"""Looking up who calls: the credential, and what the idempotency key remembers, in one round trip.

Requests that arrive while a look-up is under way share the next one. A look-up begins after the requests it serves
arrived, so a revocation, or a suspension, holds from the moment it was answered, without any cache.
"""

import asyncio
from collections.abc import Sequence

import asyncpg
import msgspec

from fulfilment import brand, secrets
from fulfilment.db.pool import LOST, Database
from fulfilment.db.sql import sql
from fulfilment.db.tx import PooledExecutor
from fulfilment.http import idempotency, networks, refused, signing
from fulfilment.http.bearer import Sessions
from fulfilment.http.caller import Caller, ForbiddenOnBehalf
from fulfilment.http.claims import MAX_NAME_LENGTH
from fulfilment.http.errors import NotFound
from fulfilment.http.hosts import Hosts
from fulfilment.http.idempotency import MEMORY_LIFE, Memory
from fulfilment.http.nonces import Nonces
from fulfilment.http.request import Request
from fulfilment.http.together import Together
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
    SELECT k.account_id, k.key_id, k.secret, k.scopes, k.partner, k.made_by_partner, k.revoked_at, k.expires_at,
           k.expires_at <= now() AS is_expired, k.networks, served.id AS served_id,
           coalesce(home.suspended_at, served.suspended_at) IS NOT NULL AS is_suspended,
           CASE WHEN served.id IS NULL THEN home.plan ELSE served.plan END AS plan,
           {memory}
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (key_id, served_id, memory_key, nth)
      LEFT JOIN LATERAL (SELECT columns(api_keys) FROM api_keys WHERE key_id = asked.key_id LIMIT 1) k ON true
      LEFT JOIN LATERAL (SELECT columns(accounts) FROM accounts WHERE id = k.account_id LIMIT 1) home ON true
      LEFT JOIN LATERAL (SELECT columns(accounts) FROM accounts WHERE id = asked.served_id LIMIT 1) served
        ON served.partner = k.partner
      LEFT JOIN LATERAL (
               SELECT columns(idempotency_keys) FROM idempotency_keys
                WHERE account_id = coalesce(served.id, k.account_id)
                  AND partner = CASE WHEN served.id IS NULL THEN coalesce(k.made_by_partner, '') ELSE k.partner END
                  AND key = asked.memory_key
                LIMIT 1
           ) m ON m.created_at > now() - $4::interval
     ORDER BY asked.nth
    """,
    memory=idempotency.COLUMNS,
)

REMEMBERED = sql(
    "caller.remembered",
    """
    SELECT {memory}
      FROM idempotency_keys m
     WHERE account_id = $1 AND partner = $2 AND key = $3 AND created_at > now() - $4::interval
    """,
    memory=idempotency.COLUMNS,
)

# Of a session's workspace, which no look-up of a key has read.
IS_SUSPENDED = sql("caller.is_suspended", "SELECT suspended_at IS NOT NULL FROM accounts WHERE id = $1")


class Callers:
    """Looks callers up, many at once, and remembers which keys were used."""

    def __init__(self, db: Database, settings: Settings):
        self._db = db
        self._executor = PooledExecutor(db)
        self._settings = settings
        self.sessions = Sessions(db, settings)
        self._hosts = Hosts(settings)
        self._nonces = Nonces(db, settings.signature_skew_seconds)
        self._together: Together[tuple[str | None, ...], asyncpg.Record] = Together(self._look_up, _MAX_SHARED)
        self.used: dict[str, None] = {}

    def read(self, request: Request) -> Claim:
        """What the credential claims, before the body is read. Raises the 401 refusals that need no look-up."""
        authorization = request.headers.get("authorization", ())
        if len(authorization) == 1 and authorization[0][:7].lower() == b"bearer ":
            return authorization[0][7:]
        skew, requires_second = self._settings.signature_skew_seconds, self._settings.signing_v2_required
        claim = signing.read(request, skew, requires_second=requires_second)
        # What cannot be a key's is not looked for beside what others ask.
        is_one = len(claim.key_id) == refused.KEY_ID_CHARACTERS
        if not is_one or not claim.key_id.isascii() or not claim.key_id.isprintable():
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
            caller = await self.with_suspension(caller, request)
            return caller, await self.recall(caller, request)
        row = await self._find(claim.key_id, _asked_for(served_id), request.usable_idempotency_key)
        if row["key_id"] is None:
            raise signing.InvalidKey
        secret = secrets.unseal_text(row["secret"], f"api_key:{row['key_id']}")
        hosts = () if claim.nonce is None else self._hosts.of(request)
        signing.verify(claim, request, secret, hosts, shows_signed=self._settings.is_development)
        if row["revoked_at"] is not None:
            raise signing.RevokedKey
        if row["is_expired"]:
            raise signing.ExpiredKey
        if claim.nonce is not None:
            # What is refused from here on has used its nonce up: nobody makes the same request good from elsewhere.
            await self._nonces.take(claim)
        if row["networks"] is not None:
            networks.admit(row["networks"], request.client_ip)
        self.used[claim.key_id] = None
        return _caller(row, served_id, request), idempotency.memory_in(row)

    async def recall(self, caller: Caller, request: Request) -> Memory | None:
        """What the request's idempotency key remembers by now."""
        if request.usable_idempotency_key is None:
            return None
        row = await self._executor.fetchrow(
            REMEMBERED.text, caller.account_id, caller.memory_partner, request.usable_idempotency_key, MEMORY_LIFE
        )
        return idempotency.memory_in(row) if row else None

    async def with_suspension(self, caller: Caller, request: Request) -> Caller:
        """The session's caller, who is asked about where it changes something: what is suspended can be read."""
        if request.method in ("GET", "HEAD"):
            return caller
        row = await self._executor.fetchrow(IS_SUSPENDED.text, caller.account_id)
        return msgspec.structs.replace(caller, is_suspended=row is not None and row[0])

    async def _find(self, *asked: str | None) -> asyncpg.Record:
        return await self._together.ask(asked)

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


def _asked_for(served_id: str | None) -> str | None:
    """The workspace that is looked for; what no id can be is looked for as nobody's."""
    return served_id if served_id is None or len(served_id) <= MAX_NAME_LENGTH else ""


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
        made_by=row["made_by_partner"],
        ip=request.client_ip,
        user_agent=request.user_agent,
        is_suspended=row["is_suspended"],
        key_expires_at=row["expires_at"],
        key_networks=None if row["networks"] is None else tuple(row["networks"]),
    )
