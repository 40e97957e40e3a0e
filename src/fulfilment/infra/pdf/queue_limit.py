"""Where orders wait for a drawing process: bounded in number and bytes, with room for everybody beside anybody."""


class RenderQueueLimit:
    """By the rule of shares: whoever has some waiting gets one more in only while more than so much is free."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self._free = most
        self._free_bytes = most_bytes
        self._waiting: dict[str, tuple[int, int]] = {}

    def try_enter(self, tenant_key: str, size: int) -> bool:
        """Whether an order of `size` bytes may wait; if so, it is to leave again. One alone always may."""
        count, held = self._waiting.get(tenant_key, (0, 0))
        if count and (count >= self._free or held + size > self._free_bytes):
            return False
        if not count and self._free <= 0:
            return False
        self._note(tenant_key, count + 1, held + size)
        self._free -= 1
        self._free_bytes -= size
        return True

    def leave(self, tenant_key: str, size: int) -> None:
        count, held = self._waiting[tenant_key]
        self._note(tenant_key, count - 1, held - size)
        self._free += 1
        self._free_bytes += size

    def _note(self, tenant_key: str, count: int, held: int) -> None:
        if count:
            self._waiting[tenant_key] = count, held
        else:
            del self._waiting[tenant_key]
