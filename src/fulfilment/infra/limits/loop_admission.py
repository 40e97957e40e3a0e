"""Admission to the event loop: the long requests of one workspace hold it for some milliseconds at a time.

All requests of a process share one thread. Cheap requests delay a neighbour little. A bulk request or a body of
megabytes holds the thread longer, so the service measures how long each kind of request holds it. A long request begins
only while the running ones of its workspace stay within LOOP_BUDGET_SECONDS together. A request expected to take more
than that runs alone in its workspace.

No request waits here for another workspace's requests, and a cheap request never waits. A request that calls a courier
or waits for a document frees its place (`Slot.released_while_waiting`); at most MAX_EXTERNAL_WAITERS of them begin to
wait within IDLE_SECONDS. While other workspaces are active, one takes at most MAX_LOOP_SHARE of the loop, with pauses
in between.

Work of many rows yields to the loop between rows. Outside a request, in the worker for instance, `current` is empty and
these calls do nothing.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Generator, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any, TypeVar

from fulfilment.infra.api.errors import ServiceUnavailable

current: ContextVar[Callable[[], AbstractContextManager[None]]] = ContextVar(
    "fulfilment_slot_released", default=nullcontext
)


def slot_released() -> AbstractContextManager[None]:
    """The time in which the running request only waits."""
    return current.get()()


TIME_SLICE_SECONDS = 0.002


class TimeSlice:
    """The time that one piece of work has had since it last gave way."""

    def __init__(self) -> None:
        self._began = time.perf_counter()

    async def yield_if_due(self) -> None:
        """Let whoever is waiting go first, if this has had its spell; otherwise cost next to nothing."""
        if time.perf_counter() - self._began > TIME_SLICE_SECONDS:
            await asyncio.sleep(0)
            self._began = time.perf_counter()


LOOP_BUDGET_SECONDS = 0.005
# That part of the time which the turns of one workspace may take, one after the other, while others are about.
MAX_LOOP_SHARE = 1 / 2
# Who asked for anything since so long ago is about.
CONTENTION_WINDOW_SECONDS = 1.0
# A process that got no time for a while, or was stopped, seems to have held the loop all along.
MAX_PAUSE_SECONDS = 0.25
# Whatever is expected to take no longer begins at once.
FAST_PATH_SECONDS = 0.0005
# The server's own thread writes the answer, which holds up everybody's answers as long.
SECONDS_TO_WRITE_A_BYTE = 1e-9
# What nobody has measured yet is taken for that long at least, so that of a first burst only some begin at once.
UNKNOWN_SECONDS = LOOP_BUDGET_SECONDS / 4
# Whoever has that much under way before them is told to come again rather than kept waiting.
MAX_WAIT_SECONDS = 30.0
# What has not been at the loop for so long is waiting for something else, and keeps nobody from their turn.
IDLE_SECONDS = 0.5
# So many requests of a workspace that said so themselves may be waiting since less than that.
MAX_EXTERNAL_WAITERS = 32
# Of so many workspaces and routes it is remembered what their last requests took.
MAX_REMEMBERED = 8_192
_WEIGHT_OF_LAST = 0.3

Result = TypeVar("Result")
UnlessGone = Callable[[Awaitable[None]], Awaitable[None]]


async def _stay(work: Awaitable[None]) -> None:
    await work


class Slot:
    """One request's turn. `measure` times its work on the event loop."""

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
        """The awaitable that does `work` and notes how long it held the loop."""
        return MeasuredAwaitable(self, work)

    @contextmanager
    def released_while_waiting(self) -> Iterator[None]:
        """While it waits for somebody else it keeps nobody of its workspace from their turn, from the first moment."""
        self.is_waiting_outside = True
        if self._serve is not None:
            self._serve(self.tenant_key)
        try:
            yield
        finally:
            self.is_waiting_outside = False

    def add_response_cost(self, size: int) -> None:
        """Count what it takes to write an answer of so many bytes."""
        self.measured_seconds += size * SECONDS_TO_WRITE_A_BYTE


class MeasuredAwaitable(Awaitable[Result]):
    """Drives a coroutine step by step, as `await` does, with the time between its pauses added up."""

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
    """Who is running, who waits, and what each workspace's requests of each kind have taken of late."""

    def __init__(self, budget_seconds: float = LOOP_BUDGET_SECONDS) -> None:
        self._budget = budget_seconds
        self._running: dict[str, list[Slot]] = {}
        self._waiting: dict[str, OrderedDict[asyncio.Future[None], Slot]] = {}
        self._looks: dict[str, asyncio.TimerHandle] = {}
        # When a party has had no more than its part of the time again, with what lets its next ones begin then.
        self._pauses: dict[str, tuple[float, asyncio.TimerHandle]] = {}
        self._costs: OrderedDict[tuple[str, Hashable], float] = OrderedDict()
        self._usual: dict[Hashable, float] = {}
        # Who was the last to ask, and when it was somebody else the last time.
        self._last_party: str | None = None
        self._changed_at = float("-inf")

    async def acquire(self, tenant_key: str, what: Hashable, unless_gone: UnlessGone = _stay) -> Slot:
        """The next turn of `party` for a request of the kind `what`, to be ended. Raises ServiceUnavailable.

        `unless_gone` awaits what it is given for as long as the caller is there.
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
        """Remember what it took, and let the party's next ones begin."""
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
        """Let the party's next one begin when its turns, this one included, are no more than their part of the time."""
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
            # Whoever has just given up is about to say so.
            if not begun.done():
                self._begin(waiting)
                begun.set_result(None)
        if queue is not None and not queue:
            del self._waiting[tenant_key]

    def _look_again(self, tenant_key: str) -> None:
        """Find out every now and then who has gone to wait for something else."""
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
        # What was learnt while it waited counts as well, though never so little that it would not have had to wait.
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
