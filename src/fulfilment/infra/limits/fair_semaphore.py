"""Places that parties share, so that whoever takes many leaves some to everybody else (decisions, section 12).

A party that holds some places gets another one only while more than so many are free. Alone it gets half of them, the
next one a quarter, and so on: a stranger always finds one, and nobody has to be sent away for it. Places that come free
go to the waiting parties in turn.
"""

import asyncio
from collections import OrderedDict
from contextvars import ContextVar

SYSTEM = ""

# The workspace, or the client, on whose behalf the running task works. The system works for itself.
current_tenant: ContextVar[str] = ContextVar("fulfilment_tenant", default=SYSTEM)


class AcquireTimeout(Exception):
    """No place came free for the party in time."""


class FairSemaphore:
    """A number of places. The house, which serves everybody, may take all of them, and comes first.

    `reserved_for_system` of them are for the house alone. Each other key may have at most `max_per_key`.
    """

    def __init__(self, permits: int, reserved_for_system: int = 0, max_per_key: int | None = None) -> None:
        self.available = permits
        self._reserved_for_system = reserved_for_system
        self._max_per_key = permits if max_per_key is None else max_per_key
        self._in_use: dict[str, int] = {}
        # Ordered twice: who of a party came first, and which party was served longest ago.
        self._waiting: OrderedDict[str, OrderedDict[asyncio.Future[None], None]] = OrderedDict()

    async def acquire(self, key: str, timeout_seconds: float) -> None:
        """Take a place, waiting for it at most so long. Raises AcquireTimeout. Each is to be given back."""
        if self.try_acquire(key):
            return
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[None] = loop.create_future()
        queue = self._waiting.get(key)
        if queue is None:
            queue = self._waiting[key] = OrderedDict()
        queue[waiter] = None
        # Cheaper than asyncio's time-outs, and most waits are short.
        limit = loop.call_later(timeout_seconds, self._expire, key, waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled() and waiter.exception() is None:
                # It was handed over in the moment in which its taker gave up.
                self.release(key)
            else:
                self._remove_waiter(key, waiter)
            raise
        finally:
            limit.cancel()

    def try_acquire(self, key: str) -> bool:
        """Take a place if there is one and nobody of the same party waits for it."""
        if key in self._waiting or not self._can_acquire(key):
            return False
        self._grant(key)
        return True

    def release(self, key: str) -> None:
        """Free one place of the party, for whoever's turn it is."""
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
        """Who holds fewer than that gets another: as many as are free and not kept for the house, within the most."""
        limit = self.available
        if self._reserved_for_system:
            limit -= max(0, self._reserved_for_system - self._in_use.get(SYSTEM, 0))
        return min(limit, self._max_per_key)

    def _grant(self, key: str) -> None:
        self.available -= 1
        self._in_use[key] = self._in_use.get(key, 0) + 1

    def _wake_waiters(self) -> None:
        """Have those go on who may now, beginning with the party that was served longest ago."""
        while self._waiting and (key := self._next_key()) is not None:
            queue = self._waiting[key]
            while queue:
                waiter, _ = queue.popitem(last=False)
                # Whoever has just given up is about to say so.
                if not waiter.done():
                    self._grant(key)
                    waiter.set_result(None)
                    break
            if queue:
                self._waiting.move_to_end(key)
            else:
                del self._waiting[key]

    def _next_key(self) -> str | None:
        """Passed over are only parties that hold a place, so no more than there are places."""
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
