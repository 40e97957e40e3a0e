"""Posts an event to an address as the service posts a webhook: the same body, headers and signature."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import secrets
import string
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

import httpx

from .. import webhooks

if TYPE_CHECKING:
    from ..types import Envelope

_LONGEST_WAIT_SECONDS = 10.0
_SHOWN_BYTES = 2_048
_SHOWN_CHARACTERS = 120
_BODY_SECONDS = 1.0
_PATH_OR_QUERY = re.compile(r"[/?]")


@dataclass(frozen=True)
class Outcome:
    """Result of posting an event: the status of the last answer, or the problem instead."""

    status: int | None
    problem: str | None
    milliseconds: float
    attempts: int

    @property
    def is_taken(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def open_http(timeout_seconds: float) -> httpx.AsyncClient:
    """The HTTP client of a Forwarder.

    Each event has a connection of its own. The rest of one answer, such as a body behind a 204, must not be read as the
    next answer. A proxy of the environment has no business between this machine and its own receiver.
    """
    return httpx.AsyncClient(
        timeout=timeout_seconds,
        follow_redirects=False,
        trust_env=False,
        limits=httpx.Limits(max_keepalive_connections=0),
    )


class Forwarder:
    """Posts to one address. `retries` is how often an event is tried again that was not taken."""

    def __init__(
        self,
        http: httpx.AsyncClient,
        url: str,
        *,
        signing_secrets: Sequence[str],
        brand: str,
        timeout_seconds: float,
        retries: int,
    ) -> None:
        self._http = http
        self._url = url
        self._secrets = signing_secrets
        self._brand = brand
        self._timeout_seconds = timeout_seconds
        self._retries = retries

    async def forward(self, event: Envelope) -> Outcome:
        """Post it until it is taken or there are no more attempts. Never raises for what a receiver does."""
        body = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
        delivery_id = secrets.token_hex(12)
        attempt = 0
        while True:
            attempt += 1
            headers = webhooks.signed_headers(
                body,
                self._secrets,
                event_id=event["id"],
                event_type=event["type"],
                delivery_id=delivery_id,
                attempt=attempt,
                brand=self._brand,
            )
            outcome = await self._attempt(body, headers, attempt)
            if outcome.is_taken or attempt > self._retries:
                return outcome
            await asyncio.sleep(min(2.0 ** (attempt - 1), _LONGEST_WAIT_SECONDS))

    async def _attempt(self, body: bytes, headers: dict[str, str], attempt: int) -> Outcome:
        began = time.perf_counter()
        status, problem = None, None
        try:
            status, problem = await self._post(body, headers)
        except (asyncio.TimeoutError, httpx.TimeoutException):
            problem = f"no answer within {self._timeout_seconds:g} s"
        except httpx.ConnectError as refused:
            problem = f"no connection: {refused}"
        except httpx.HTTPError as broken:
            problem = f"no answer: {broken or type(broken).__name__}"
        return Outcome(status, problem, (time.perf_counter() - began) * 1_000, attempt)

    async def _post(self, body: bytes, headers: dict[str, str]) -> tuple[int, str | None]:
        """The status, and what is wrong with it. As with the service, the head of the answer decides."""
        request = self._http.build_request(
            "POST", self._url, content=body, headers=headers, extensions={"target": _target(self._url)}
        )
        answer = await asyncio.wait_for(self._http.send(request, stream=True), self._timeout_seconds)
        try:
            if answer.is_redirect:
                return answer.status_code, "a redirect, which is not followed"
            text = await _beginning(answer)
            return answer.status_code, None if answer.is_success else text or None
        finally:
            await answer.aclose()


def _target(url: str) -> bytes:
    """The path and query byte for byte, as the service sends them: httpx would take dot segments and some marks away.

    Characters outside of ASCII are percent-encoded, because a request line cannot hold them.
    """
    rest = url.partition("://")[2].partition("#")[0]
    begin = _PATH_OR_QUERY.search(rest)
    target = rest[begin.start() :] if begin else "/"
    return quote(target if target.startswith("/") else f"/{target}", safe=string.punctuation).encode()


async def _beginning(answer: httpx.Response) -> str:
    """The first line of a body, as far as it comes at once."""
    read = bytearray()

    async def take() -> None:
        async for piece in answer.aiter_bytes():
            read.extend(piece)
            if len(read) >= _SHOWN_BYTES:
                return

    with contextlib.suppress(asyncio.TimeoutError, httpx.HTTPError):
        await asyncio.wait_for(take(), _BODY_SECONDS)
    text = bytes(read[:_SHOWN_BYTES]).decode(errors="replace").strip()
    # A receiver's text must not move the cursor of a terminal.
    line = "".join(letter for letter in text.partition("\n")[0] if letter.isprintable())
    return line[:_SHOWN_CHARACTERS]
