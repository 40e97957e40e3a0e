"""`python -m benchmarks.webhooks.bare URL BODIES COUNT CONCURRENCY`: what a loop of POSTs costs and nothing else.

One process, one aiohttp session, the event loop of the worker, as many tasks as the worker has slots. Each posts the
next of the bodies (one a line) with a delivery's headers except the signature, reads the answer and goes on. It has no
signing, no checks of the address, no time limit, no database and no log.
"""

import asyncio
import itertools
import sys
from pathlib import Path

import aiohttp
import uvloop

from fulfilment.infra import branding


async def post(url: str, bodies: list[bytes], count: int, concurrency: int) -> None:
    """Post `count` bodies, `concurrency` at a time."""
    named = branding.current().webhook_header
    headers = {
        "Content-Type": "application/json",
        "User-Agent": branding.current().user_agent,
        "Accept-Encoding": "identity",
        named("Event-Type"): branding.current().event_type("product.updated"),
        named("Event-Id"): "evt_00000000000000000000000000",
        named("Delivery-Id"): "d00000000000000000000000",
        named("Delivery-Attempt"): "1",
    }
    waiting = itertools.islice(itertools.cycle(bodies), count)
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=None)
    async with aiohttp.ClientSession(timeout=timeout, connector=aiohttp.TCPConnector(limit=0)) as session:

        async def post_some() -> None:
            for body in waiting:
                async with session.post(url, data=body, headers=headers) as answer:
                    answer.raise_for_status()
                    await answer.read()

        await asyncio.gather(*(post_some() for _ in range(concurrency)))


def main() -> None:
    url, bodies, count, concurrency = sys.argv[1:]
    uvloop.run(post(url, Path(bodies).read_bytes().splitlines(), int(count), int(concurrency)))


if __name__ == "__main__":
    main()
