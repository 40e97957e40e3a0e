"""Sign-ins that are under way: each is a sealed cookie of the browser that began it, and the server keeps nothing.

The cookie's name holds the beginning of the state, so that sign-ins in several tabs at once do not disturb each other.
"""

import base64
import binascii
import hashlib
import hmac
import re
import secrets as randomness
import time

import msgspec

from fulfilment import brand, secrets
from fulfilment.http import cookies
from fulfilment.http.request import Request
from fulfilment.secrets import CannotUnseal
from fulfilment.settings import Settings

LASTS_SECONDS = 600
# Of more tabs than that, the ones that began first begin anew.
AT_ONCE_MOST = 5
_CLOCKS_SECONDS = 30
_STATE_BYTES = 32
_NAMED_CHARACTERS = 12
_CONTEXT = "sign-in attempt"
_MOST_CHARACTERS = 4_096
# A browser that has more of them has not had them from us.
_CLEARED_MOST = 20
_NAME = re.compile(r"[A-Za-z0-9_-]{1,80}")


class Attempt(msgspec.Struct, frozen=True):
    """One sign-in under way; `began_at` is in epoch seconds, and `is_fresh` asks for a proof of this very moment."""

    state: str
    nonce: str
    verifier: str
    issuer: str
    back: str
    is_fresh: bool
    began_at: float

    @property
    def challenge(self) -> str:
        """What the provider is told of the verifier (RFC 7636, S256)."""
        return base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()

    @property
    def is_over(self) -> bool:
        # Another node may have begun it, whose clock is another one.
        return not -_CLOCKS_SECONDS <= time.time() - self.began_at <= LASTS_SECONDS


_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(Attempt)


def begin(issuer: str, back: str, *, is_fresh: bool) -> Attempt:
    """A sign-in with secrets of its own."""
    state, nonce, verifier = (randomness.token_urlsafe(_STATE_BYTES) for _ in range(3))
    return Attempt(state, nonce, verifier, issuer, back, is_fresh, time.time())


def kept(attempt: Attempt, request: Request, settings: Settings) -> tuple[str, ...]:
    """The cookies that keep it, and have the browser forget those that were too many or too old."""
    sealed = secrets.keyring().seal(_encode(attempt), _CONTEXT)
    value = base64.urlsafe_b64encode(sealed).decode()
    made = cookies.made(_name(attempt.state), value, settings, LASTS_SECONDS)
    return (made, *(cookies.cleared(plain, settings) for plain in _surplus(request, settings)))


def find(request: Request, state: str, settings: Settings) -> Attempt | None:
    """The sign-in with this state that this very browser began; None where it began none."""
    if not state.isascii() or not state.isprintable():
        return None
    given = request.cookies.get(cookies.name_of(_name(state), settings))
    attempt = None if given is None else _opened(given)
    if attempt is None or not hmac.compare_digest(attempt.state, state):
        return None
    return attempt


def cleared(state: str, settings: Settings) -> str:
    """The cookie that has the browser forget it."""
    return cookies.cleared(_name(state), settings)


def _name(state: str) -> str:
    return brand.current().sign_in_cookie + state[:_NAMED_CHARACTERS]


def _surplus(request: Request, settings: Settings) -> list[str]:
    """The cookies, by their plain names, of all but the youngest sign-ins that leave room for one more."""
    beginning = cookies.name_of(brand.current().sign_in_cookie, settings)
    plain_at = len(beginning) - len(brand.current().sign_in_cookie)
    found: dict[str, float] = {}
    given = request.cookies
    for name in [name for name in given if name.startswith(beginning) and _NAME.fullmatch(name)][:_CLEARED_MOST]:
        attempt = _opened(given[name])
        found[name[plain_at:]] = 0.0 if attempt is None or attempt.is_over else attempt.began_at
    youngest = sorted(found, key=lambda plain: found[plain], reverse=True)
    return [plain for plain in found if not found[plain] or plain not in youngest[: AT_ONCE_MOST - 1]]


def _opened(value: str) -> Attempt | None:
    if len(value) > _MOST_CHARACTERS:
        return None
    try:
        sealed = base64.b64decode(value, altchars=b"-_", validate=True)
        return _decoder.decode(secrets.keyring().unseal(sealed, _CONTEXT))
    except (binascii.Error, ValueError, CannotUnseal, msgspec.DecodeError):
        return None
