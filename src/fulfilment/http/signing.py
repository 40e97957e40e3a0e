"""Signed requests (specification, Request signing; decisions, section 3)."""

import hashlib
import hmac
import json
import re
import time

import msgspec

from fulfilment import brand
from fulfilment.http import refused
from fulfilment.http.errors import ApiError
from fulfilment.http.request import Request

_INTEGER = re.compile(rb"-?[0-9]+")
# No longer one is near any clock, and Python would refuse to read it if it were long enough.
_LONGEST_TIMESTAMP = 15
_LONGEST_AUTHORIZATION = 16_384


class AuthRequired(ApiError):
    """No credential, or one that is not well formed. The message says what was expected, and what was found."""

    status, code = 401, "AUTH_REQUIRED"
    message = "This route needs a signed request or a bearer token."

    def __init__(self, found: str | None = None):
        names = brand.current()
        wanted = (
            f"It takes the headers 'Authorization: {names.signing_scheme} keyId=..., scope=*, signature=...' and "
            f"'{names.timestamp_header}: <epoch seconds>', or 'Authorization: Bearer <token>'."
        )
        super().__init__(f"{self.message} {wanted}" + (f" {found}" if found else ""))


class InvalidTimestamp(ApiError):
    status, code, message = 401, "INVALID_TIMESTAMP", "The timestamp must be epoch seconds, an integer."


class ClockSkew(ApiError):
    """The timestamp is too far from the server's clock, which the message tells."""

    status, code = 401, "CLOCK_SKEW"
    message = "The timestamp is too far from the server's clock."

    def __init__(self, timestamp: bytes = b"", now: float | None = None, skew_seconds: int = 0):
        if now is None:
            return super().__init__()
        said = f"{self.message} It is {int(now)} here; {skew_seconds} seconds either way are accepted."
        is_milliseconds = len(timestamp) <= _LONGEST_TIMESTAMP and abs(now - int(timestamp) / 1_000) <= 86_400
        super().__init__(said + (" Yours looks like milliseconds." if is_milliseconds else ""))


class InvalidKey(ApiError):
    status, code, message = 401, "INVALID_KEY", "No API key has this id."


class BadSignature(ApiError):
    """The signature is not that of this request. In development the message shows what was signed here."""

    status, code = 401, "BAD_SIGNATURE"
    message = "The signature does not match the request."

    def __init__(self, signed: bytes | None = None):
        shown = None if signed is None else json.dumps(signed.decode("latin-1"))
        super().__init__(shown and f"{self.message} Signed here, with the key's secret, as a JSON string: {shown}")


class RevokedKey(ApiError):
    status, code, message = 401, "REVOKED_KEY", "This API key has been revoked."


class Signature(msgspec.Struct, frozen=True):
    """What the two headers of a signed request claim; nothing of it is proven yet."""

    key_id: str
    timestamp: bytes
    signature: bytes


def read(request: Request, skew_seconds: int, now: float | None = None) -> Signature:
    """Parse the signing headers and check the timestamp."""
    names = brand.current()
    authorization = _only(request, "Authorization")
    scheme, _, rest = authorization.partition(b" ")
    if scheme.lower() != names.signing_scheme.lower().encode():
        raise AuthRequired("The Authorization header has another scheme.")
    timestamp = _only(request, names.timestamp_header)
    parameters = _parameters(rest)
    request.claimed_key_id = refused.key_id_of(parameters[b"keyId"])
    if not _INTEGER.fullmatch(timestamp):
        raise InvalidTimestamp
    now = time.time() if now is None else now
    if len(timestamp) > _LONGEST_TIMESTAMP or abs(now - int(timestamp)) > skew_seconds:
        raise ClockSkew(timestamp, now, skew_seconds)
    return Signature(parameters[b"keyId"].decode("latin-1"), timestamp, parameters[b"signature"])


def verify(claim: Signature, request: Request, secret: str, *, shows_signed: bool = False) -> None:
    """Raise BadSignature unless `secret` signed exactly this request; with `shows_signed` it says what that is."""
    signed = _signed(request, claim)
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected.encode(), claim.signature.lower()):
        raise BadSignature(signed if shows_signed else None)


def _signed(request: Request, claim: Signature) -> bytes:
    key = request.raw_idempotency_key
    return string_to_sign(request.method, request.target, claim.timestamp, request.body_hash, key)


def sign(secret: str, method: str, target: bytes, timestamp: bytes, body_hash: str, key: bytes | None = None) -> str:
    """The hex HMAC-SHA256 over the four lines, or five with an idempotency key, joined by one LF."""
    signed = string_to_sign(method, target, timestamp, body_hash, key)
    return hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()


def string_to_sign(method: str, target: bytes, timestamp: bytes, body_hash: str, key: bytes | None) -> bytes:
    """The lines that are signed, joined by one LF."""
    lines = [method.encode(), target, timestamp, body_hash.encode()]
    if key is not None:
        lines.append(key)
    return b"\n".join(lines)


def _only(request: Request, name: str) -> bytes:
    values = request.headers.get(name.lower(), ())
    if len(values) != 1:
        raise AuthRequired(f"The {name} header is {'repeated' if values else 'missing'}.")
    return values[0]


def _parameters(text: bytes) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    for part in text.split(b","):
        name, equals, value = part.strip().partition(b"=")
        if not equals or name in found:
            raise AuthRequired("A parameter of the Authorization header is repeated, or has no value.")
        found[name] = value
    missing = [name.decode() for name in (b"keyId", b"scope", b"signature") if not found.get(name)]
    if missing:
        raise AuthRequired(f"The Authorization header lacks {' and '.join(missing)}.")
    return found
