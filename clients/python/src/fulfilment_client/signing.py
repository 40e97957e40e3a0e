"""The two schemes by which a request is signed (docs/authentication.md, docs/signing.md)."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

_NONCE_BYTES = 16


@dataclass(frozen=True)
class Signed:
    """The signed values of one attempt. `target` is the path and query exactly as sent, `host` the `Host` header."""

    method: str
    target: str
    host: str
    timestamp: str
    content: bytes
    on_behalf_of: str | None = None
    idempotency_key: str | None = None


def first_signature(secret: str, signed: Signed) -> str:
    """The hex signature of the first scheme."""
    lines = [signed.method, signed.target, signed.timestamp, _hash(signed.content)]
    return _signature(secret, lines, signed.idempotency_key)


def second_signature(secret: str, signed: Signed, nonce: str) -> str:
    """The hex signature of the second scheme, which can be sent once, to one host, for one workspace."""
    on_behalf_of = signed.on_behalf_of or ""
    lines = [signed.method, signed.target, signed.host.lower(), on_behalf_of, signed.timestamp, nonce]
    return _signature(secret, [*lines, _hash(signed.content)], signed.idempotency_key)


def new_nonce() -> str:
    """An unused nonce."""
    return secrets.token_urlsafe(_NONCE_BYTES)


def _signature(secret: str, lines: list[str], key: str | None) -> str:
    if key is not None:
        lines = [*lines, key]
    return hmac.new(secret.encode(), "\n".join(lines).encode(), hashlib.sha256).hexdigest()


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
