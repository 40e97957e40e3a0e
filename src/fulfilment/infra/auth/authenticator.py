"""Authentication of API requests and of console requests.

For an API key, one round trip reads the key, its workspace and the idempotency record. Requests that arrive during a
look-up share the next one. A look-up begins after its requests have arrived, and nothing is cached. A revocation or a
suspension is therefore effective as soon as it has been answered.
"""

import asyncio
from collections.abc import Sequence

import asyncpg
import msgspec

from fulfilment.infra import branding
from fulfilment.infra.api.errors import ApiError, NotFound
from fulfilment.infra.api.internal_client import (
    MAX_FORM_BYTES,
    PARTIAL_HEADER,
    SAFE_METHODS,
    SignInRequired,
    require_same_origin,
)
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth import ip_allowlist, request_signing
from fulfilment.infra.auth.bearer_tokens import TokenAuthenticator
from fulfilment.infra.auth.console_sessions import ConsoleSession, ConsoleSessions
from fulfilment.infra.auth.nonces import Nonces
from fulfilment.infra.auth.principal import ForbiddenOnBehalf, Principal
from fulfilment.infra.auth.signing_hosts import SigningHosts
from fulfilment.infra.auth.token_claims import MAX_NAME_LENGTH
from fulfilment.infra.database.pool import CONNECTION_LOST, Database
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import PooledExecutor
from fulfilment.infra.encryption import keyring
from fulfilment.infra.operations import idempotency
from fulfilment.infra.operations.batch_loader import BatchLoader
from fulfilment.infra.operations.idempotency import RETENTION, IdempotencyRecord
from fulfilment.settings import Settings

_MAX_BATCH = 256
# A look-up reads a few rows by their keys. If it takes longer, the database server is unreachable, and the request
# fails with that error.
_QUERY_TIMEOUT_SECONDS = 5.0
_FIRST_QUERY_TIMEOUT_SECONDS = 2.0

# The two headers of a signed request, or a bearer token.
Credential = request_signing.Signature | bytes

# Each row has a lateral sub-query of its own. With statistics of a time of small tables, the planner may scan all keys
# of a workspace, or all workspaces, for a plain join.
FIND_PRINCIPALS = sql(
    "principal.unscoped_find",
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

FIND_IDEMPOTENCY_RECORD = sql(
    "principal.find_idempotency_record",
    """
    SELECT {memory}
      FROM idempotency_keys m
     WHERE account_id = $1 AND partner = $2 AND key = $3 AND created_at > now() - $4::interval
    """,
    memory=idempotency.COLUMNS,
)

# The workspace of a person. For an API key, FIND_PRINCIPALS reads it.
FIND_WORKSPACE = sql(
    "principal.find_workspace", "SELECT plan, suspended_at IS NOT NULL AS is_suspended FROM accounts WHERE id = $1"
)
# The plan if the workspace does not exist, as after a restored backup. Without a plan there would be no rate limit.
_PLAN_OF_NO_WORKSPACE = "free"


class Authenticator:
    """Authenticates API requests, with batched look-ups, and collects the ids of used keys."""

    def __init__(self, db: Database, settings: Settings) -> None:
        self._db = db
        self._executor = PooledExecutor(db)
        self._settings = settings
        self.token_authenticator = TokenAuthenticator(db, settings)
        self._signing_hosts = SigningHosts(settings)
        self._nonces = Nonces(db, settings.signature_skew_seconds)
        self._loader: BatchLoader[tuple[str | None, ...], asyncpg.Record] = BatchLoader(self._find_many, _MAX_BATCH)
        self.used_key_ids: dict[str, None] = {}

    def parse_credential(self, request: Request) -> Credential:
        """Parse the credential, before the body is read. Raises the 401 errors that need no look-up."""
        authorization = request.headers.get("authorization", ())
        if len(authorization) == 1 and authorization[0][:7].lower() == b"bearer ":
            return authorization[0][7:]
        skew, requires_second = self._settings.signature_skew_seconds, self._settings.signing_v2_required
        credential = request_signing.parse(request, skew, requires_second=requires_second)
        # A malformed key id must not join the shared look-up.
        is_one = len(credential.key_id) == request_signing.KEY_ID_CHARACTERS
        if not is_one or not credential.key_id.isascii() or not credential.key_id.isprintable():
            raise request_signing.InvalidKey
        return credential

    async def precheck(self, credential: Credential) -> None:
        """Refuse an unknown key or an invalid token before a large body is read. A signature is verified later."""
        if isinstance(credential, request_signing.Signature):
            row = await self._find(credential.key_id, None, None)
            if row["key_id"] is None:
                raise request_signing.InvalidKey
        else:
            await self.token_authenticator.verify(credential)

    async def authenticate(
        self, credential: Credential, request: Request
    ) -> tuple[Principal, IdempotencyRecord | None]:
        """Verify the credential; the principal and the idempotency record. Raises the 401 and 403 errors of
        decisions, section 3.
        """
        served_id = _served_id(request)
        if not isinstance(credential, request_signing.Signature):
            principal = await self.token_authenticator.authenticate(request, credential)
            if served_id is not None:
                raise ForbiddenOnBehalf
            principal = await self.with_workspace(principal)
            return principal, await self.load_idempotency_record(principal, request)
        row = await self._find(credential.key_id, _requested_workspace(served_id), request.usable_idempotency_key)
        if row["key_id"] is None:
            raise request_signing.InvalidKey
        secret = keyring.decrypt_text(row["secret"], f"api_key:{row['key_id']}")
        hosts = () if credential.nonce is None else self._signing_hosts.accepted(request)
        request_signing.verify(credential, request, secret, hosts, shows_signed=self._settings.is_development)
        if row["revoked_at"] is not None:
            raise request_signing.RevokedKey
        if row["is_expired"]:
            raise request_signing.ExpiredKey
        if credential.nonce is not None:
            # A request that is refused after this has used up its nonce, so it cannot be replayed from another address.
            await self._nonces.consume(credential)
        if row["networks"] is not None:
            ip_allowlist.require(row["networks"], request.client_ip)
        self.used_key_ids[credential.key_id] = None
        return _principal(row, served_id, request), idempotency.record_from(row)

    async def load_idempotency_record(self, principal: Principal, request: Request) -> IdempotencyRecord | None:
        """The current idempotency record of the request's key; None without a key or a record."""
        if request.usable_idempotency_key is None:
            return None
        row = await self._executor.fetchrow(
            FIND_IDEMPOTENCY_RECORD.text,
            principal.account_id,
            principal.idempotency_namespace,
            request.usable_idempotency_key,
            RETENTION,
        )
        return idempotency.record_from(row) if row else None

    async def with_workspace(self, principal: Principal) -> Principal:
        """The principal of a person, completed with plan and suspension of the workspace."""
        row = await self._executor.fetchrow(FIND_WORKSPACE.text, principal.account_id)
        if row is None:
            return msgspec.structs.replace(principal, plan=_PLAN_OF_NO_WORKSPACE)
        return msgspec.structs.replace(principal, plan=row["plan"], is_suspended=row["is_suspended"])

    async def _find(self, *asked: str | None) -> asyncpg.Record:
        return await self._loader.load(asked)

    async def _find_many(self, asked: list[tuple[str | None, ...]]) -> Sequence[asyncpg.Record]:
        columns = [list(column) for column in zip(*asked, strict=True)]
        async with asyncio.timeout(_QUERY_TIMEOUT_SECONDS):
            try:
                async with self._db.connection() as connection:
                    return await connection.fetch(
                        FIND_PRINCIPALS.text, *columns, RETENTION, timeout=_FIRST_QUERY_TIMEOUT_SECONDS
                    )
            except (*CONNECTION_LOST, TimeoutError):
                # The query only reads, so it may run again on a new connection if the first was lost or the server
                # did not answer.
                return await self._executor.fetch(FIND_PRINCIPALS.text, *columns, RETENTION)


def _served_id(request: Request) -> str | None:
    values = request.headers.get(branding.current().on_behalf_of_header.lower())
    return None if values is None else b",".join(values).decode("latin-1")


def _requested_workspace(served_id: str | None) -> str | None:
    """The workspace id to look up. A text that is too long for an id becomes empty, which finds nothing."""
    return served_id if served_id is None or len(served_id) <= MAX_NAME_LENGTH else ""


def _principal(row: asyncpg.Record, served_id: str | None, request: Request) -> Principal:
    if served_id is not None:
        if row["partner"] is None or branding.current().platform_scope not in row["scopes"]:
            raise ForbiddenOnBehalf
        if row["served_id"] is None:
            raise NotFound
    account_id = row["served_id"] or row["account_id"]
    return Principal(
        account_id=account_id,
        actor_id=account_id,
        scopes=tuple(row["scopes"]),
        key_id=row["key_id"],
        partner=row["partner"],
        is_on_behalf_of=served_id is not None,
        plan=row["plan"],
        created_by_partner=row["made_by_partner"],
        ip=request.client_ip,
        user_agent=request.user_agent,
        is_suspended=row["is_suspended"],
        key_expires_at=row["expires_at"],
        key_networks=None if row["networks"] is None else tuple(row["networks"]),
    )


def is_login_redirect(error: ApiError, request: Request) -> bool:
    """True if a browser opens a page without a session: the redirect to the sign-in counts as no failed attempt."""
    is_opened = request.method in SAFE_METHODS and PARTIAL_HEADER not in request.headers
    return is_opened and isinstance(error, SignInRequired)


class ConsoleAuthenticator:
    """Authenticates requests of the console by their session."""

    def __init__(self, db: Database, settings: Settings, authenticator: Authenticator) -> None:
        self._sessions = ConsoleSessions(db, settings)
        self._authenticator = authenticator

    async def authenticate(self, request: Request, workspace: str | None) -> tuple[ConsoleSession, Principal]:
        """The session and the principal in the workspace, by default the session's own. Reads the form of the request.

        Without a session a small form is read as well, so that its input is not lost. Raises CrossSiteForm,
        SignInRequired, and NotFound for a workspace outside of the session.
        """
        is_safe = request.method in SAFE_METHODS
        if not is_safe:
            require_same_origin(request)
        session = await self._sessions.find(request)
        if session is not None or not request.has_large_body:
            await request.receive_body(MAX_FORM_BYTES)
        if session is None:
            raise SignInRequired
        principal = await self._sessions.principal(session, workspace or session.default_workspace, request)
        return session, principal if is_safe else await self._authenticator.with_workspace(principal)
