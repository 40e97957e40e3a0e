"""Signed requests (specification, Request signing; decisions, section 3)."""

import hashlib
import hmac
import re
import time

import msgspec

from fulfilment import brand
from fulfilment.http.errors import ApiError
from fulfilment.http.request import Request

_INTEGER = re.compile(rb"-?[0-9]+")
# No longer one is near any clock, and Python would refuse to read it if it were long enough.
_LONGEST_TIMESTAMP = 15
_LONGEST_AUTHORIZATION = 16_384


class AuthRequired(ApiError):
    """No credential, or one that is not well formed."""

    status, code = 401, "AUTH_REQUIRED"
    message = "This route needs a signed request or a bearer token."


class InvalidTimestamp(ApiError):
    status, code, message = 401, "INVALID_TIMESTAMP", "The timestamp must be epoch seconds, an integer."


class ClockSkew(ApiError):
    status, code = 401, "CLOCK_SKEW"
    message = "The timestamp is too far from the server's clock."


class InvalidKey(ApiError):
    status, code, message = 401, "INVALID_KEY", "No API key has this id."


class BadSignature(ApiError):
    status, code = 401, "BAD_SIGNATURE"
    message = "The signature does not match the request."


class RevokedKey(ApiError):
    status, code, message = 401, "REVOKED_KEY", "This API key has been revoked."


class Signature(msgspec.Struct, frozen=True):
    """What the two headers of a signed request claim; nothing of it is proven yet."""

    key_id: str
    timestamp: bytes
    signature: bytes


def read(request: Request, skew_seconds: int, now: float | None = None) -> Signature:
    """Parse the signing headers and check the timestamp."""
    authorization = _only(request, "authorization")
    timestamp = _only(request, brand.current().timestamp_header.lower())
    scheme, _, rest = authorization.partition(b" ")
    if len(authorization) > _LONGEST_AUTHORIZATION or scheme.lower() != brand.current().signing_scheme.lower().encode():
        raise AuthRequired
    parameters = _parameters(rest)
    if not _INTEGER.fullmatch(timestamp):
        raise InvalidTimestamp
    now = time.time() if now is None else now
    if len(timestamp) > _LONGEST_TIMESTAMP or abs(now - int(timestamp)) > skew_seconds:
        raise ClockSkew
    return Signature(parameters[b"keyId"].decode("latin-1"), timestamp, parameters[b"signature"])


def verify(claim: Signature, request: Request, secret: str) -> None:
    """Raise BadSignature unless `secret` signed exactly this request."""
    expected = sign(
        secret,
        request.method,
        request.target,
        claim.timestamp,
        request.body_hash,
        request.raw_idempotency_key,
    )
    if not hmac.compare_digest(expected.encode(), claim.signature.lower()):
        raise BadSignature


def sign(secret: str, method: str, target: bytes, timestamp: bytes, body_hash: str, key: bytes | None = None) -> str:
    """The hex HMAC-SHA256 over the four lines, or five with an idempotency key, joined by one LF."""
    lines = [method.encode(), target, timestamp, body_hash.encode()]
    if key is not None:
        lines.append(key)
    return hmac.new(secret.encode(), b"\n".join(lines), hashlib.sha256).hexdigest()


def _only(request: Request, name: str) -> bytes:
    values = request.headers.get(name, ())
    if len(values) != 1:
        raise AuthRequired
    return values[0]


def _parameters(text: bytes) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    for part in text.split(b","):
        name, equals, value = part.strip().partition(b"=")
        if not equals or name in found:
            raise AuthRequired
        found[name] = value
    if not all(found.get(name) for name in (b"keyId", b"scope", b"signature")):
        raise AuthRequired
    return found
