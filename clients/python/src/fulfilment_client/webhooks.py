"""Webhooks: verifying what arrives, and signing what a test or a relay sends."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from . import receiving
from .receiving import TOLERANCE_SECONDS, Headers, VerificationError, header_name, verify

if TYPE_CHECKING:
    from .types import WebhookEvent

__all__ = [
    "TOLERANCE_SECONDS",
    "Headers",
    "VerificationError",
    "header_name",
    "read_event",
    "sign",
    "signed_headers",
    "verify",
]


def read_event(
    headers: Headers,
    body: bytes,
    secrets: str | Sequence[str],
    *,
    brand: str = "svc",
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> WebhookEvent:
    """The event that a request carries, once its signature is verified. Raises VerificationError.

    `secrets` is the endpoint's `whsec_…`, or several of them while one is being rotated. `event["type"]` tells a type
    checker which event it is. A newer service sends types that are not among them: let them pass. An event may come
    more than once: remember its `id`.
    """
    read = receiving.read_event(headers, body, secrets, brand=brand, tolerance_seconds=tolerance_seconds, now=now)
    return cast("WebhookEvent", read)


def sign(body: bytes, secrets: str | Sequence[str], *, timestamp: int | None = None) -> str:
    """The signature header of a body, as the service sends it: one `v1` for each secret. `timestamp` is else now."""
    given = [secrets] if isinstance(secrets, str) else list(secrets)
    if not given or not all(given):
        raise ValueError("a webhook is signed with at least one secret, none of them empty")
    at = str(int(time.time()) if timestamp is None else timestamp)
    digests = [hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest() for secret in given]
    return ",".join([f"t={at}", *(f"v1={digest}" for digest in digests)])


def signed_headers(
    body: bytes,
    secrets: str | Sequence[str],
    *,
    event_id: str,
    event_type: str,
    delivery_id: str,
    attempt: int = 1,
    brand: str = "svc",
    timestamp: int | None = None,
) -> dict[str, str]:
    """Every header of a delivery, as the service sends it."""
    title = brand.capitalize()
    return {
        "Content-Type": "application/json",
        "User-Agent": f"{title}-Webhooks/1.0",
        f"{title}-Signature": sign(body, secrets, timestamp=timestamp),
        f"{title}-Event-Id": event_id,
        f"{title}-Event-Type": event_type,
        f"{title}-Delivery-Id": delivery_id,
        f"{title}-Delivery-Attempt": str(attempt),
    }
