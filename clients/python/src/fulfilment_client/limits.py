"""Bounds of reading, and the errors of httpx that mean that nothing was sent."""

from __future__ import annotations

import httpx

from .exchange import Broken

# A page of a list ends at some 4 MB, and a bulk answer is a fraction of it: the service never says more.
MOST_BYTES = 64 * 1024 * 1024
_UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol)


def broken(problem: httpx.RequestError) -> Broken:
    """Result of an attempt without an answer."""
    return Broken(problem, not isinstance(problem, _UNSENT), isinstance(problem, httpx.TimeoutException))
