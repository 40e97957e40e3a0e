"""What was worked out before, as far as it fits a number of bytes: long texts push out old ones, and no more."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class ByteCache(Generic[Value]):
    """Forgets what was asked for longest ago once what it holds is larger than `most_bytes`."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self._held: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._held)

    def find(self, key: Hashable) -> Value | None:
        held = self._held.get(key)
        if held is None:
            return None
        self._held.move_to_end(key)
        return held[0]

    def keep(self, key: Hashable, value: Value, size: int) -> None:
        """Hold `value`, which takes `size` bytes with its key. What is larger than everything may be is not held."""
        if size > self.most_bytes:
            return
        self.bytes += size - self._held.pop(key, (None, 0))[1]
        self._held[key] = value, size
        while self.bytes > self.most_bytes:
            self.bytes -= self._held.popitem(last=False)[1][1]
