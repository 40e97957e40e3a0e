"""A client of the second signing scheme, written by its documentation alone (docs/signing.md)."""

import hashlib
import hmac
import secrets
import time

import msgspec

from tests.harness.service import Client

SCHEME = "HMAC-SHA256-V2"


class SecondClient(Client, frozen=True):
    """A client that signs by the second scheme; by default the `nonce` is random, and the `host` is the address."""

    nonce: str | None = None
    host: str | None = None

    def headers(
        self, method: str, target: str, body: bytes = b"", key: str | None = None, timestamp: str | None = None
    ) -> list[tuple[str, str]]:
        """The headers of a signed request, in a list so that a test can change them."""
        timestamp = timestamp or str(int(time.time()))
        nonce = self.nonce or secrets.token_urlsafe(16)
        host = self.host or f"127.0.0.1:{self.service.port}"
        lines = [method, target, host, self.on_behalf_of or "", timestamp, nonce, hashlib.sha256(body).hexdigest()]
        lines += [] if key is None else [key]
        signature = hmac.new(self.secret.encode(), "\n".join(lines).encode(), hashlib.sha256).hexdigest()
        parameters = f"keyId={self.key_id}, scope=*, nonce={nonce}, signature={signature}"
        named = [
            ("Authorization", f"{self.brand}-{SCHEME} {parameters}"),
            (f"X-{self.brand}-Timestamp", timestamp),
        ]
        if key is not None:
            named.append(("Idempotency-Key", key))
        if self.on_behalf_of is not None:
            named.append((f"X-{self.brand}-On-Behalf-Of", self.on_behalf_of))
        return named


def second(client: Client, **changes: str | None) -> SecondClient:
    """The same key, signing by the second scheme."""
    return SecondClient(**(msgspec.structs.asdict(client) | changes))
