"""Who gets the next connection (decisions, section 12).

A party may take another place while it holds fewer than are free. So one party comes to half of all places at the most,
the next to half of the rest, and so on, and who holds none finds one as long as any is free; what is given back goes
to the parties that wait, in turn. The house serves everybody: it is not limited, it goes first, and one place is kept
for it.
"""

import asyncio
from collections import OrderedDict, deque

from fulfilment.party import HOUSE


class Shares:
    """Counts what each party holds of so many places, and keeps in line who waits for one."""

    def __init__(self, size: int):
        self._size = size
        self._free = size
        self._held: dict[str, int] = {}
        self._kept_for_house = 1 if size > 1 else 0
        # Whoever waits and may go on is called at once, so that of the parties in here none may take a place.
        self._lines: OrderedDict[str, deque[asyncio.Future]] = OrderedDict()

    def take(self, party: str) -> bool:
        """Take a place at once. False: the party has to `wait` for one."""
        if not self._may_take(party):
            return False
        self._count(party)
        return True

    async def wait(self, party: str, longest_seconds: float) -> None:
        """Take a place as soon as the party may. Raises TimeoutError."""
        loop = asyncio.get_running_loop()
        waiter = loop.create_future()
        self._lines.setdefault(party, deque()).append(waiter)
        limit = loop.call_later(longest_seconds, _give_up, waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled() and waiter.exception() is None:
                # The place was given to it in the moment in which it gave up.
                self.give_back(party)
            raise
        finally:
            limit.cancel()

    async def take_all(self, longest_seconds: float) -> None:
        """Take every place as it comes free, for good. Raises TimeoutError."""
        async with asyncio.timeout(longest_seconds):
            for _ in range(self._size):
                if not self.take(HOUSE):
                    await self.wait(HOUSE, longest_seconds)

    def give_back(self, party: str) -> None:
        """Leave a place to whoever is next."""
        held = self._held[party] - 1
        if held:
            self._held[party] = held
        else:
            del self._held[party]
        self._free += 1
        while self._lines and (next_party := self._next()) is not None:
            self._call(next_party)

    def _may_take(self, party: str) -> bool:
        return self._free > 0 if party == HOUSE else self._held.get(party, 0) < self._room()

    def _room(self) -> int:
        """How many places are free for parties."""
        return self._free if HOUSE in self._held else self._free - self._kept_for_house

    def _count(self, party: str) -> None:
        self._held[party] = self._held.get(party, 0) + 1
        self._free -= 1

    def _call(self, party: str) -> None:
        line = self._lines[party]
        waiter = line.popleft()
        if line:
            # The others have their turn before the next of this party.
            self._lines.move_to_end(party)
        else:
            del self._lines[party]
        self._count(party)
        waiter.set_result(None)

    def _next(self) -> str | None:
        """The party whose turn it is. Passed over are only those that hold one, so as many as there are places."""
        if HOUSE in self._lines and self._is_waiting(HOUSE):
            return HOUSE if self._free else None
        while self._room() > 0 and (party := next(filter(self._may_take, self._lines), None)) is not None:
            if self._is_waiting(party):
                return party
        return None

    def _is_waiting(self, party: str) -> bool:
        """Whether anybody of the party still waits; those who gave up leave the line, and an empty one is forgotten."""
        line = self._lines[party]
        while line and line[0].done():
            line.popleft()
        if not line:
            del self._lines[party]
        return bool(line)


def _give_up(waiter: asyncio.Future) -> None:
    if not waiter.done():
        waiter.set_exception(TimeoutError())
