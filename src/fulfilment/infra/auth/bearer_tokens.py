"""Bearer tokens of the OpenID Connect provider, and just-in-time provisioning of workspaces.

See decisions, sections 3, 10 and 14.
"""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from fulfilment.infra import branding, clock
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth import token_claims as person_claims
from fulfilment.infra.auth.jwks import JwksCache
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.auth.token_claims import InvalidToken
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql
from fulfilment.settings import Settings

if TYPE_CHECKING:
    from fulfilment.infra.auth.json_web_tokens import Token

# Lifetime of a cached workspace. It is short, because the operator may restore a backup without the workspace.
CACHE_SECONDS = 10.0
MAX_CACHED = 10_000
MAX_TOKEN_BYTES = 16_384

OPEN_SESSION_ACCOUNT = sql(
    "bearer.open_account",
    """
    INSERT INTO accounts (id, name, plan, origin, created_at) VALUES ($1 /* account_id */, $1, 'free', 'session', $2)
    ON CONFLICT (id) DO NOTHING
    """,
)


class WorkspaceProvisioner:
    """Just-in-time provisioning: a person's first request in a workspace creates it.

    Each process caches which workspaces exist. `now` is a clock in seconds.
    """

    def __init__(self, db: Database, now: Callable[[], float] = time.monotonic) -> None:
        self._db = db
        self._now = now
        # Known workspaces with the time of the last check, the oldest first.
        self._known: dict[str, float] = {}

    async def ensure(self, account_id: str) -> None:
        """Create the workspace on the free plan, unless it exists."""
        now = self._now()
        if now - self._known.get(account_id, -CACHE_SECONDS) < CACHE_SECONDS:
            return
        async with self._db.connection() as connection:
            await connection.execute(OPEN_SESSION_ACCOUNT.text, account_id, clock.now())
        self._known.pop(account_id, None)
        self._known[account_id] = now
        if len(self._known) > MAX_CACHED:
            del self._known[next(iter(self._known))]


class TokenAuthenticator:
    """Verifies JSON Web Tokens of the configured provider. `now` is a clock in seconds."""

    def __init__(self, db: Database, settings: Settings, now: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._jwks = JwksCache(settings.issuer, allows_http=settings.is_development, now=now)
        self.provisioner = WorkspaceProvisioner(db, now)

    async def close(self) -> None:
        """Cancel a running fetch from the provider."""
        await self._jwks.close()

    async def authenticate(self, request: Request, token: bytes) -> Principal:
        """The principal of an access token. The first request in a workspace creates it on the free plan.

        Raises InvalidToken, NoAccount, NotFound. Raises ServiceUnavailable if the provider's keys were never fetched,
        because the token may be valid.
        """
        person = person_claims.parse(await self.verify(token), self._settings.oidc_claim_prefix)
        header = branding.current().workspace_header
        account_id = person.workspace(request.single_value(header), header)
        await self.provisioner.ensure(account_id)
        return Principal(
            account_id=account_id,
            actor_id=person.subject,
            actor_email=person.email,
            scopes=("read", "write", "admin"),
            # No issuer contains a space, so the text is unique.
            person=f"{self._settings.issuer} {person.subject}",
            roles=person.roles,
            ip=request.client_ip,
            user_agent=request.user_agent,
        )

    async def verify(self, token: bytes) -> dict:
        """The claims of a valid access token. Raises InvalidToken, ServiceUnavailable."""
        claims = await self._verified(self._read(token))
        if not person_claims.ONLY_IN_ID_TOKENS.isdisjoint(claims):
            raise InvalidToken("This is an ID token, which tells a client who signed in. Send the access token.")
        return claims

    async def verify_identity(self, token: bytes) -> dict:
        """The claims of a valid ID token for the console (OpenID Connect Core, section 3.1.3.7).

        Raises InvalidToken, ServiceUnavailable.
        """
        return await self._verified(self._read(token, self._settings.client_id))

    async def verify_logout(self, token: bytes) -> dict:
        """The claims of a valid logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6).

        Raises InvalidToken, ServiceUnavailable.
        """
        return await self._verified(self._read(token, self._settings.client_id, is_logout=True))

    async def discovery(self) -> dict:
        """The provider's discovery document. Raises ServiceUnavailable if it was never fetched."""
        return await self._jwks.discovery()

    async def discovery_soon(self) -> dict | None:
        """The provider's discovery document; None if it does not arrive within a short time."""
        return await self._jwks.discovery_soon()

    async def _verified(self, token: "Token") -> dict:
        from fulfilment.infra.auth.json_web_tokens import verify

        keys = self._jwks.get(token.kid)
        if any(verify(key, token) for key in keys):
            return token.claims
        # The key that the token names is known and has not signed it. Newer keys would not help.
        if keys and token.kid is not None:
            raise InvalidToken
        # The provider may have rotated its keys since.
        if await self._jwks.refresh() and any(verify(key, token) for key in self._jwks.get(token.kid)):
            return token.claims
        raise InvalidToken

    def _read(self, token: bytes, audience: str = "", *, is_logout: bool = False) -> "Token":
        """The parsed token, valid if the key that it names has signed it. A malformed token fails without a fetch."""
        if not self._settings.issuer or len(token) > MAX_TOKEN_BYTES:
            raise InvalidToken
        # With a provider configured, the module has been loaded at the start.
        from fulfilment.infra.auth.json_web_tokens import parse

        return parse(token, self._settings.issuer, audience or self._settings.audience, is_logout=is_logout)
