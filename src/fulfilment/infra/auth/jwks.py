"""JWKS cache: the discovery document and the signing keys of the identity provider (decisions, section 3).

Cached keys are used at once, even if they are old, so a provider that hangs delays no request. They are refreshed in
the background, one fetch at a time. A request waits for a fetch only if no cached key can have signed its token.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import Context
from importlib import import_module
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import aiohttp
import msgspec
import structlog
from aiohttp.abc import AbstractResolver, ResolveResult

from fulfilment.infra import dns
from fulfilment.infra.api.errors import ServiceUnavailable
from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.limits.fair_semaphore import FairSemaphore
from fulfilment.infra.outbound import HEAD_LIMITS

if TYPE_CHECKING:
    from aiohttp import ClientResponse, ClientSession

    from fulfilment.infra.auth.json_web_tokens import Key

FETCH_TIMEOUT_SECONDS = 5
CACHE_SECONDS = 300
# The shortest interval between two fetches, for forged tokens or a provider that is unreachable.
REFETCH_AFTER_SECONDS = 30
# The same without any keys, while every request with a token waits for them.
FIRST_FETCH_AFTER_SECONDS = 5
# The longest wait of a caller that can go on without the discovery document.
PATIENCE_SECONDS = 2
MAX_WAITERS = 256
MAX_DOCUMENT_BYTES = 262_144
_REASON_CHARACTERS = 300

_log = structlog.get_logger(__name__)


class JwksCache:
    """The cached keys of one issuer. `allows_http` allows a fetch without TLS; `now` is a clock in seconds."""

    def __init__(self, issuer: str, *, allows_http: bool, now: Callable[[], float] = time.monotonic) -> None:
        if issuer:
            # Load the modules now, so that no request waits. An installation without an issuer does not load them.
            import_module("fulfilment.infra.auth.jwks")
            import_module("fulfilment.infra.auth.json_web_tokens")
        self._issuer = issuer
        self._schemes = {"https", "http"} if allows_http or urlsplit(issuer).scheme == "http" else {"https"}
        self._now = now
        self._keys: list[Key] = []
        # The discovery document of these keys.
        self.discovery_document: dict[str, Any] | None = None
        # The number of fetches, and the time of the last fetch.
        self._fetches = 0
        self._fetched_at = 0.0
        self._may_try_at = now()
        self._fetching: asyncio.Task[None] | None = None
        self._waiters = FairSemaphore(MAX_WAITERS)
        self._is_unavailable = False

    def get(self, kid: str | None) -> "Sequence[Key]":
        """The cached keys with the key id; all keys if the token names none. Never waits.

        Old keys are refreshed in the background.
        """
        if self._keys and self._now() - self._fetched_at > CACHE_SECONDS:
            self._start_fetch()
        return self._keys if kid is None else [key for key in self._keys if key.kid == kid]

    async def refresh(self) -> bool:
        """Wait for a fetch if one is running or due; True if it has brought newer keys.

        Raises ServiceUnavailable if no keys were ever fetched, or if too many requests wait already.
        """
        before = self._fetches
        self._start_fetch()
        if self._fetching is not None:
            await self._wait(self._fetching)
        if not self._keys:
            raise ServiceUnavailable(FIRST_FETCH_AFTER_SECONDS)
        return self._fetches != before

    async def discovery(self) -> dict[str, Any]:
        """The cached discovery document, refreshed in the background if it is old.

        Waits for the first fetch. Raises ServiceUnavailable if it was never fetched.
        """
        if self.discovery_document is None:
            await self.refresh()
        self.get(None)
        if self.discovery_document is None:
            raise ServiceUnavailable(FIRST_FETCH_AFTER_SECONDS)
        return self.discovery_document

    async def discovery_soon(self) -> dict[str, Any] | None:
        """The discovery document; the first fetch is awaited for PATIENCE_SECONDS at most.

        None if it does not arrive in time. While the provider is unreachable, a call waits only if a fetch is due.
        """
        if self.discovery_document is None and self._issuer:
            self._start_fetch()
            with suppress(TimeoutError, ServiceUnavailable):
                async with asyncio.timeout(PATIENCE_SECONDS):
                    if self._fetching is not None:
                        await self._wait(self._fetching)
        return self.discovery_document

    async def close(self) -> None:
        """Cancel a running fetch."""
        if self._fetching is not None:
            self._fetching.cancel()
            await asyncio.wait({self._fetching})

    async def _wait(self, fetching: asyncio.Task[None]) -> None:
        asking = fair_semaphore.current_tenant.get()
        if not self._waiters.try_acquire(asking):
            raise ServiceUnavailable
        try:
            # The fetch has its own timeout. Cancelling this request does not cancel the fetch.
            await asyncio.wait({fetching})
        finally:
            self._waiters.release(asking)

    def _start_fetch(self) -> None:
        """Start a fetch, unless one is running or the last one was too recent."""
        if self._fetching is None and self._now() >= self._may_try_at:
            # The fetch serves all requests, so its log lines must not carry the context of the request that began it.
            self._fetching = asyncio.get_running_loop().create_task(self._refresh(), context=Context())

    async def _refresh(self) -> None:
        try:
            async with asyncio.timeout(FETCH_TIMEOUT_SECONDS):
                self.discovery_document, self._keys = await self._fetch()
            self._fetches += 1
            self._fetched_at = self._now()
            if self._is_unavailable:
                _log.info("identity_provider_available", issuer=self._issuer)
            self._is_unavailable = False
        except Exception as problem:
            # Whatever the failure, the cached keys stay in use. An outage is logged once.
            if not self._is_unavailable:
                _log.warning("identity_provider_unavailable", issuer=self._issuer, error=reason_of(problem))
            self._is_unavailable = True
        finally:
            self._fetching = None
            pause = REFETCH_AFTER_SECONDS if self._keys else FIRST_FETCH_AFTER_SECONDS
            self._may_try_at = self._now() + pause

    async def _fetch(self) -> "tuple[dict[str, Any], list[Key]]":
        # The constructor has loaded the module if there is an issuer.
        from fulfilment.infra.auth import json_web_tokens

        async with open_session() as session:
            about = await _document(session, self._issuer.rstrip("/") + "/.well-known/openid-configuration")
            if about.get("issuer") != self._issuer:
                raise ValueError("it names another issuer")
            address = about.get("jwks_uri")
            if not isinstance(address, str) or urlsplit(address).scheme not in self._schemes:
                raise ValueError("its keys have no address that may be asked")
            keys = json_web_tokens.parse_keys(await _document(session, address))
        if not keys:
            raise ValueError("it has no keys that can be used")
        return about, keys


async def _document(session: "ClientSession", url: str) -> dict:
    # aiohttp has loaded the module.
    from yarl import URL

    # yarl would decode `%2F` in a query, which changes the URL that the provider gave.
    address = URL(url, encoded=url.isascii())
    async with session.get(address, allow_redirects=False, headers={"Accept-Encoding": "identity"}) as answer:
        if answer.status != 200:
            raise ValueError(f"it answers HTTP {answer.status}")
        body = await read_bounded(answer)
    return msgspec.json.decode(body, type=dict)


def open_session() -> aiohttp.ClientSession:
    """An HTTP session for one fetch."""
    connector = aiohttp.TCPConnector(resolver=_Resolver(), use_dns_cache=False)
    return aiohttp.ClientSession(connector=connector, auto_decompress=False, **HEAD_LIMITS)


class _Resolver(AbstractResolver):
    """DNS resolver for aiohttp on the shared resolver threads, so that a slow look-up never blocks the loop's own."""

    async def resolve(self, host: str, port: int = 0, family: int = 0) -> list[ResolveResult]:
        found = await dns.lookup(host, port)
        return [
            ResolveResult(hostname=host, host=address, port=port, family=kind, proto=0, flags=0)
            for kind, address in found
            if family in (0, kind)
        ]

    async def close(self) -> None:
        """Nothing to release."""


def reason_of(problem: Exception) -> str:
    """The reason for a provider's failure in one line, for the operator's log."""
    # The text of an aiohttp error begins with the whole request, and truncation would lose the reason.
    reason = getattr(problem, "message", "") or str(problem)
    return f"{type(problem).__name__}: {reason}"[:_REASON_CHARACTERS]


async def read_bounded(answer: "ClientResponse") -> bytes:
    """The body of a provider's answer. Raises ValueError if it is longer than MAX_DOCUMENT_BYTES."""
    body = bytearray()
    async for piece in answer.content.iter_any():
        body += piece
        if len(body) > MAX_DOCUMENT_BYTES:
            raise ValueError("it answers without end")
    return bytes(body)
