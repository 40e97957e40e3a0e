"""How a client calls: where to, as whom, how long it waits and how often it tries."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import httpx

from .brand import Brand
from .credentials import Credential
from .hooks import Hooks

_API = "/api/v1"


@dataclass(frozen=True)
class Timeouts:
    """In seconds: for a connection, for each piece of an answer, and for a whole call with everything it repeats."""

    connect: float = 5.0
    read: float = 30.0
    total: float = 90.0


@dataclass(frozen=True)
class Retries:
    """How often a call is tried again, and how long apart.

    Before the n-th retry it waits a random time up to `first_wait_seconds` doubled n-1 times, at most
    `longest_wait_seconds`. A `Retry-After` of the service is waited for in full, with the random time on top. It is not
    waited for if it is more than `longest_retry_after_seconds` or than the call has left.
    """

    most: int = 4
    first_wait_seconds: float = 0.5
    longest_wait_seconds: float = 8.0
    longest_retry_after_seconds: float = 60.0
    jitter: Callable[[float, float], float] = field(default=random.SystemRandom().uniform, repr=False)

    def wait_seconds(self, attempt: int, retry_after: float | None) -> float:
        """The wait after the attempt of this number; the first is 1."""
        bound = min(self.longest_wait_seconds, self.first_wait_seconds * 2 ** min(attempt - 1, 30))
        return self.jitter(0.0, bound) + (retry_after or 0.0)


@dataclass(frozen=True)
class Settings:
    """Everything that the calls of one client have in common."""

    base_url: str
    host: str
    credential: Credential | None
    brand: Brand
    timeouts: Timeouts
    retries: Retries
    hooks: Hooks
    user_agent: str
    on_behalf_of: str | None = None
    workspace: str | None = None


def checked_base_url(given: str) -> tuple[str, str]:
    """The scheme and host to call, and the `Host` header. Raises ValueError for what the service cannot be at."""
    try:
        url = httpx.URL(given)
    except httpx.InvalidURL as problem:
        raise ValueError(f"base_url is no address: {problem}") from None
    if url.scheme not in ("http", "https") or not url.host:
        raise ValueError(f"base_url must begin with https:// or http:// and name a host, not {given!r}")
    if url.userinfo or url.query or url.fragment:
        raise ValueError("base_url must have neither a user, a query nor a fragment")
    if url.path.rstrip("/") not in ("", _API):
        raise ValueError(f"base_url must not have a path: the service signs what begins with {_API}")
    # As httpx sends it: in ASCII, and without the port of the scheme.
    host = url.netloc.decode("ascii")
    return f"{url.scheme}://{host}", host
