"""Admission control by event-loop time, per tenant, and cooperative yielding of long loops.

All requests of a process share one thread. Cheap requests delay others little. A bulk request or a body of megabytes
holds the thread longer, so the service measures how long each kind of request holds it. A long request begins only
while the running requests of its workspace together stay within LOOP_BUDGET_SECONDS. A request with a longer expected
time runs alone in its workspace.

Requests wait only behind requests of the same workspace, and cheap requests never wait. A request that calls a courier
or waits for a document releases its slot meanwhile (`Slot.released_while_waiting`). At most MAX_EXTERNAL_WAITERS of
them begin to wait within IDLE_SECONDS. While other workspaces are active, one workspace takes at most MAX_LOOP_SHARE of
the loop, with pauses in between.

Loops over many rows yield to the event loop between rows (`TimeSlice`). Outside of a request, for example in the
worker, `current` is a null context, and `slot_released` does nothing.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Generator, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any, TypeVar

from fulfilment.infra.api.errors import ServiceUnavailable

TIME_SLICE_SECONDS = 0.002
LOOP_BUDGET_SECONDS = 0.005
# The largest share of the loop for one workspace while other workspaces are active.
MAX_LOOP_SHARE = 1 / 2
# Other workspaces are active if one of them made a request within this time.
CONTENTION_WINDOW_SECONDS = 1.0
# The longest pause. A process that was suspended, or got no processor, measures too long a time on the loop.
MAX_PAUSE_SECONDS = 0.25
# A request with a shorter expected time begins at once.
FAST_PATH_SECONDS = 0.0005
# The server's own thread writes the answer, and delays all other answers for as long.
SECONDS_TO_WRITE_A_BYTE = 1e-9
# The shortest expected time of a request without measurements, so that only a part of a first burst begins at once.
UNKNOWN_SECONDS = LOOP_BUDGET_SECONDS / 4
# The longest wait for a slot; the client is then told to retry.
MAX_WAIT_SECONDS = 30.0
# A request that has not run for this long waits for an external service, and delays no other request.
IDLE_SECONDS = 0.5
# Requests per workspace that have released their slots and have waited for less than IDLE_SECONDS.
MAX_EXTERNAL_WAITERS = 32
# Pairs of workspace and kind of request with a remembered cost.
MAX_REMEMBERED = 8_192
_WEIGHT_OF_LAST = 0.3

Result = TypeVar("Result")
UnlessGone = Callable[[Awaitable[None]], Awaitable[None]]

# Releases the slot of the running request within a context.
current: ContextVar[Callable[[], AbstractContextManager[None]]] = ContextVar(
    "fulfilment_slot_released", default=nullcontext
)


def slot_released() -> AbstractContextManager[None]:
    """Context in which the running request waits for an external service, with its slot released."""
    return current.get()()


class TimeSlice:
    """Cooperative yielding: a long loop calls `yield_if_due()`, and gives the event loop back every 2 ms."""

    def __init__(self) -> None:
        self._began = time.perf_counter()

    async def yield_if_due(self) -> None:
        """Yield to the event loop if the time slice is used up; otherwise the call costs almost nothing."""
        if time.perf_counter() - self._began > TIME_SLICE_SECONDS:
            await asyncio.sleep(0)
            self._began = time.perf_counter()


async def _stay(work: Awaitable[None]) -> None:
    await work


class Slot:
    """Admission of one request. `measure` adds up the time that its work holds the event loop."""

    __slots__ = (
        "_serve",
        "began",
        "expected",
        "is_waiting_outside",
        "measured_seconds",
        "paused_at",
        "tenant_key",
        "what",
    )

    def __init__(
        self, tenant_key: str, what: Hashable, expected: float, serve: Callable[[str], None] | None = None
    ) -> None:
        self.tenant_key = tenant_key
        self.what = what
        self.expected = expected
        self.measured_seconds = 0.0
        self.began = 0.0
        self.paused_at = 0.0
        self.is_waiting_outside = False
        self._serve = serve

    @property
    def is_fast_path(self) -> bool:
        return self.expected <= FAST_PATH_SECONDS

    def measure(self, work: Coroutine[Any, Any, Result]) -> "MeasuredAwaitable[Result]":
        """An awaitable that runs `work` and measures how long it holds the loop."""
        return MeasuredAwaitable(self, work)

    @contextmanager
    def released_while_waiting(self) -> Iterator[None]:
        """Release the slot at once while the request waits for an external service, for others of its workspace."""
        self.is_waiting_outside = True
        if self._serve is not None:
            self._serve(self.tenant_key)
        try:
            yield
        finally:
            self.is_waiting_outside = False

    def add_response_cost(self, size: int) -> None:
        """Add the time to write an answer of `size` bytes."""
        self.measured_seconds += size * SECONDS_TO_WRITE_A_BYTE


class MeasuredAwaitable(Awaitable[Result]):
    """Coroutine CPU-time meter: drives a coroutine as `await` does, and adds up the time of its steps."""

    __slots__ = ("_turn", "_work")

    def __init__(self, slot: Slot, work: Coroutine[Any, Any, Result]) -> None:
        self._turn = slot
        self._work = work

    def __await__(self) -> Generator[Any, Any, Result]:
        slot, work, clock = self._turn, self._work, time.perf_counter
        value: Any = None
        thrown: BaseException | None = None
        while True:
            began = clock()
            try:
                paused_for = work.send(value) if thrown is None else work.throw(thrown)
            except StopIteration as end:
                return end.value
            finally:
                slot.paused_at = clock()
                slot.measured_seconds += slot.paused_at - began
            value = thrown = None
            try:
                value = yield paused_for
            except BaseException as problem:
                thrown = problem


class LoopAdmission:
    """Admission controller: the running and the waiting requests of each tenant, and the cost of each kind of request.

    A cost is a moving average of the time on the loop.
    """

    def __init__(self, budget_seconds: float = LOOP_BUDGET_SECONDS) -> None:
        self._budget = budget_seconds
        self._running: dict[str, list[Slot]] = {}
        self._waiting: dict[str, OrderedDict[asyncio.Future[None], Slot]] = {}
        self._looks: dict[str, asyncio.TimerHandle] = {}
        # For each paused tenant, the end of its pause and the timer that resumes it.
        self._pauses: dict[str, tuple[float, asyncio.TimerHandle]] = {}
        self._costs: OrderedDict[tuple[str, Hashable], float] = OrderedDict()
        self._usual: dict[Hashable, float] = {}
        # The tenant of the last request, and the time at which the tenant last changed.
        self._last_party: str | None = None
        self._changed_at = float("-inf")

    async def acquire(self, tenant_key: str, what: Hashable, unless_gone: UnlessGone = _stay) -> Slot:
        """Wait for a slot of the tenant for a request of the kind `what`. The caller must release it.

        `unless_gone` runs the wait, and cancels it when the client disconnects. Raises ServiceUnavailable.
        """
        slot = Slot(tenant_key, what, self._expected(tenant_key, what), self._serve)
        if tenant_key != self._last_party:
            self._changed_at = float("-inf") if self._last_party is None else time.perf_counter()
            self._last_party = tenant_key
        if slot.is_fast_path:
            return slot
        if tenant_key not in self._waiting and self._fits(slot):
            self._begin(slot)
            return slot
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if tenant_key not in self._waiting:
            self._waiting[tenant_key] = OrderedDict()
            self._look_again(tenant_key)
        self._waiting[tenant_key][begun] = slot
        try:
            async with asyncio.timeout(MAX_WAIT_SECONDS):
                await unless_gone(begun)
        except BaseException as problem:
            if begun.done() and not begun.cancelled():
                self.release(slot)
            else:
                self._forget(tenant_key, begun)
            if isinstance(problem, TimeoutError):
                raise ServiceUnavailable(retry_after_seconds=5) from None
            raise
        return slot

    def release(self, slot: Slot) -> None:
        """Record the measured time, and let the tenant's next requests begin."""
        if slot.measured_seconds:
            self._learn(slot)
        if slot.is_fast_path:
            return
        tenant_key = slot.tenant_key
        self._running[tenant_key].remove(slot)
        if not self._running[tenant_key]:
            del self._running[tenant_key]
        self._pause(slot)
        self._serve(tenant_key)

    def _pause(self, slot: Slot) -> None:
        """Delay the tenant's next request until its requests, this one included, are within MAX_LOOP_SHARE."""
        paused_until, resuming = self._pauses.pop(slot.tenant_key, (slot.began, None))
        if resuming is not None:
            resuming.cancel()
        now = time.perf_counter()
        until = min(max(paused_until, slot.began) + slot.measured_seconds / MAX_LOOP_SHARE, now + MAX_PAUSE_SECONDS)
        if (seconds := until - now) > 0 and now - self._changed_at < CONTENTION_WINDOW_SECONDS:
            self._pauses[slot.tenant_key] = (
                until,
                asyncio.get_running_loop().call_later(seconds, self._resume, slot.tenant_key),
            )

    def _resume(self, tenant_key: str) -> None:
        del self._pauses[tenant_key]
        self._serve(tenant_key)

    def _serve(self, tenant_key: str) -> None:
        queue = self._waiting.get(tenant_key)
        while queue and self._fits(next(iter(queue.values()))):
            begun, waiting = queue.popitem(last=False)
            # A waiter that is done has timed out or was cancelled.
            if not begun.done():
                self._begin(waiting)
                begun.set_result(None)
        if queue is not None and not queue:
            del self._waiting[tenant_key]

    def _look_again(self, tenant_key: str) -> None:
        """Check every IDLE_SECONDS if a running request has become idle, so that waiting requests may begin."""
        if tenant_key not in self._looks:
            self._looks[tenant_key] = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._look, tenant_key)

    def _look(self, tenant_key: str) -> None:
        del self._looks[tenant_key]
        self._serve(tenant_key)
        if tenant_key in self._waiting:
            self._look_again(tenant_key)

    def _fits(self, slot: Slot) -> bool:
        if slot.tenant_key in self._pauses:
            return False
        since = time.perf_counter() - IDLE_SECONDS
        there = [other for other in self._running.get(slot.tenant_key, ()) if other.paused_at > since]
        running = [other for other in there if not other.is_waiting_outside]
        if len(there) - len(running) >= MAX_EXTERNAL_WAITERS:
            return False
        return not running or sum(other.expected for other in running) + slot.expected <= self._budget

    def _begin(self, slot: Slot) -> None:
        # The estimate may have changed while the request waited. It stays above FAST_PATH_SECONDS, because `release`
        # handles a request by that.
        slot.expected = max(self._expected(slot.tenant_key, slot.what), 2 * FAST_PATH_SECONDS)
        slot.began = slot.paused_at = time.perf_counter()
        self._running.setdefault(slot.tenant_key, []).append(slot)

    def _expected(self, tenant_key: str, what: Hashable) -> float:
        known = self._costs.get((tenant_key, what))
        return max(self._usual.get(what, 0.0), UNKNOWN_SECONDS) if known is None else known

    def _learn(self, slot: Slot) -> None:
        known = self._costs.pop((slot.tenant_key, slot.what), slot.measured_seconds)
        self._costs[slot.tenant_key, slot.what] = known + (slot.measured_seconds - known) * _WEIGHT_OF_LAST
        if len(self._costs) > MAX_REMEMBERED:
            self._costs.popitem(last=False)
        usual = self._usual.get(slot.what, slot.measured_seconds)
        self._usual[slot.what] = usual + (slot.measured_seconds - usual) * _WEIGHT_OF_LAST

    def _forget(self, tenant_key: str, begun: asyncio.Future[None]) -> None:
        queue = self._waiting.get(tenant_key)
        if queue is not None and begun in queue:
            del queue[begun]
            if not queue:
                del self._waiting[tenant_key]
