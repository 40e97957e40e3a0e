"""A client of the API that signs its requests (specification, Request signing)."""

import hashlib
import json
import time
from typing import Any

import aiohttp

from fulfilment import ids
from fulfilment.brand import Brand
from fulfilment.demo.failure import DemoFailed
from fulfilment.http import signing

API = "/api/v1"
CALL_TIMEOUT_SECONDS = 30.0
_MUTATIONS = ("POST", "PUT", "PATCH")


class Client:
    """Calls one service with one API key. Used as an asynchronous context."""

    def __init__(self, base_url: str, brand: Brand, key_id: str, secret: str):
        self.base_url = base_url
        self._brand = brand
        self._key_id = key_id
        self._secret = secret

    async def __aenter__(self) -> "Client":
        timeout = aiohttp.ClientTimeout(total=CALL_TIMEOUT_SECONDS)
        self._session = aiohttp.ClientSession(timeout=timeout, trust_env=False)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    async def data(self, method: str, path: str, body: Any = None) -> Any:
        """The `data` of an answer; `path` begins after `/api/v1`. Raises DemoFailed for a refusal."""
        return json.loads(await self.raw(method, path, body))["data"]

    async def raw(self, method: str, path: str, body: Any = None) -> bytes:
        """The body of an answer. Raises DemoFailed for a refusal, with its code and message."""
        target = API + path
        content = b"" if body is None else json.dumps(body).encode()
        # A key of its own makes each change safe to repeat.
        key = ids.opaque() if method in _MUTATIONS else None
        headers = self._signed(method, target, content, key)
        try:
            async with self._session.request(
                method, self.base_url + target, data=content or None, headers=headers
            ) as answer:
                received = await answer.read()
                if answer.ok:
                    return received
                raise DemoFailed(f"{method} {target} answered {answer.status} {_explained(received)}")
        except TimeoutError:
            raise DemoFailed(f"{method} {target} had no answer within {CALL_TIMEOUT_SECONDS:g} s") from None
        except aiohttp.ClientError as problem:
            raise DemoFailed(f"{method} {target}: {problem}") from None

    def _signed(self, method: str, target: str, content: bytes, key: str | None) -> dict[str, str]:
        timestamp = str(int(time.time()))
        signature = signing.sign(
            self._secret,
            method,
            target.encode(),
            timestamp.encode(),
            hashlib.sha256(content).hexdigest(),
            None if key is None else key.encode(),
        )
        headers = {
            "Authorization": f"{self._brand.signing_scheme} keyId={self._key_id}, scope=*, signature={signature}",
            self._brand.timestamp_header: timestamp,
        }
        if content:
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers["Idempotency-Key"] = key
        return headers


def _explained(received: bytes) -> str:
    try:
        error = json.loads(received)["error"]
        return f"{error['code']}: {error['message']}"
    except (ValueError, KeyError, TypeError):
        return "with a body that is not the API's"
