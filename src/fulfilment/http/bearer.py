"""Bearer tokens of the configured OpenID Connect provider (decisions, sections 3 and 14)."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from fulfilment import brand
from fulfilment.db.pool import Database
from fulfilment.http import claims as person_claims
from fulfilment.http.caller import Caller
from fulfilment.http.claims import InvalidToken
from fulfilment.http.opened import Opened
from fulfilment.http.provider_keys import ProviderKeys
from fulfilment.http.request import Request
from fulfilment.settings import Settings

if TYPE_CHECKING:
    from fulfilment.http.tokens import Token

MAX_TOKEN_BYTES = 16_384


class Sessions:
    """Tells who calls from tokens of the provider that the settings name; `now` is a clock in seconds."""

    def __init__(self, db: Database, settings: Settings, now: Callable[[], float] = time.monotonic):
        self._settings = settings
        self._keys = ProviderKeys(settings.issuer, allows_http=settings.is_development, now=now)
        self.opened = Opened(db, now)

    async def close(self) -> None:
        """Give up what is being asked of the provider."""
        await self._keys.close()

    async def identify(self, request: Request, token: bytes) -> Caller:
        """The caller that a JWT names. A workspace seen for the first time is opened on the free plan.

        Raises InvalidToken, NoAccount, NotFound, and ServiceUnavailable where the provider has never told its keys:
        the token may be good.
        """
        person = person_claims.read(await self.verify(token), self._settings.oidc_claim_prefix)
        header = brand.current().workspace_header
        account_id = person.workspace(request.only_text(header), header)
        await self.opened.require(account_id)
        return Caller(
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
        """What a token says, once it is known to be the provider's. Raises InvalidToken, ServiceUnavailable."""
        return await self._proven(self._read(token))

    async def verify_identity(self, token: bytes) -> dict:
        """What an identity token for the console says of who signed in (OpenID Connect Core, section 3.1.3.7).

        Raises InvalidToken, ServiceUnavailable.
        """
        return await self._proven(self._read(token, self._settings.client_id))

    async def verify_logout(self, token: bytes) -> dict:
        """What a logout token says of whose sessions have ended (Back-Channel Logout 1.0, section 2.6).

        Raises InvalidToken, ServiceUnavailable.
        """
        return await self._proven(self._read(token, self._settings.client_id, is_logout=True))

    async def about_provider(self) -> dict:
        """The provider's discovery document. Raises ServiceUnavailable while it has never told it."""
        return await self._keys.discovered()

    async def about_provider_soon(self) -> dict | None:
        """The provider's discovery document, waited for a moment at most; None where it does not come by then."""
        return await self._keys.discovered_soon()

    async def _proven(self, token: "Token") -> dict:
        from fulfilment.http.tokens import has_signed

        keys = self._keys.at_hand(token.kid)
        if any(has_signed(key, token) for key in keys):
            return token.claims
        # A key that is known has not signed it, and newer keys would not have either.
        if keys and token.kid is not None:
            raise InvalidToken
        # The provider may have taken another key since.
        if await self._keys.renew() and any(has_signed(key, token) for key in self._keys.at_hand(token.kid)):
            return token.claims
        raise InvalidToken

    def _read(self, token: bytes, audience: str = "", *, is_logout: bool = False) -> "Token":
        """A token that is good if the key it names has signed it, with that name; any other waits for nothing."""
        if not self._settings.issuer or len(token) > MAX_TOKEN_BYTES:
            raise InvalidToken
        # Loaded since the start, where there is a provider.
        from fulfilment.http.tokens import read

        return read(token, self._settings.issuer, audience or self._settings.audience, is_logout=is_logout)
