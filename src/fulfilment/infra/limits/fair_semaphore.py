"""Fair semaphore: permits shared by tenants, so that one tenant always leaves some to others (decisions, section 12).

A tenant that holds n permits gets another only while more than n are free. A single tenant gets half of the permits,
the next tenant a quarter, and so on. A new tenant therefore finds a permit, and no permit is revoked for it. Released
permits go to the waiting tenants in rotation.
"""

import asyncio
from collections import OrderedDict
from contextvars import ContextVar

SYSTEM = ""

# The tenant that the running task works for: a workspace, the subnet of a client, or the service itself (SYSTEM).
current_tenant: ContextVar[str] = ContextVar("fulfilment_tenant", default=SYSTEM)


class AcquireTimeout(Exception):
    """No permit became free for the tenant in time."""


class FairSemaphore:
    """Semaphore with permits per tenant key. SYSTEM, which works for all tenants, may use all permits, and goes first.

    `reserved_for_system` permits are for SYSTEM alone. Every other key holds `max_per_key` permits at most.
    """

    def __init__(self, permits: int, reserved_for_system: int = 0, max_per_key: int | None = None) -> None:
        self.available = permits
        self._reserved_for_system = reserved_for_system
        self._max_per_key = permits if max_per_key is None else max_per_key
        self._in_use: dict[str, int] = {}
        # The waiters of each key in order of arrival. The keys are in order of service, the longest unserved first.
        self._waiting: OrderedDict[str, OrderedDict[asyncio.Future[None], None]] = OrderedDict()

    async def acquire(self, key: str, timeout_seconds: float) -> None:
        """Acquire a permit within the timeout; the caller must release it. Raises AcquireTimeout."""
        if self.try_acquire(key):
            return
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[None] = loop.create_future()
        queue = self._waiting.get(key)
        if queue is None:
            queue = self._waiting[key] = OrderedDict()
        queue[waiter] = None
        # Cheaper than asyncio.timeout, and most waits are short.
        limit = loop.call_later(timeout_seconds, self._expire, key, waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled() and waiter.exception() is None:
                # The permit was granted just before the cancellation.
                self.release(key)
            else:
                self._remove_waiter(key, waiter)
            raise
        finally:
            limit.cancel()

    def try_acquire(self, key: str) -> bool:
        """Acquire a permit without waiting; False if none is available or the key has waiters."""
        if key in self._waiting or not self._can_acquire(key):
            return False
        self._grant(key)
        return True

    def release(self, key: str) -> None:
        """Release one permit of the key, and grant it to the next waiter."""
        self.available += 1
        self._in_use[key] -= 1
        if not self._in_use[key]:
            del self._in_use[key]
        self._wake_waiters()

    def in_use(self, key: str) -> int:
        return self._in_use.get(key, 0)

    def _can_acquire(self, key: str) -> bool:
        return self.available > 0 if key == SYSTEM else self._limit_per_key() > self._in_use.get(key, 0)

    def _limit_per_key(self) -> int:
        """Limit of permits per key: the free permits without the reserve, at most `max_per_key`.

        A key with fewer permits than this gets another.
        """
        limit = self.available
        if self._reserved_for_system:
            limit -= max(0, self._reserved_for_system - self._in_use.get(SYSTEM, 0))
        return min(limit, self._max_per_key)

    def _grant(self, key: str) -> None:
        self.available -= 1
        self._in_use[key] = self._in_use.get(key, 0) + 1

    def _wake_waiters(self) -> None:
        """Grant free permits to waiters, the longest unserved key first."""
        while self._waiting and (key := self._next_key()) is not None:
            queue = self._waiting[key]
            while queue:
                waiter, _ = queue.popitem(last=False)
                # A waiter that is done has timed out or was cancelled.
                if not waiter.done():
                    self._grant(key)
                    waiter.set_result(None)
                    break
            if queue:
                self._waiting.move_to_end(key)
            else:
                del self._waiting[key]

    def _next_key(self) -> str | None:
        """The next key to serve, None if no waiter may go on.

        The loop passes over keys only if they hold a permit, so at most as many as there are permits.
        """
        if SYSTEM in self._waiting:
            return SYSTEM if self.available else None
        limit = self._limit_per_key()
        if limit > 0:
            for key in self._waiting:
                if self._in_use.get(key, 0) < limit:
                    return key
        return None

    def _expire(self, key: str, waiter: asyncio.Future[None]) -> None:
        if not waiter.done():
            self._remove_waiter(key, waiter)
            waiter.set_exception(AcquireTimeout())

    def _remove_waiter(self, key: str, waiter: asyncio.Future[None]) -> None:
        queue = self._waiting.get(key)
        if queue is not None and waiter in queue:
            del queue[waiter]
            if not queue:
                del self._waiting[key]
