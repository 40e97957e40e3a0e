"""Pages: rows dealt out to them in order, for labels and for every other paper."""

import threading
from collections.abc import Iterator

from reportlab import rl_config

from fulfilment.labels import rows
from fulfilment.labels.rows import Row

# Every label that a shipment within today's bounds can have in any script of the world takes fewer.
MOST_PAGES = 500
_MOST_REPEATED = 0.5

# Streams stay binary: written as ASCII they take a quarter more room, and longer to write than to draw.
rl_config.useA85 = 0

# reportlab's font faces keep a read position while they are subset, so documents are written one at a time.
writing = threading.Lock()


def deal(found: Iterator[Row], continuation: list[Row], shortening: list[Row], room: float) -> list[list[Row]]:
    """Fill pages with rows in order. A row that holds the next moves on with it. After MOST_PAGES it is said that
    there is more, and nothing further is laid out.

    A continuation that takes over half of a page is left out: each page would repeat more than it says.
    """
    begun = rows.height(continuation)
    if begun > room * _MOST_REPEATED:
        continuation, begun = [], 0.0
    pages: list[list[Row]] = [[]]
    used = 0.0
    for together in _bound(found):
        needed = rows.height(together)
        if used + needed > room and used > begun:
            if len(pages) == MOST_PAGES:
                pages[-1] = _ended(pages[-1], shortening, room)
                break
            pages.append(list(continuation))
            used = begun
        pages[-1].extend(together)
        used += needed
    return pages


def _bound(found: Iterator[Row]) -> Iterator[list[Row]]:
    """The rows in the groups that hold together."""
    group: list[Row] = []
    for row in found:
        group.append(row)
        if not row.keep:
            yield group
            group = []
    if group:
        yield group


def _ended(page: list[Row], shortening: list[Row], room: float) -> list[Row]:
    """The page with its end given up for what is said there."""
    left = room - rows.height(shortening)
    kept: list[Row] = []
    for row in page:
        left -= row.height
        if left < 0:
            break
        kept.append(row)
    return [*kept, *shortening]
