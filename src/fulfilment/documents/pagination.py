"""Pages: rows dealt out to them in order, for labels and for every other paper."""

import threading
from collections.abc import Iterator

from reportlab import rl_config

from fulfilment.documents import layout
from fulfilment.documents.layout import LayoutRow

# Every label that a shipment within today's bounds can have in any script of the world takes fewer.
MAX_PAGES = 500
_MAX_CONTINUATION_SHARE = 0.5

# Streams stay binary: written as ASCII they take a quarter more room, and longer to write than to draw.
rl_config.useA85 = 0

# reportlab's font faces keep a read position while they are subset, so documents are written one at a time.
write_lock = threading.Lock()


def paginate(
    flow: Iterator[LayoutRow], continuation: list[LayoutRow], shortening: list[LayoutRow], available_height: float
) -> list[list[LayoutRow]]:
    """Fill pages with rows in order. A row that holds the next moves on with it. After MAX_PAGES it is said that
    there is more, and nothing further is laid out.

    A continuation that takes over half of a page is left out: each page would repeat more than it says.
    """
    continuation_height = layout.total_height(continuation)
    if continuation_height > available_height * _MAX_CONTINUATION_SHARE:
        continuation, continuation_height = [], 0.0
    pages: list[list[LayoutRow]] = [[]]
    used = 0.0
    for group in _group_rows(flow):
        needed = layout.total_height(group)
        if used + needed > available_height and used > continuation_height:
            if len(pages) == MAX_PAGES:
                pages[-1] = _shorten_page(pages[-1], shortening, available_height)
                break
            pages.append(list(continuation))
            used = continuation_height
        pages[-1].extend(group)
        used += needed
    return pages


def _group_rows(flow: Iterator[LayoutRow]) -> Iterator[list[LayoutRow]]:
    """The rows in the groups that hold together."""
    group: list[LayoutRow] = []
    for row in flow:
        group.append(row)
        if not row.keep_with_next:
            yield group
            group = []
    if group:
        yield group


def _shorten_page(page: list[LayoutRow], shortening: list[LayoutRow], available_height: float) -> list[LayoutRow]:
    """The page with its end given up for what is said there."""
    left = available_height - layout.total_height(shortening)
    kept_rows: list[LayoutRow] = []
    for row in page:
        left -= row.height
        if left < 0:
            break
        kept_rows.append(row)
    return [*kept_rows, *shortening]
