"""Name look-ups for webhooks, in threads of their own.

Merchants choose these names, and may choose one whose server never answers; in the event loop's default
threads a handful of such names would hold up everything else the process does.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial

# Four times as many as attempts may be under way by default: a look-up goes on for some time after its attempt was
# given up, and slow endpoints begin the next one meanwhile. Threads are started only when they are needed.
LOOKUP_THREADS = 256

Answer = tuple[socket.AddressFamily, str]
Lookup = Callable[[str, int], Awaitable[list[Answer]]]


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(LOOKUP_THREADS, thread_name_prefix="webhook-lookup")


async def lookup(host: str, port: int) -> list[Answer]:
    """Every address of `host` with its family, in the order to be tried. Raises OSError when there is none.

    The host is ASCII. Addresses of families that this machine cannot reach are included, so that they are
    judged too.
    """
    search = partial(socket.getaddrinfo, host.encode("ascii"), port, type=socket.SOCK_STREAM)
    found = await asyncio.get_running_loop().run_in_executor(_threads(), search)
    return [(family, str(address[0])) for family, _, _, _, address in found]


class SharedLookup:
    """One look-up at a time per name: one that never answers holds one thread, however many wait."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self._running: dict[tuple[str, int], asyncio.Future[list[Answer]]] = {}

    async def __call__(self, host: str, port: int) -> list[Answer]:
        running = self._running.get((host, port))
        if running is None:
            running = asyncio.ensure_future(self._lookup(host, port))
            self._running[host, port] = running
            running.add_done_callback(partial(self._forget, (host, port)))
        # One impatient waiter must not take the answer away from the others.
        return await asyncio.shield(running)

    def _forget(self, key: tuple[str, int], done: asyncio.Future[list[Answer]]) -> None:
        del self._running[key]
        if not done.cancelled():
            # Asked for so that a failure which nobody waited for is not reported as forgotten.
            done.exception()
