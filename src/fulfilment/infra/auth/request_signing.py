"""Request signing (HMAC-SHA256), by two schemes (specification, Request signing; decisions, section 3).

The second scheme also signs the host, the on-behalf-of header and a nonce. A signature of one scheme is never valid for
the other: the first signs four or five lines, the second seven or eight. No line contains a line feed.
"""

import hmac
import json
import re
from collections.abc import Sequence
from functools import cache

import msgspec

from fulfilment import settings
from fulfilment.infra import branding, clock
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.request import Request
from fulfilment.infra.branding import Brand

# The same bound as for a bearer token. A longer header is not parsed.
MAX_AUTHORIZATION_BYTES = 16_384
KEY_ID_CHARACTERS = 24
_HEX = frozenset("0123456789abcdef")
_INTEGER = re.compile(rb"-?[0-9]+")
# Longer timestamps are far from any clock, and Python refuses to parse very long integers.
_LONGEST_TIMESTAMP = 15
_NONCE = re.compile(rb"[A-Za-z0-9_-]{16,64}")
_FIRST = (b"keyId", b"scope", b"signature")
_SECOND = (b"keyId", b"scope", b"nonce", b"signature")


class AuthRequired(ApiError):
    """The credential is missing or malformed. The message has the expected form, and the fault that was found."""

    status, code = 401, "AUTH_REQUIRED"
    message = "This route needs a signed request or a bearer token."

    def __init__(self, found: str | None = None) -> None:
        names = branding.current()
        scheme = f"{names.signing_scheme} keyId=..., scope=*, signature=..."
        if settings.current().signing_v2_required:
            scheme = f"{names.second_signing_scheme} keyId=..., scope=*, nonce=..., signature=..."
        wanted = (
            f"It takes the headers 'Authorization: {scheme}' and "
            f"'{names.timestamp_header}: <epoch seconds>', or 'Authorization: Bearer <token>'."
        )
        super().__init__(f"{self.message} {wanted}" + (f" {found}" if found else ""))


class InvalidTimestamp(ApiError):
    status, code, message = 401, "INVALID_TIMESTAMP", "The timestamp must be epoch seconds, an integer."


class ClockSkew(ApiError):
    """The timestamp is too far from the server's clock. The message has the server's time."""

    status, code = 401, "CLOCK_SKEW"
    message = "The timestamp is too far from the server's clock."

    def __init__(self, timestamp: bytes = b"", now: float | None = None, skew_seconds: int = 0) -> None:
        if now is None:
            return super().__init__()
        said = f"{self.message} It is {int(now)} here; {skew_seconds} seconds either way are accepted."
        is_milliseconds = len(timestamp) <= _LONGEST_TIMESTAMP and abs(now - int(timestamp) / 1_000) <= 86_400
        super().__init__(said + (" Yours looks like milliseconds." if is_milliseconds else ""))


class InvalidKey(ApiError):
    status, code, message = 401, "INVALID_KEY", "No API key has this id."


class BadSignature(ApiError):
    """The signature does not match the request. In development the message shows the text to sign."""

    status, code = 401, "BAD_SIGNATURE"
    message = "The signature does not match the request."

    def __init__(self, signed: bytes | None = None, *, because: str = "") -> None:
        if signed is not None:
            because = f"Signed here, with the key's secret, as a JSON string: {json.dumps(signed.decode('latin-1'))}"
        super().__init__(f"{self.message} {because}".rstrip())


class RevokedKey(ApiError):
    status, code, message = 401, "REVOKED_KEY", "This API key has been revoked."


class ExpiredKey(ApiError):
    status, code, message = 401, "EXPIRED_KEY", "This API key has expired."


class Signature(msgspec.Struct, frozen=True):
    """The unverified content of the two signing headers. The second scheme has a nonce."""

    key_id: str
    timestamp: bytes
    signature: bytes
    nonce: str | None = None


class _Schemes(msgspec.Struct, frozen=True):
    """A brand's names in lower case, for comparison, and the timestamp header's name as messages show it."""

    first: bytes
    second: bytes
    timestamp_header: str
    timestamp_name: str


@cache
def _schemes(names: Brand) -> _Schemes:
    return _Schemes(
        names.signing_scheme.lower().encode(),
        names.second_signing_scheme.lower().encode(),
        names.timestamp_header,
        names.timestamp_header.lower(),
    )


def parse(request: Request, skew_seconds: int, now: float | None = None, *, requires_second: bool = False) -> Signature:
    """Parse the signing headers and check the timestamp. With `requires_second` the first scheme is refused."""
    schemes = _schemes(branding.current())
    authorization = _single_header(request, "Authorization", "authorization")
    if len(authorization) > MAX_AUTHORIZATION_BYTES:
        raise AuthRequired(f"The Authorization header has more than {MAX_AUTHORIZATION_BYTES} bytes.")
    scheme, _, rest = authorization.partition(b" ")
    is_second = (scheme := scheme.lower()) == schemes.second
    if not is_second and scheme != schemes.first:
        raise AuthRequired("The Authorization header has another scheme.")
    if requires_second and not is_second:
        names = branding.current()
        raise AuthRequired(
            f"This service does not take {names.signing_scheme}: sign with {names.second_signing_scheme}, whose lines "
            "name the host, the on-behalf-of header and a nonce as well."
        )
    timestamp = _single_header(request, schemes.timestamp_header, schemes.timestamp_name)
    parameters = _parameters(rest, _SECOND if is_second else _FIRST)
    if is_second:
        _require_unambiguous(request, parameters[b"nonce"])
    if not _INTEGER.fullmatch(timestamp):
        raise InvalidTimestamp
    now = clock.epoch() if now is None else now
    if len(timestamp) > _LONGEST_TIMESTAMP or is_skewed(int(timestamp), now, skew_seconds):
        raise ClockSkew(timestamp, now, skew_seconds)
    nonce = parameters[b"nonce"].decode("ascii") if is_second else None
    return Signature(parameters[b"keyId"].decode("latin-1"), timestamp, parameters[b"signature"], nonce)


def claimed_key_id(request: Request) -> str | None:
    """The unverified key id of a signed request, for the log and the statistics of failures; None without one."""
    schemes = _schemes(branding.current())
    authorization = b",".join(request.headers.get("authorization", ()))
    scheme, _, rest = authorization[:MAX_AUTHORIZATION_BYTES].partition(b" ")
    if scheme.lower() not in (schemes.first, schemes.second):
        return None
    try:
        parameters = _parameters(rest, _SECOND if scheme.lower() == schemes.second else _FIRST)
    except AuthRequired:
        return None
    return parse_key_id(parameters[b"keyId"])


def is_skewed(timestamp: int, now: float, skew_seconds: int) -> bool:
    """True if the timestamp is more than `skew_seconds` off, in whole seconds; a difference of exactly that passes."""
    return abs(int(now) - timestamp) > skew_seconds


def verify(
    claim: Signature, request: Request, secret: str, hosts: Sequence[bytes] = (), *, shows_signed: bool = False
) -> None:
    """Raise BadSignature unless `secret` signed exactly this request.

    With `shows_signed` the message shows the text to sign. The second scheme must sign one of the `hosts`.
    """
    if claim.nonce is None:
        candidates = [_signed(request, claim)]
    elif hosts:
        candidates = [_second_signed(request, claim, host) for host in hosts]
    else:
        raise BadSignature(because="The request came for a host that is not one of this service's.")
    for signed in candidates:
        expected = hmac.digest(secret.encode(), signed, "sha256").hex()
        if hmac.compare_digest(expected.encode(), claim.signature.lower()):
            return
    raise BadSignature(candidates[0] if shows_signed else None)


def _signed(request: Request, claim: Signature) -> bytes:
    key = request.raw_idempotency_key
    return string_to_sign(request.method, request.target, claim.timestamp, request.body_hash, key)


def _second_signed(request: Request, claim: Signature, host: bytes) -> bytes:
    acts_for = request.headers.get(branding.current().on_behalf_of_header.lower(), [b""])[0]
    lines = [request.method.encode(), request.target, host, acts_for, claim.timestamp]
    lines += [(claim.nonce or "").encode(), request.body_hash.encode()]
    if request.raw_idempotency_key is not None:
        lines.append(request.raw_idempotency_key)
    # HTTP servers refuse line feeds in a head. If one let them pass, one line could count as two.
    if any(b"\n" in line for line in lines):
        raise BadSignature
    return b"\n".join(lines)


def sign(secret: str, method: str, target: bytes, timestamp: bytes, body_hash: str, key: bytes | None = None) -> str:
    """The hex HMAC-SHA256 over the four lines, or five with an idempotency key, joined by one LF."""
    signed = string_to_sign(method, target, timestamp, body_hash, key)
    return hmac.digest(secret.encode(), signed, "sha256").hex()


def string_to_sign(method: str, target: bytes, timestamp: bytes, body_hash: str, key: bytes | None) -> bytes:
    """The lines that are signed, joined by one LF."""
    lines = [method.encode(), target, timestamp, body_hash.encode()]
    if key is not None:
        lines.append(key)
    return b"\n".join(lines)


def challenges() -> str:
    """The value of `WWW-Authenticate` on a 401: the accepted schemes."""
    names, is_second_required = branding.current(), settings.current().signing_v2_required
    schemes = [] if is_second_required else [names.signing_scheme]
    return ", ".join([*schemes, names.second_signing_scheme, "Bearer"])


def _single_header(request: Request, name: str, key: str) -> bytes:
    """The one value of a header; `key` is its name in lower case."""
    values = request.headers.get(key, ())
    if len(values) != 1:
        raise AuthRequired(f"The {name} header is {'repeated' if values else 'missing'}.")
    return values[0]


def _require_unambiguous(request: Request, nonce: bytes) -> None:
    """Require one Host, no empty or repeated on-behalf-of header, and a valid nonce. Raises AuthRequired."""
    _single_header(request, "Host", "host")
    name = branding.current().on_behalf_of_header
    if name.lower() in request.headers and not _single_header(request, name, name.lower()):
        raise AuthRequired(f"The {name} header is empty.")
    if not _NONCE.fullmatch(nonce):
        raise AuthRequired("The nonce must be 16 to 64 characters of A-Z, a-z, 0-9, _ and -.")


def _parameters(text: bytes, names: Sequence[bytes]) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    for part in text.split(b","):
        name, equals, value = part.strip().partition(b"=")
        if not equals or name in found:
            raise AuthRequired("A parameter of the Authorization header is repeated, or has no value.")
        found[name] = value
    missing = [name.decode() for name in names if not found.get(name)]
    if missing:
        raise AuthRequired(f"The Authorization header lacks {' and '.join(missing)}.")
    return found


def parse_key_id(claimed: bytes) -> str | None:
    """The claimed key id if it is well formed, else None. Other text may be a secret, which no log may show."""
    if len(claimed) != KEY_ID_CHARACTERS:
        return None
    text = claimed.decode("latin-1")
    prefix = branding.current().key_id_prefix
    return text if text.startswith(prefix) and _HEX.issuperset(text[len(prefix) :]) else None
