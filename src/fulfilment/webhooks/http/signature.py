"""Webhook signatures, outgoing and incoming (specification, Signature verification)."""

import hmac
import re
from collections.abc import Sequence

TOLERANCE_SECONDS = 300

_HEADER_LENGTH_CHARACTERS = 4_096
_SECONDS = re.compile(r"[0-9]{1,15}", re.ASCII)
_DIGEST = re.compile(r"[0-9a-fA-F]{64}", re.ASCII)


class SignatureVerificationError(Exception):
    """A signature that does not verify; the message gives the reason and holds no secret."""


class MalformedSignature(SignatureVerificationError):
    """The signature is missing or malformed."""


class StaleSignature(SignatureVerificationError):
    """The signature is too old or from the future; `timestamp` is its time in unix seconds."""

    def __init__(self, timestamp: str) -> None:
        super().__init__("the timestamp is too far from the present")
        self.timestamp = timestamp


def sign(secrets: Sequence[str], timestamp: int, body: bytes) -> str:
    """The header `t=<unix seconds>,v1=<hex>`, with one `v1` per secret: two during the overlap of a rotation.

    Raises ValueError without a secret, or with an empty one, which would make forgery possible.
    """
    if not secrets or not all(secrets):
        raise ValueError("a webhook is signed with at least one secret, none of them empty")
    signed_content = _build_signed_content(str(timestamp), body)
    return ",".join([f"t={timestamp}", *[f"v1={_compute_digest(secret, signed_content)}" for secret in secrets]])


def verify(
    header: str | None,
    body: bytes,
    secrets: Sequence[str],
    now: float,
    tolerance_seconds: float = TOLERANCE_SECONDS,
) -> None:
    """Raise SignatureVerificationError unless one `v1` of the header signs this body under one of the secrets.

    Any header is accepted as input. `now` is in unix seconds. The signed text has `t` as it was sent. Unknown names in
    the header are ignored, so that a later scheme can be added next to `v1`.
    """
    timestamp, digests = parse_header(header, now, tolerance_seconds)
    signed_content = _build_signed_content(timestamp, body)
    expected = [_compute_digest(secret, signed_content).encode() for secret in secrets if secret]
    # Every pair is compared, so that the time taken does not reveal which secret came close.
    matches = [hmac.compare_digest(expected_digest, other) for expected_digest in expected for other in digests]
    if not any(matches):
        raise SignatureVerificationError("the signature does not match")


def parse_header(
    header: str | None, now: float, tolerance_seconds: float = TOLERANCE_SECONDS
) -> tuple[str, list[bytes]]:
    """The time and the `v1` digests of the header, not verified. Raises MalformedSignature and StaleSignature."""
    timestamp, digests = _split_header(header)
    # In whole seconds, as `t` is written. The comparison is negated, because every comparison with a NaN is false.
    if not abs(now // 1 - int(timestamp)) <= tolerance_seconds:
        raise StaleSignature(timestamp)
    return timestamp, digests


def _split_header(header: str | None) -> tuple[str, list[bytes]]:
    if not isinstance(header, str) or len(header) > _HEADER_LENGTH_CHARACTERS:
        raise MalformedSignature("the signature header is missing or too long")
    pairs = [part.strip(" \t").partition("=") for part in header.split(",")]
    timestamps = [value for name, _, value in pairs if name == "t"]
    digests = [value.lower().encode() for name, _, value in pairs if name == "v1" and _DIGEST.fullmatch(value)]
    if len(timestamps) != 1 or not _SECONDS.fullmatch(timestamps[0]):
        raise MalformedSignature("the signature header needs exactly one t, in unix seconds")
    if not digests:
        raise MalformedSignature("the signature header has no v1 of 64 hexadecimal digits")
    return timestamps[0], digests


def _build_signed_content(timestamp: str, body: bytes) -> bytes:
    return b"%b.%b" % (timestamp.encode(), body)


def _compute_digest(secret: str, signed_content: bytes) -> str:
    return hmac.digest(secret.encode(errors="surrogatepass"), signed_content, "sha256").hex()
