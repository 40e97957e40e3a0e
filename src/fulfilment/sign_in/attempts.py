"""Sign-in attempts: each is a sealed cookie of the browser that began it, and the server stores nothing.

The cookie's name holds the beginning of the state, so several tabs can sign in at once. The identity token is verified
as OpenID Connect Core, section 3.1.3.7 says.
"""

import base64
import binascii
import hashlib
import hmac
import re
import secrets as randomness
from datetime import UTC, datetime

import msgspec

from fulfilment.infra import branding, clock
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth import cookies
from fulfilment.infra.auth.bearer_tokens import TokenAuthenticator
from fulfilment.infra.auth.token_claims import InvalidToken, Person, is_name, parse
from fulfilment.infra.encryption import keyring
from fulfilment.infra.encryption.keyring import DecryptionFailed
from fulfilment.infra.i18n import N_
from fulfilment.settings import Settings
from fulfilment.sign_in import pages

LIFETIME_SECONDS = 600
# With more tabs than that, those that began first have to start again.
MAX_CONCURRENT = 5
_CLOCK_SKEW_SECONDS = 30
_STATE_BYTES = 32
_STATE_PREFIX_CHARACTERS = 12
_CONTEXT = "sign-in attempt"
_MAX_CHARACTERS = 4_096
# This service sets no more cookies than that in one browser.
_MAX_CLEARED = 20
_NAME = re.compile(r"[A-Za-z0-9_-]{1,80}")


class LoginState(msgspec.Struct, frozen=True):
    """One sign-in under way; `started_at` is in epoch seconds, and `is_fresh` asks for a proof of this very moment."""

    state: str
    nonce: str
    verifier: str
    issuer: str
    return_path: str
    is_fresh: bool
    started_at: float

    @property
    def challenge(self) -> str:
        """Code challenge of the verifier (RFC 7636, S256)."""
        return base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()

    @property
    def is_expired(self) -> bool:
        # Another node with another clock may have begun it.
        return not -_CLOCK_SKEW_SECONDS <= clock.epoch() - self.started_at <= LIFETIME_SECONDS


_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(LoginState)


def start_login(issuer: str, return_path: str, *, is_fresh: bool) -> LoginState:
    """A sign-in with secrets of its own."""
    state, nonce, verifier = (randomness.token_urlsafe(_STATE_BYTES) for _ in range(3))
    return LoginState(state, nonce, verifier, issuer, return_path, is_fresh, clock.epoch())


def build_cookies(login: LoginState, request: Request, settings: Settings) -> tuple[str, ...]:
    """Cookies that store the sign-in and delete surplus and old sign-ins."""
    encrypted = keyring.keyring().encrypt(_encode(login), _CONTEXT)
    value = base64.urlsafe_b64encode(encrypted).decode()
    cookie = cookies.build(_cookie_name(login.state), value, settings, LIFETIME_SECONDS)
    return (cookie, *(cookies.expire(plain, settings) for plain in _surplus_cookies(request, settings)))


def find_login(request: Request, state: str, settings: Settings) -> LoginState | None:
    """The sign-in with this state that this very browser began; None where it began none."""
    if not state.isascii() or not state.isprintable():
        return None
    value = request.cookies.get(cookies.name_of(_cookie_name(state), settings))
    login = None if value is None else _decrypt(value)
    if login is None or not hmac.compare_digest(login.state, state):
        return None
    return login


def expire_cookie(state: str, settings: Settings) -> str:
    """Cookie that deletes the sign-in from the browser."""
    return cookies.expire(_cookie_name(state), settings)


def _cookie_name(state: str) -> str:
    return branding.current().sign_in_cookie + state[:_STATE_PREFIX_CHARACTERS]


def _surplus_cookies(request: Request, settings: Settings) -> list[str]:
    """The cookies, by their plain names, of all but the youngest sign-ins that leave room for one more."""
    prefix = cookies.name_of(branding.current().sign_in_cookie, settings)
    name_start = len(prefix) - len(branding.current().sign_in_cookie)
    started_at: dict[str, float] = {}
    request_cookies = request.cookies
    for name in [name for name in request_cookies if name.startswith(prefix) and _NAME.fullmatch(name)][:_MAX_CLEARED]:
        login = _decrypt(request_cookies[name])
        started_at[name[name_start:]] = 0.0 if login is None or login.is_expired else login.started_at
    youngest = sorted(started_at, key=lambda plain: started_at[plain], reverse=True)
    return [plain for plain in started_at if not started_at[plain] or plain not in youngest[: MAX_CONCURRENT - 1]]


def _decrypt(value: str) -> LoginState | None:
    if len(value) > _MAX_CHARACTERS:
        return None
    try:
        encrypted = base64.b64decode(value, altchars=b"-_", validate=True)
        return _decoder.decode(keyring.keyring().decrypt(encrypted, _CONTEXT))
    except (binascii.Error, ValueError, DecryptionFailed, msgspec.DecodeError):
        return None


# Tolerance for the clocks of two machines.
LEEWAY_SECONDS = 30
_MAX_TIME = datetime(9_000, 1, 1, tzinfo=UTC).timestamp()


class Identity(msgspec.Struct, frozen=True):
    """Person, with the session id of the provider and the time of the sign-in there; None where it names none."""

    person: Person
    name: str | None
    sid: str | None
    authenticated_at: datetime | None


async def verify_identity(tokens: TokenAuthenticator, settings: Settings, login: LoginState, token: bytes) -> Identity:
    """Identity of the person from the ID token. Raises Failed, ServiceUnavailable."""
    try:
        claims = await tokens.verify_identity(token)
        person = parse(claims, settings.oidc_claim_prefix)
    except InvalidToken:
        raise pages.invalid_answer(N_("The identity provider's answer is not valid.")) from None
    nonce, authorized_party = claims.get("nonce"), claims.get("azp", settings.client_id)
    is_single_audience = not isinstance(claims["aud"], list) or len(claims["aud"]) == 1 or "azp" in claims
    if authorized_party != settings.client_id or not is_single_audience:
        raise pages.invalid_answer(N_("The identity provider's answer is for another application."))
    if not isinstance(nonce, str) or not hmac.compare_digest(nonce.encode(), login.nonce.encode()):
        raise pages.invalid_answer(N_("The identity provider's answer belongs to another sign-in."))
    authenticated_at = _parse_time(claims.get("auth_time"))
    if login.is_fresh and (
        authenticated_at is None or authenticated_at.timestamp() < login.started_at - LEEWAY_SECONDS
    ):
        raise pages.invalid_answer(N_("The identity provider did not ask you to sign in again."))
    if not person.account_ids:
        raise pages.without_workspace()
    return Identity(person, _parse_text(claims.get("name")), _parse_text(claims.get("sid")), authenticated_at)


def _parse_time(value: object) -> datetime | None:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= _MAX_TIME:
        return None
    return datetime.fromtimestamp(value, UTC)


def _parse_text(value: object) -> str | None:
    return value if isinstance(value, str) and is_name(value) and value else None
