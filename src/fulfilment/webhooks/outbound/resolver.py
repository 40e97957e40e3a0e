"""Name look-ups for webhooks, in threads of their own.

Merchants choose these names, and may choose one whose server never answers; in the event loop's default
threads a handful of such names would hold up everything else the process does.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from functools import cache, partial
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import Any

# Four times as many as attempts may be under way by default: a look-up goes on for some time after its attempt was
# given up, and slow endpoints begin the next one meanwhile. Threads are started only when they are needed.
LOOKUP_THREADS = 256

Answer = tuple[socket.AddressFamily, str]
Lookup = Callable[[str, int], Awaitable[list[Answer]]]


class Threads:
    """Threads that nobody waits for when the process ends, as an executor's are: a look-up may hang for minutes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._started = 0
        self._idle = Semaphore(0)
        self._asked: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()

    def run(self, work: Callable[[], Any]) -> Future[Any]:
        """What comes of the work, once a thread has come free for it."""
        outcome: Future[Any] = Future()
        self._asked.put((outcome, work))
        if not self._idle.acquire(blocking=False) and self._started < self._most:
            Thread(target=self._serve, name="webhook-lookup", daemon=True).start()
            self._started += 1
        return outcome

    def _serve(self) -> None:
        while True:
            outcome, work = self._asked.get()
            if outcome.set_running_or_notify_cancel():
                try:
                    outcome.set_result(work())
                except BaseException as problem:
                    outcome.set_exception(problem)
            # What it found may be large, and the next one may be long in coming.
            del outcome, work
            self._idle.release()


@cache
def _threads() -> Threads:
    return Threads(LOOKUP_THREADS)


async def lookup(host: str, port: int) -> list[Answer]:
    """Every address of `host` with its family, in the order to be tried. Raises OSError when there is none.

    The host is ASCII. Addresses of families that this machine cannot reach are included, so that they are
    judged too.
    """
    search = partial(socket.getaddrinfo, host.encode("ascii"), port, type=socket.SOCK_STREAM)
    found = await asyncio.wrap_future(_threads().run(search))
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
