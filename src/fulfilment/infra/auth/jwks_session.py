"""HTTP session for fetches from an identity provider. An installation without an issuer does not load aiohttp."""

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from fulfilment.infra import dns
from fulfilment.infra.outbound_http import HEAD_LIMITS


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
