"""Pages of a list that comes from the aggregator in one piece."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from fulfilment.fields import PageQuery
from fulfilment.http import paging
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import Validation

LIST = paging.Limits(default=None, most=500)

Row = TypeVar("Row")


def listed(rows: Sequence[Row], query: PageQuery, key: Callable[[Row], tuple[str, ...]], *, parts: int) -> Reply:
    """The page that the query asks for, everything without a limit; `key` tells the rows apart."""
    page = paging.read(query, LIST, parts=parts)
    if page.after is not None:
        keys = [key(row) for row in rows]
        if page.after not in keys:
            raise Validation("This is not a cursor of this list.", field="cursor")
        rows = rows[keys.index(page.after) + 1 :]
    shown = rows[: page.limit]
    has_more = len(shown) < len(rows)
    cursor = paging.cursor_after(*key(shown[-1])) if has_more else None
    return Reply(list(shown), meta={"cursor": cursor, "hasMore": has_more})
