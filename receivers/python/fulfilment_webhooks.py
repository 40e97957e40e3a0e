# SPDX-License-Identifier: Apache-2.0
"""Verifies the webhooks of the fulfilment service. Python 3.9 or newer and nothing else: copy this one file.

    event = read_event(request.headers, request.get_data(), SECRET)

The signature is over the raw bytes of the body, so pass them as they came, before anything has parsed them.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

__all__ = ["TOLERANCE_SECONDS", "VerificationError", "header_name", "read_event", "verify"]

TOLERANCE_SECONDS = 300

_HEADER_LENGTH_CHARACTERS = 4_096
_SECONDS = re.compile(r"[0-9]{1,15}")
_DIGEST = re.compile(r"[0-9a-fA-F]{64}")


class Headers(Protocol):
    """The headers of any framework: a mapping, or what is none but has `items()` all the same, as Flask's."""

    def items(self) -> Iterable[tuple[str, str]]: ...


class VerificationError(Exception):
    """The request proves nothing: answer 400 and do not act on it. The message holds no secret.

    `code` is `MISSING` (no signature header), `MALFORMED` (it cannot be read) or `TIMESTAMP` (signed too long ago, or
    in the future). `MISMATCH` means that another secret signed it, or that it was changed. `NOT_AN_EVENT` means that it
    is signed, but not JSON as the service sends it.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def header_name(brand: str = "svc") -> str:
    """The header that carries the signature: `Svc-Signature`, or that of the operator's own brand."""
    return f"{brand[:1].upper()}{brand[1:]}-Signature"


def read_event(
    headers: Headers,
    body: bytes,
    secrets: str | Sequence[str],
    *,
    brand: str = "svc",
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> dict[str, Any]:
    """The event that the request carries, once its signature is verified.

    The names of `headers` may be in any case. The rest is as in `verify`, and so are the errors. An event may come more
    than once: remember its `id`.
    """
    name = header_name(brand).lower()
    found = [value for key, value in headers.items() if isinstance(key, str) and key.lower() == name]
    # Sent twice, the header is one with two `t`, which is refused.
    header = ",".join(found) if found and all(isinstance(value, str) for value in found) else None
    verify(header, body, secrets, tolerance_seconds=tolerance_seconds, now=now)
    try:
        event = json.loads(body.decode())
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("id"), str) or not isinstance(event.get("type"), str):
        raise VerificationError("NOT_AN_EVENT", "the body is signed, but is not an event")
    return event


def verify(
    header: str | None,
    body: bytes,
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> None:
    """Return if one `v1` of the signature header is that of `body` under one of the secrets.

    `secrets` is the endpoint's `whsec_...`, or several, such as those of several endpoints; `now` is in unix seconds
    and else the clock's. Raises VerificationError for whatever a sender may have sent; TypeError or ValueError where
    the receiver's own code passes no bytes or no secret.
    """
    keys = _keys(secrets)
    # First, since a framework may hand over no bytes for an empty request, which is no mistake of the receiver.
    timestamp, claimed = _parse(header)
    if not isinstance(body, (bytes, bytearray)):
        raise TypeError("body must be the raw bytes of the request, before they are decoded or parsed")
    # In whole seconds, as `t` is written. Asked this way round, because every comparison with a NaN is false.
    if not abs((time.time() if now is None else now) // 1 - int(timestamp)) <= tolerance_seconds:
        raise VerificationError("TIMESTAMP", "the timestamp is too far from the present")
    expected = [_digest(key, timestamp, body) for key in keys]
    # Every pair is compared, so that the time taken does not tell which secret came close.
    matches = [hmac.compare_digest(one, other) for one in expected for other in claimed]
    if not any(matches):
        raise VerificationError("MISMATCH", "the signature does not match")


def _keys(secrets: str | Iterable[str]) -> list[bytes]:
    given = [secrets] if isinstance(secrets, str) else list(secrets or ())
    # With an empty secret any sender could sign.
    if not given or not all(isinstance(secret, str) and secret for secret in given):
        raise ValueError("a webhook is verified with at least one secret, none of them empty")
    return [secret.encode() for secret in given]


def _parse(header: str | None) -> tuple[str, list[bytes]]:
    if not isinstance(header, str) or not header:
        raise VerificationError("MISSING", "the request has no signature header")
    if len(header) > _HEADER_LENGTH_CHARACTERS:
        raise VerificationError("MALFORMED", "the signature header is too long")
    # Other names are ignored, so that a later scheme can stand beside v1.
    parts = [part.lstrip(" \t") for part in header.split(",")]
    timestamps = _values("t", parts)
    digests = [bytes.fromhex(value) for value in _values("v1", parts) if _DIGEST.fullmatch(value)]
    if len(timestamps) != 1 or not _SECONDS.fullmatch(timestamps[0]):
        raise VerificationError("MALFORMED", "the signature header needs exactly one t, in unix seconds")
    if not digests:
        raise VerificationError("MALFORMED", "the signature header has no v1 of 64 hexadecimal digits")
    return timestamps[0], digests


def _values(name: str, parts: Iterable[str]) -> list[str]:
    return [part[len(name) + 1 :] for part in parts if part.startswith(f"{name}=")]


def _digest(key: bytes, timestamp: str, body: bytes) -> bytes:
    signed = hmac.new(key, timestamp.encode() + b".", hashlib.sha256)
    signed.update(body)
    return signed.digest()
