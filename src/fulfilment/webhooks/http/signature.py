"""The signature on a webhook, outgoing and incoming (specification, Signature verification)."""

import hmac
import re
from collections.abc import Sequence

TOLERANCE_SECONDS = 300

_HEADER_LENGTH_CHARACTERS = 4_096
_SECONDS = re.compile(r"[0-9]{1,15}", re.ASCII)
_DIGEST = re.compile(r"[0-9a-fA-F]{64}", re.ASCII)


class SignatureVerificationError(Exception):
    """A signature that proves nothing; the message says why and holds no secret."""


class MalformedSignature(SignatureVerificationError):
    """There is no signature, or it is not written as one."""


class StaleSignature(SignatureVerificationError):
    """It was made too long ago, or in the future: at the unix second `timestamp`."""

    def __init__(self, timestamp: str) -> None:
        super().__init__("the timestamp is too far from the present")
        self.timestamp = timestamp


def sign(secrets: Sequence[str], timestamp: int, body: bytes) -> str:
    """`t=<unix seconds>,v1=<hex>`, with one `v1` per secret: two while a secret is being rotated.

    Raises ValueError without a secret, or with an empty one, by which anybody could sign.
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
    """Raise BadSignature unless one `v1` of the header is this body's under one of the secrets.

    Takes any header whatsoever. `now` is in unix seconds. The signed text is `t` as it was sent. Unknown
    names in the header are ignored, so that a later scheme can stand beside `v1`.
    """
    timestamp, digests = parse_header(header, now, tolerance_seconds)
    signed_content = _build_signed_content(timestamp, body)
    expected = [_compute_digest(secret, signed_content).encode() for secret in secrets if secret]
    # Every pair is compared, so that the time taken does not tell which secret came close.
    matches = [hmac.compare_digest(expected_digest, other) for expected_digest in expected for other in digests]
    if not any(matches):
        raise SignatureVerificationError("the signature does not match")


def parse_header(
    header: str | None, now: float, tolerance_seconds: float = TOLERANCE_SECONDS
) -> tuple[str, list[bytes]]:
    """When the header says that it was signed, and its `v1`; nothing of it is proven. Raises Malformed and Stale."""
    timestamp, digests = _split_header(header)
    # In whole seconds, as `t` is written. Asked this way round, because every comparison with a NaN is false.
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
