"""DNS resolver pool: name look-ups in their own threads, shared fairly by tenants (decisions, section 12).

Merchants choose host names, and may choose many whose DNS servers never answer. In the event loop's default thread
pool a few of these would block all other work of the process. Here, such a tenant occupies at most its fair share of
the threads, and look-ups of other tenants start at once.
"""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Awaitable, Callable
from functools import cache
from queue import SimpleQueue
from typing import NamedTuple

from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.limits.fair_semaphore import AcquireTimeout, FairSemaphore

# Four times the default concurrency of webhooks: a look-up outlives an attempt that timed out, and the next attempt
# starts another one. Threads are started only when they are needed.
LOOKUP_THREADS = 256
# Timeout of the wait for a thread. Most callers have shorter timeouts.
QUEUE_TIMEOUT_SECONDS = 60.0

Answer = tuple[socket.AddressFamily, str]
Lookup = Callable[[str, int], Awaitable[list[Answer]]]


class _Request(NamedTuple):
    host: str
    tenant_key: str
    result: asyncio.Future[list[Answer]]


class LookupThreads:
    """Pool of at most `size` daemon threads that call `resolve`, shared fairly by tenants.

    A ThreadPoolExecutor would keep the process from stopping, since the interpreter joins its threads and one may hang.
    An abandoned look-up holds its thread and its permit until it ends. One event loop at a time may use the pool.
    """

    def __init__(self, size: int, resolve: Callable[[str], list[Answer]]) -> None:
        self._size = size
        self._resolve = resolve
        self._permits = FairSemaphore(size)
        self._requests: SimpleQueue[_Request] = SimpleQueue()
        self._thread_count = 0

    async def lookup(self, host: str, tenant_key: str) -> list[Answer]:
        """The addresses of `host`. Raises the errors of `resolve`, and gaierror where no thread is free in time."""
        try:
            await self._permits.acquire(tenant_key, QUEUE_TIMEOUT_SECONDS)
        except AcquireTimeout:
            raise socket.gaierror(socket.EAI_AGAIN, "Too many look-ups under way") from None
        try:
            self._start_needed_thread()
        except BaseException:
            self._permits.release(tenant_key)
            raise
        request = _Request(host, tenant_key, asyncio.get_running_loop().create_future())
        self._requests.put(request)
        return await request.result

    def _start_needed_thread(self) -> None:
        """Start a thread unless each permit in use has one."""
        if self._thread_count < self._size - self._permits.available:
            name = f"lookup-{self._thread_count + 1}"
            threading.Thread(target=self._run, name=name, daemon=True).start()
            self._thread_count += 1

    def _run(self) -> None:
        while True:
            self._serve(self._requests.get())

    def _serve(self, request: _Request) -> None:
        found: list[Answer] = []
        problem: Exception | None = None
        try:
            found = self._resolve(request.host)
        except Exception as raised:
            problem = raised
        # A closed event loop has no waiting caller.
        with contextlib.suppress(RuntimeError):
            request.result.get_loop().call_soon_threadsafe(self._finish, request, found, problem)

    def _finish(self, request: _Request, found: list[Answer], problem: Exception | None) -> None:
        self._permits.release(request.tenant_key)
        if request.result.done():
            # The caller was cancelled.
            return
        if problem is None:
            request.result.set_result(found)
        else:
            request.result.set_exception(problem)


@cache
def _threads() -> LookupThreads:
    return LookupThreads(LOOKUP_THREADS, _resolve)


def _resolve(host: str) -> list[Answer]:
    found = socket.getaddrinfo(host.encode("ascii"), None, type=socket.SOCK_STREAM)
    return [(family, str(address[0])) for family, _, _, _, address in found]


async def lookup(host: str, port: int) -> list[Answer]:
    """All addresses of `host` with their family, in the order to try them. Raises OSError where there is none.

    The host is ASCII; its addresses are the same for every port. Addresses of unreachable families are included, so
    that the caller can check them too. The look-up counts against the current task's tenant.
    """
    return await _threads().lookup(host, fair_semaphore.current_tenant.get())
