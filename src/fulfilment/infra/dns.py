"""Name look-ups, in threads of their own that parties share (decisions, section 12).

Merchants choose names, and may choose any number of them whose servers never answer. In the event loop's default
threads a handful would hold up everything else the process does; in threads for all, a few hundred would hold up
everybody's look-ups. What waits for a thread waits in its party's line, and the lines have their turns.
"""

import asyncio
import socket
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from functools import cache
from itertools import count

from fulfilment.infra.limits import tenant
from fulfilment.infra.limits.fair_semaphore import FairSemaphore

# Four times as many as webhooks may be under way by default: a look-up goes on for some time after its attempt was
# given up, and slow endpoints begin the next one meanwhile. Threads are started only when they are needed.
LOOKUP_THREADS = 256

Answer = tuple[socket.AddressFamily, str]
Lookup = Callable[[str, int], Awaitable[list[Answer]]]


class Search:
    """The look-up of one name, and those who wait for it, by party. `began_for` is whose thread it has."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.waiting: dict[str, set[Future[list[Answer]]]] = {}
        self.began_for: str | None = None

    def all_waiting(self) -> Iterator[Future[list[Answer]]]:
        for asked in self.waiting.values():
            yield from asked


class Threads:
    """At most `most` threads that look names up by `find`. Nobody waits for them when the process ends.

    A name has one thread at a time, however many ask for it; which party's it is, is whose turn came first. May be
    used from several event loops.
    """

    def __init__(self, most: int, find: Callable[[str], list[Answer]]) -> None:
        self._find = find
        self._shares = FairSemaphore(most)
        self._changed = threading.Condition()
        self._idle = 0
        self._numbers = count(1)
        # What was asked and not answered, by name; and by party what has not begun, those first whose turn is next.
        self._searches: dict[str, Search] = {}
        self._lines: OrderedDict[str, OrderedDict[str, Search]] = OrderedDict()

    def ask(self, host: str, asking: str) -> Future[list[Answer]]:
        """What the name means. Cancelled before a thread took the name up, and nobody else waits, it is dropped."""
        outcome: Future[list[Answer]] = Future()
        with self._changed:
            search = self._searches.setdefault(host, Search(host))
            search.waiting.setdefault(asking, set()).add(outcome)
            if search.began_for is None:
                self._lines.setdefault(asking, OrderedDict())[host] = search
                self._wake()
        outcome.add_done_callback(lambda _: self._leave(search, asking, outcome))
        return outcome

    def _wake(self) -> None:
        """Have a thread look whether it may begin something, if there is anything."""
        if self._idle:
            self._changed.notify()
        elif self._lines and self._shares.available:
            self._idle += 1
            name = f"lookup-{next(self._numbers)}"
            threading.Thread(target=self._serve, name=name, daemon=True).start()

    def _leave(self, search: Search, asking: str, outcome: Future[list[Answer]]) -> None:
        """One of those who wait has its answer, or gave up."""
        with self._changed:
            asked = search.waiting.get(asking, set())
            asked.discard(outcome)
            if asked:
                return
            search.waiting.pop(asking, None)
            self._take_out(search, asking)
            if search.began_for is None and not search.waiting:
                self._forget(search)

    def _serve(self) -> None:
        while True:
            with self._changed:
                while (search := self._next()) is None:
                    self._changed.wait()
                self._idle -= 1
                # Whoever was told of several that wait has begun one.
                self._wake()
            found, problem = None, None
            try:
                found = self._find(search.host)
            except BaseException as raised:
                problem = raised
            self._end(search, found, problem)
            # What it found may be large, and the next one may be long in coming.
            del search, found, problem

    def _next(self) -> Search | None:
        """The next look-up of the first party in line that may have a thread; it goes to the end of the line."""
        for asking, line in self._lines.items():
            if self._shares.try_acquire(asking):
                _, search = line.popitem(last=False)
                search.began_for = asking
                for waiting in search.waiting:
                    self._take_out(search, waiting)
                if line:
                    self._lines.move_to_end(asking)
                else:
                    self._lines.pop(asking, None)
                return search
        return None

    def _take_out(self, search: Search, asking: str) -> None:
        line = self._lines.get(asking)
        if line is not None and line.get(search.host) is search:
            del line[search.host]
            if not line:
                del self._lines[asking]

    def _forget(self, search: Search) -> None:
        if self._searches.get(search.host) is search:
            del self._searches[search.host]

    def _end(self, search: Search, found: list[Answer] | None, problem: BaseException | None) -> None:
        with self._changed:
            self._forget(search)
            self._shares.release(search.began_for or tenant.SYSTEM)
            # This thread looks itself for what may begin in its place.
            self._idle += 1
            waiting = list(search.all_waiting())
        for outcome in waiting:
            if outcome.set_running_or_notify_cancel():
                if problem is None:
                    outcome.set_result(found or [])
                else:
                    outcome.set_exception(problem)


@cache
def _threads() -> Threads:
    return Threads(LOOKUP_THREADS, _find)


def _find(host: str) -> list[Answer]:
    found = socket.getaddrinfo(host.encode("ascii"), None, type=socket.SOCK_STREAM)
    return [(family, str(address[0])) for family, _, _, _, address in found]


async def lookup(host: str, port: int) -> list[Answer]:
    """Every address of `host` with its family, in the order to be tried. Raises OSError when there is none.

    The host is ASCII; its addresses are the same on every port. Addresses of families that this machine cannot reach
    are included, so that they are judged too. The thread is one of those of the running task's party.
    """
    return await asyncio.wrap_future(_threads().ask(host, tenant.current.get()))
