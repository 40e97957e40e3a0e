"""Fair queue of documents: workspaces share the drawing by time, not by the number of their documents.

It is start-time fair queueing. Each party has a virtual time, the seconds of drawing that it was given; the waiting
party with the least is next. A party that comes back after a pause begins where those are that have been served
meanwhile, so that it neither pays for its pause nor saves up for a flood. The seconds that an order is expected to take
are charged when it begins, and replaced by those that it took when it ends.

One place is kept for short orders where there are several: a short order never waits for a long one to end.
"""

import asyncio
from collections import OrderedDict

import msgspec

# Expected to take longer than this, an order is long.
SHORT_SECONDS = 0.5


class RenderQueueTimeout(Exception):
    """No place came free for the order in time."""


class RenderPermit(msgspec.Struct, frozen=True):
    """A place that an order was given; to be given back."""

    tenant_key: str
    expected: float
    is_long: bool


class _Waiting(msgspec.Struct):
    """The orders of one party that wait, first come first: the short ones and the long ones."""

    short: OrderedDict[asyncio.Future[None], float] = msgspec.field(default_factory=OrderedDict)
    long: OrderedDict[asyncio.Future[None], float] = msgspec.field(default_factory=OrderedDict)

    def __bool__(self) -> bool:
        return bool(self.short or self.long)

    def orders(self, *, is_long: bool) -> OrderedDict[asyncio.Future[None], float]:
        return self.long if is_long else self.short


class FairQueue:
    """A number of places. A party that holds some gets another one only while more than so many are free."""

    def __init__(self, permits: int) -> None:
        self._free = permits
        # At one place, long orders have it too.
        self._free_for_long = max(1, permits - 1)
        self._in_use: dict[str, int] = {}
        self._waiting: OrderedDict[str, _Waiting] = OrderedDict()
        self._now = 0.0
        # Parties ahead of the queue. A party that is missing stands where the queue stands.
        self._used: dict[str, float] = {}

    @property
    def is_idle(self) -> bool:
        """True where the queue has nothing to remember."""
        return not (self._in_use or self._waiting or self._used)

    async def acquire(self, tenant_key: str, expected: float, seconds: float) -> RenderPermit:
        """Take a place for an order, to be given back; wait at most so long. Raises RenderQueueTimeout."""
        permit = RenderPermit(tenant_key, expected, expected > SHORT_SECONDS)
        if self._can_start(tenant_key, is_long=permit.is_long) and not self._has_waiter(
            tenant_key, is_long=permit.is_long
        ):
            self._grant(permit)
            return permit
        loop = asyncio.get_running_loop()
        granted: asyncio.Future[None] = loop.create_future()
        self._waiting.setdefault(tenant_key, _Waiting()).orders(is_long=permit.is_long)[granted] = expected
        limit = loop.call_later(seconds, self._expire, permit, granted)
        try:
            await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled() and granted.exception() is None:
                # It was granted in the moment in which its taker gave up.
                self.release(permit, 0.0)
            else:
                self._remove_waiter(permit, granted)
            raise
        finally:
            limit.cancel()
        return permit

    def release(self, permit: RenderPermit, spent: float) -> None:
        """Free a place, whose order took so many seconds, for the party whose turn it is."""
        self._free += 1
        self._free_for_long += permit.is_long
        self._in_use[permit.tenant_key] -= 1
        if not self._in_use[permit.tenant_key]:
            del self._in_use[permit.tenant_key]
        self._used[permit.tenant_key] = self._used.get(permit.tenant_key, self._now) + spent - permit.expected
        self._wake_waiters()
        self._drop_idle_tenants()

    def _can_start(self, tenant_key: str, *, is_long: bool) -> bool:
        return self._in_use.get(tenant_key, 0) < self._free and (not is_long or self._free_for_long > 0)

    def _has_waiter(self, tenant_key: str, *, is_long: bool) -> bool:
        """True where an earlier order of the party, of the same length, waits."""
        waiting = self._waiting.get(tenant_key)
        return waiting is not None and bool(waiting.orders(is_long=is_long))

    def _grant(self, permit: RenderPermit) -> None:
        start = self._start_of(permit.tenant_key)
        self._now = max(self._now, start)
        self._used[permit.tenant_key] = start + permit.expected
        self._free -= 1
        self._free_for_long -= permit.is_long
        self._in_use[permit.tenant_key] = self._in_use.get(permit.tenant_key, 0) + 1

    def _start_of(self, tenant_key: str) -> float:
        """The virtual time at which the party's next order begins."""
        return max(self._used.get(tenant_key, self._now), self._now)

    def _wake_waiters(self) -> None:
        """Have orders begin while there are places for them."""
        while (chosen := self._next()) is not None:
            tenant_key, is_long = chosen
            queue = self._waiting[tenant_key].orders(is_long=is_long)
            granted, expected = queue.popitem(last=False)
            if not self._waiting[tenant_key]:
                del self._waiting[tenant_key]
            # The caller has just given up and is about to say so.
            if not granted.done():
                self._grant(RenderPermit(tenant_key, expected, is_long))
                granted.set_result(None)

    def _next(self) -> tuple[str, bool] | None:
        """The party with the least virtual time whose order can begin, and whether that is a long one."""
        best: tuple[float, str, bool] | None = None
        if self._free <= 0:
            return None
        for tenant_key, waiting in self._waiting.items():
            start = self._start_of(tenant_key)
            if best is not None and start >= best[0]:
                continue
            for is_long in (False, True):
                if waiting.orders(is_long=is_long) and self._can_start(tenant_key, is_long=is_long):
                    best = start, tenant_key, is_long
                    break
        return None if best is None else best[1:]

    def _drop_idle_tenants(self) -> None:
        """Forget the parties that the queue has caught up with; all of them where none waits."""
        if not self._in_use and not self._waiting:
            self._used.clear()
            self._now = 0.0
        else:
            caught_up = [
                tenant_key
                for tenant_key, used in self._used.items()
                if used <= self._now and tenant_key not in self._in_use
            ]
            for tenant_key in caught_up:
                del self._used[tenant_key]

    def _expire(self, permit: RenderPermit, granted: asyncio.Future[None]) -> None:
        if not granted.done():
            self._remove_waiter(permit, granted)
            granted.set_exception(RenderQueueTimeout())

    def _remove_waiter(self, permit: RenderPermit, granted: asyncio.Future[None]) -> None:
        waiting = self._waiting.get(permit.tenant_key)
        if (
            waiting is not None
            and waiting.orders(is_long=permit.is_long).pop(granted, None) is not None
            and not waiting
        ):
            del self._waiting[permit.tenant_key]
