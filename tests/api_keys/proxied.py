"""Requests with a client address that a trusted proxy names."""

from typing import Any

import msgspec

from tests.harness.service import Answer, Client


def at(client: Client, address: str, method: str, target: str, body: Any = None, **more: Any) -> Answer:
    """A signed request of a client at this address."""
    return client(method, target, body, headers=[("X-Forwarded-For", address)], **more)


def keyed(client: Client, minted: dict[str, Any]) -> Client:
    """The same service and workspace through a key that was minted."""
    return msgspec.structs.replace(client, key_id=minted["apiKey"]["keyId"], secret=minted["secret"])
