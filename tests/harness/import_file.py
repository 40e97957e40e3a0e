"""The file that is imported: rows of a product with a variant and its stock each, made while they are read."""

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

WAREHOUSE = "Main"
_HEADER = "product_ref,product_name,product_sku,variant_sku,price_cents,weight,warehouse,quantity"


def content(rows: int, dearer: int = 0) -> bytes:
    """All of it; `dearer` is added to every price."""
    return b"".join(_lines(rows, dearer))


def stream(rows: int) -> io.BufferedReader:
    """The same, of which no more is held than is being read."""
    return io.BufferedReader(_Lines(rows))


def _lines(rows: int, dearer: int) -> Iterator[bytes]:
    yield f"{_HEADER}\n".encode()
    for n in range(rows):
        price = n % 1_000 + dearer
        yield f"P{n},Coffee number {n},SKU-{n},VAR-{n},{price},250,{WAREHOUSE},{n % 50 + 1}\n".encode()


class _Lines(io.RawIOBase):
    def __init__(self, rows: int) -> None:
        super().__init__()
        self._lines = _lines(rows, 0)
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        into = memoryview(buffer)
        some = self._rest or next(self._lines, b"")
        size = min(len(some), len(into))
        into[:size], self._rest = some[:size], some[size:]
        return size
