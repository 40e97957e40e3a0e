"""Places that parties share, so that whoever takes many leaves some to everybody else (decisions, section 12).

A party that holds some places gets another one only while more than so many are free. Alone it gets half of them, the
next one a quarter, and so on: a stranger always finds one, and nobody has to be sent away for it. Places that come free
go to the waiting parties in turn.
"""

import asyncio
from collections import OrderedDict

from fulfilment.party import HOUSE


class NoPlace(Exception):
    """No place came free for the party in time."""


class Shares:
    """A number of places. The house, which serves everybody, may take all of them, and comes first.

    `kept_for_house` of them are not lent to anybody else, who may have no more than `most_of_a_party` each.
    """

    def __init__(self, places: int, kept_for_house: int = 0, most_of_a_party: int | None = None):
        self.free = places
        self._kept_for_house = kept_for_house
        self._most_of_a_party = places if most_of_a_party is None else most_of_a_party
        self._held: dict[str, int] = {}
        # Ordered twice: who of a party came first, and which party was served longest ago.
        self._waiting: OrderedDict[str, OrderedDict[asyncio.Future[None], None]] = OrderedDict()

    async def take(self, party: str, seconds: float) -> None:
        """Take a place, waiting for it at most so long. Raises NoPlace. Each is to be given back."""
        if self.take_now(party):
            return
        loop = asyncio.get_running_loop()
        place: asyncio.Future[None] = loop.create_future()
        queue = self._waiting.get(party)
        if queue is None:
            queue = self._waiting[party] = OrderedDict()
        queue[place] = None
        # Cheaper than asyncio's time-outs, and most waits are short.
        limit = loop.call_later(seconds, self._refuse, party, place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled() and place.exception() is None:
                # It was handed over in the moment in which its taker gave up.
                self.give_back(party)
            else:
                self._forget(party, place)
            raise
        finally:
            limit.cancel()

    def take_now(self, party: str) -> bool:
        """Take a place if there is one and nobody of the same party waits for it."""
        if party in self._waiting or not self._may_take(party):
            return False
        self._grant(party)
        return True

    def give_back(self, party: str) -> None:
        """Free one place of the party, for whoever's turn it is."""
        self.free += 1
        self._held[party] -= 1
        if not self._held[party]:
            del self._held[party]
        self._serve()

    def held(self, party: str) -> int:
        return self._held.get(party, 0)

    def _may_take(self, party: str) -> bool:
        return self.free > 0 if party == HOUSE else self._room() > self._held.get(party, 0)

    def _room(self) -> int:
        """Who holds fewer than that gets another: as many as are free and not kept for the house, within the most."""
        room = self.free
        if self._kept_for_house:
            room -= max(0, self._kept_for_house - self._held.get(HOUSE, 0))
        return min(room, self._most_of_a_party)

    def _grant(self, party: str) -> None:
        self.free -= 1
        self._held[party] = self._held.get(party, 0) + 1

    def _serve(self) -> None:
        """Have those go on who may now, beginning with the party that was served longest ago."""
        while self._waiting and (party := self._next()) is not None:
            queue = self._waiting[party]
            while queue:
                place, _ = queue.popitem(last=False)
                # Whoever has just given up is about to say so.
                if not place.done():
                    self._grant(party)
                    place.set_result(None)
                    break
            if queue:
                self._waiting.move_to_end(party)
            else:
                del self._waiting[party]

    def _next(self) -> str | None:
        """Passed over are only parties that hold a place, so no more than there are places."""
        if HOUSE in self._waiting:
            return HOUSE if self.free else None
        room = self._room()
        if room > 0:
            for party in self._waiting:
                if self._held.get(party, 0) < room:
                    return party
        return None

    def _refuse(self, party: str, place: asyncio.Future[None]) -> None:
        if not place.done():
            self._forget(party, place)
            place.set_exception(NoPlace())

    def _forget(self, party: str, place: asyncio.Future[None]) -> None:
        queue = self._waiting.get(party)
        if queue is not None and place in queue:
            del queue[place]
            if not queue:
                del self._waiting[party]
