"""Bearer tokens of the configured OpenID Connect provider (decisions, sections 3 and 14)."""

import time
from collections.abc import Callable

import msgspec
from joserfc import jws, jwt
from joserfc.errors import JoseError
from joserfc.jws import CompactSignature

from fulfilment import brand
from fulfilment.db.pool import Database
from fulfilment.http import claims as person_claims
from fulfilment.http.caller import Caller
from fulfilment.http.claims import InvalidToken, is_name
from fulfilment.http.opened import Opened
from fulfilment.http.provider_keys import Key, ProviderKeys
from fulfilment.http.request import Request
from fulfilment.settings import Settings

ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
MAX_TOKEN_BYTES = 16_384
_LEEWAY_SECONDS = 30
# The same provider signs what it tells of people who have signed out, and that is no credential (Back-Channel Logout).
_LOGOUT_TYPE = "logout+jwt"

# What a token that makes no sense is met with: a header that is no object, numbers out of range, nesting without end.
_NONSENSE = (JoseError, ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError)


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
        return await self._proven(*self._read(token))

    async def verify_identity(self, token: bytes) -> dict:
        """What an identity token for the console says of who signed in (OpenID Connect Core, section 3.1.3.7).

        Raises InvalidToken, ServiceUnavailable.
        """
        return await self._proven(*self._read(token, self._settings.client_id))

    async def verify_logout(self, token: bytes) -> dict:
        """What a logout token says of whose sessions have ended (Back-Channel Logout 1.0, section 2.6).

        Raises InvalidToken, ServiceUnavailable.
        """
        return await self._proven(*self._read(token, self._settings.client_id, is_logout=True))

    async def about_provider(self) -> dict:
        """The provider's discovery document. Raises ServiceUnavailable while it has never told it."""
        return await self._keys.discovered()

    async def about_provider_soon(self) -> dict | None:
        """The provider's discovery document, waited for a moment at most; None where it does not come by then."""
        return await self._keys.discovered_soon()

    async def _proven(self, signed: CompactSignature, kid: str | None, claims: dict) -> dict:
        keys = self._keys.at_hand(kid)
        if any(_has_signed(key, signed) for key in keys):
            return claims
        # A key that is known has not signed it, and newer keys would not have either.
        if keys and kid is not None:
            raise InvalidToken
        # The provider may have taken another key since.
        if await self._keys.renew() and any(_has_signed(key, signed) for key in self._keys.at_hand(kid)):
            return claims
        raise InvalidToken

    def _read(
        self, token: bytes, audience: str = "", *, is_logout: bool = False
    ) -> tuple[CompactSignature, str | None, dict]:
        """A token that is good if the key it names has signed it, with that name; any other waits for nothing."""
        if not self._settings.issuer or len(token) > MAX_TOKEN_BYTES:
            raise InvalidToken
        try:
            signed = jws.extract_compact(token)
            kid = signed.headers().get("kid")
            is_ours = signed.headers()["alg"] in ALGORITHMS and isinstance(kid, str | None)
            claims = msgspec.json.decode(signed.payload or b"", type=dict)
            self._rules(audience or self._settings.audience, has_subject=not is_logout).validate(claims)
            is_ours = is_ours and is_name(claims.get("sub", "")) and _tells_of_logout(signed, claims) == is_logout
        except _NONSENSE:
            raise InvalidToken from None
        if not is_ours:
            raise InvalidToken
        return signed, kid, claims

    def _rules(self, audience: str, *, has_subject: bool) -> jwt.JWTClaimsRegistry:
        return jwt.JWTClaimsRegistry(
            leeway=_LEEWAY_SECONDS,
            iss={"essential": True, "value": self._settings.issuer},
            aud={"essential": True, "value": audience},
            exp={"essential": True},
            sub={"essential": has_subject},
        )


def _has_signed(key: Key, signed: CompactSignature) -> bool:
    """Whether the signature is this key's, and the key is for the token's algorithm."""
    if key.get("alg") not in (None, signed.headers()["alg"]):
        return False
    try:
        return jws.validate_compact(signed, key, ALGORITHMS)
    except _NONSENSE:
        return False


def _tells_of_logout(signed: CompactSignature, claims: dict) -> bool:
    return str(signed.headers().get("typ")).lower() == _LOGOUT_TYPE or "events" in claims
