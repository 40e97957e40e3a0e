"""Where orders wait for a drawing process: bounded in number and bytes, with room for everybody beside anybody."""


class Room:
    """By the rule of shares: whoever has some waiting gets one more in only while more than so much is free."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self._free = most
        self._free_bytes = most_bytes
        self._waiting: dict[str, tuple[int, int]] = {}

    def enter(self, party: str, size: int) -> bool:
        """Whether an order of `size` bytes may wait; if so, it is to leave again. One alone always may."""
        count, held = self._waiting.get(party, (0, 0))
        if count and (count >= self._free or held + size > self._free_bytes):
            return False
        if not count and self._free <= 0:
            return False
        self._note(party, count + 1, held + size)
        self._free -= 1
        self._free_bytes -= size
        return True

    def leave(self, party: str, size: int) -> None:
        count, held = self._waiting[party]
        self._note(party, count - 1, held - size)
        self._free += 1
        self._free_bytes += size

    def _note(self, party: str, count: int, held: int) -> None:
        if count:
            self._waiting[party] = count, held
        else:
            del self._waiting[party]
