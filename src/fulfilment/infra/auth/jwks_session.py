"""The HTTP client that asks an identity provider for its keys."""

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from fulfilment.infra import dns
from fulfilment.infra.response_heads import HEAD_LIMITS


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
