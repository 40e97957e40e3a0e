"""Bearer tokens of the configured OpenID Connect provider (decisions, sections 3, 10 and 14).

A person's first request in a workspace creates it.
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

# How long it is believed that a workspace is there. Not for ever: a backup may be restored beneath us.
CACHE_SECONDS = 10.0
MAX_CACHED = 10_000

OPEN_SESSION_ACCOUNT = sql(
    "bearer.open_account",
    """
    INSERT INTO accounts (id, name, plan, origin, created_at) VALUES ($1 /* account_id */, $1, 'free', 'session', $2)
    ON CONFLICT (id) DO NOTHING
    """,
)


class WorkspaceProvisioner:
    """The workspaces that are there, as far as one process knows; `now` is a clock in seconds."""

    def __init__(self, db: Database, now: Callable[[], float] = time.monotonic) -> None:
        self._db = db
        self._now = now
        # With the time by which they were there; the one seen longest ago comes first.
        self._known: dict[str, float] = {}

    async def ensure(self, account_id: str) -> None:
        """Open the workspace on the free plan, unless it is there."""
        now = self._now()
        if now - self._known.get(account_id, -CACHE_SECONDS) < CACHE_SECONDS:
            return
        async with self._db.connection() as connection:
            await connection.execute(OPEN_SESSION_ACCOUNT.text, account_id, clock.now())
        self._known.pop(account_id, None)
        self._known[account_id] = now
        if len(self._known) > MAX_CACHED:
            del self._known[next(iter(self._known))]


if TYPE_CHECKING:
    from fulfilment.infra.auth.json_web_tokens import Token

MAX_TOKEN_BYTES = 16_384


class TokenAuthenticator:
    """Tells who calls from tokens of the provider that the settings name; `now` is a clock in seconds."""

    def __init__(self, db: Database, settings: Settings, now: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._jwks = JwksCache(settings.issuer, allows_http=settings.is_development, now=now)
        self.provisioner = WorkspaceProvisioner(db, now)

    async def close(self) -> None:
        """Give up what is being asked of the provider."""
        await self._jwks.close()

    async def authenticate(self, request: Request, token: bytes) -> Principal:
        """The caller that a JWT names. A workspace seen for the first time is opened on the free plan.

        Raises InvalidToken, NoAccount, NotFound, and ServiceUnavailable where the provider has never told its keys:
        the token may be good.
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
            # No issuer has a space in it.
            person=f"{self._settings.issuer} {person.subject}",
            roles=person.roles,
            ip=request.client_ip,
            user_agent=request.user_agent,
        )

    async def verify(self, token: bytes) -> dict:
        """The claims of an access token of the provider's. Raises InvalidToken, ServiceUnavailable."""
        claims = await self._verified(self._read(token))
        if not person_claims.ONLY_IN_ID_TOKENS.isdisjoint(claims):
            raise InvalidToken("This is an ID token, which tells a client who signed in. Send the access token.")
        return claims

    async def verify_identity(self, token: bytes) -> dict:
        """What an identity token for the console says of who signed in (OpenID Connect Core, section 3.1.3.7).

        Raises InvalidToken, ServiceUnavailable.
        """
        return await self._verified(self._read(token, self._settings.client_id))

    async def verify_logout(self, token: bytes) -> dict:
        """What a logout token says of whose sessions have ended (Back-Channel Logout 1.0, section 2.6).

        Raises InvalidToken, ServiceUnavailable.
        """
        return await self._verified(self._read(token, self._settings.client_id, is_logout=True))

    async def discovery(self) -> dict:
        """The provider's discovery document. Raises ServiceUnavailable while it has never told it."""
        return await self._jwks.discovery()

    async def discovery_soon(self) -> dict | None:
        """The provider's discovery document, waited for a moment at most; None where it does not come by then."""
        return await self._jwks.discovery_soon()

    async def _verified(self, token: "Token") -> dict:
        from fulfilment.infra.auth.json_web_tokens import verify

        keys = self._jwks.get(token.kid)
        if any(verify(key, token) for key in keys):
            return token.claims
        # A key that is known has not signed it, and newer keys would not have either.
        if keys and token.kid is not None:
            raise InvalidToken
        # The provider may have taken another key since.
        if await self._jwks.refresh() and any(verify(key, token) for key in self._jwks.get(token.kid)):
            return token.claims
        raise InvalidToken

    def _read(self, token: bytes, audience: str = "", *, is_logout: bool = False) -> "Token":
        """A token that is good if the key it names has signed it, with that name; any other waits for nothing."""
        if not self._settings.issuer or len(token) > MAX_TOKEN_BYTES:
            raise InvalidToken
        # Loaded since the start, where there is a provider.
        from fulfilment.infra.auth.json_web_tokens import parse

        return parse(token, self._settings.issuer, audience or self._settings.audience, is_logout=is_logout)
