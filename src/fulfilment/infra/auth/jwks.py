"""What an identity provider says of itself, and the keys that it signs with (decisions, section 3).

They are kept so that it holds up nobody while it hangs.

Keys at hand serve at once, however old. They are fetched anew beside the requests, one fetch at a time; a request waits
for it only where no key at hand can have signed its token.
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


def open_session() -> aiohttp.ClientSession:
    """A session for one fetch."""
    connector = aiohttp.TCPConnector(resolver=_Resolver(), use_dns_cache=False)
    return aiohttp.ClientSession(connector=connector, auto_decompress=False, **HEAD_LIMITS)


class _Resolver(AbstractResolver):
    """Looks names up in the threads that are shared: one that hangs must not hold the event loop's few."""

    async def resolve(self, host: str, port: int = 0, family: int = 0) -> list[ResolveResult]:
        found = await dns.lookup(host, port)
        return [
            ResolveResult(hostname=host, host=address, port=port, family=kind, proto=0, flags=0)
            for kind, address in found
            if family in (0, kind)
        ]

    async def close(self) -> None:
        """Nothing is held."""


if TYPE_CHECKING:
    from aiohttp import ClientResponse, ClientSession

    from fulfilment.infra.auth.json_web_tokens import Key

FETCH_TIMEOUT_SECONDS = 5
CACHE_SECONDS = 300
# How often made-up tokens, or a provider that is away, can have it asked again.
REFETCH_AFTER_SECONDS = 30
# While there are no keys at all every session waits for them.
FIRST_FETCH_AFTER_SECONDS = 5
# What goes on without the discovery document waits for it no longer than that.
PATIENCE_SECONDS = 2
MAX_WAITERS = 256
MAX_DOCUMENT_BYTES = 262_144
_REASON_CHARACTERS = 300

_log = structlog.get_logger(__name__)


class JwksCache:
    """The keys of one issuer. `allows_http` where its keys may be fetched without TLS; `now` is a clock in seconds."""

    def __init__(self, issuer: str, *, allows_http: bool, now: Callable[[], float] = time.monotonic) -> None:
        if issuer:
            # An installation in which nobody signs in does without these; elsewhere no request waits for them.
            import_module("fulfilment.infra.auth.jwks")
            import_module("fulfilment.infra.auth.json_web_tokens")
        self._issuer = issuer
        self._schemes = {"https", "http"} if allows_http or urlsplit(issuer).scheme == "http" else {"https"}
        self._now = now
        self._keys: list[Key] = []
        # The discovery document that named them.
        self.discovery_document: dict[str, Any] | None = None
        # How often they were fetched, and when last.
        self._fetches = 0
        self._fetched_at = 0.0
        self._may_try_at = now()
        self._fetching: asyncio.Task[None] | None = None
        self._waiters = FairSemaphore(MAX_WAITERS)
        self._is_unavailable = False

    def get(self, kid: str | None) -> "Sequence[Key]":
        """What can have signed a token that names this key, or none. Never waits; old keys are fetched anew beside."""
        if self._keys and self._now() - self._fetched_at > CACHE_SECONDS:
            self._start_fetch()
        return self._keys if kid is None else [key for key in self._keys if key.kid == kid]

    async def refresh(self) -> bool:
        """Whether there are newer keys now, after having waited for a fetch if one is under way or due.

        Raises ServiceUnavailable while there have never been any, and where too many wait already.
        """
        before = self._fetches
        self._start_fetch()
        if self._fetching is not None:
            await self._wait(self._fetching)
        if not self._keys:
            raise ServiceUnavailable(FIRST_FETCH_AFTER_SECONDS)
        return self._fetches != before

    async def discovery(self) -> dict[str, Any]:
        """The discovery document: at once where there is one, fetched anew beside where it is old.

        Raises ServiceUnavailable while there has never been any.
        """
        if self.discovery_document is None:
            await self.refresh()
        self.get(None)
        if self.discovery_document is None:
            raise ServiceUnavailable(FIRST_FETCH_AFTER_SECONDS)
        return self.discovery_document

    async def discovery_soon(self) -> dict[str, Any] | None:
        """The discovery document; where it was never told it is asked for, and waited for PATIENCE_SECONDS at most.

        None where it does not come in time. While the provider is away it is asked, and waited for, only now and then.
        """
        if self.discovery_document is None and self._issuer:
            self._start_fetch()
            with suppress(TimeoutError, ServiceUnavailable):
                async with asyncio.timeout(PATIENCE_SECONDS):
                    if self._fetching is not None:
                        await self._wait(self._fetching)
        return self.discovery_document

    async def close(self) -> None:
        """Give up what is being fetched."""
        if self._fetching is not None:
            self._fetching.cancel()
            await asyncio.wait({self._fetching})

    async def _wait(self, fetching: asyncio.Task[None]) -> None:
        asking = fair_semaphore.current_tenant.get()
        if not self._waiters.try_acquire(asking):
            raise ServiceUnavailable
        try:
            # The fetch has its own bound, and neither its end nor ours is the other's.
            await asyncio.wait({fetching})
        finally:
            self._waiters.release(asking)

    def _start_fetch(self) -> None:
        """Fetch, unless that is under way or was tried too short a time ago."""
        if self._fetching is None and self._now() >= self._may_try_at:
            # It works for everybody, and says so in the log: not in the name of the request that happened to ask.
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
            # Whatever a provider says or leaves unsaid, the keys at hand go on; it is told once.
            if not self._is_unavailable:
                _log.warning("identity_provider_unavailable", issuer=self._issuer, error=reason_of(problem))
            self._is_unavailable = True
        finally:
            self._fetching = None
            pause = REFETCH_AFTER_SECONDS if self._keys else FIRST_FETCH_AFTER_SECONDS
            self._may_try_at = self._now() + pause

    async def _fetch(self) -> "tuple[dict[str, Any], list[Key]]":
        # Loaded already, unless there is no issuer.
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
    # Loaded already, unless there is no issuer.
    from yarl import URL

    # yarl would decode `%2F` in a query, and what the provider named is another address then.
    address = URL(url, encoded=url.isascii())
    async with session.get(address, allow_redirects=False, headers={"Accept-Encoding": "identity"}) as answer:
        if answer.status != 200:
            raise ValueError(f"it answers HTTP {answer.status}")
        body = await read_bounded(answer)
    return msgspec.json.decode(body, type=dict)


def reason_of(problem: Exception) -> str:
    """One line for the operator's log: why a provider gave no usable answer."""
    # aiohttp's representation begins with the whole request, so that a cut loses the reason.
    reason = getattr(problem, "message", "") or str(problem)
    return f"{type(problem).__name__}: {reason}"[:_REASON_CHARACTERS]


async def read_bounded(answer: "ClientResponse") -> bytes:
    """The body of what a provider answers. Raises ValueError where there is too much of it."""
    body = bytearray()
    async for piece in answer.content.iter_any():
        body += piece
        if len(body) > MAX_DOCUMENT_BYTES:
            raise ValueError("it answers without end")
    return bytes(body)
