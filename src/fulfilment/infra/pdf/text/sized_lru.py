"""What was worked out before, as far as it fits a number of bytes: long texts push out old ones, and no more."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class SizedLru(Generic[Value]):
    """Forgets what was asked for longest ago once what it holds is larger than `most_bytes`."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.bytes = 0
        self._entries: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Hashable) -> Value | None:
        held = self._entries.get(key)
        if held is None:
            return None
        self._entries.move_to_end(key)
        return held[0]

    def put(self, key: Hashable, value: Value, size: int) -> None:
        """Hold `value`, which takes `size` bytes with its key. What is larger than everything may be is not held."""
        if size > self.max_bytes:
            return
        self.bytes += size - self._entries.pop(key, (None, 0))[1]
        self._entries[key] = value, size
        while self.bytes > self.max_bytes:
            self.bytes -= self._entries.popitem(last=False)[1][1]
