"""Pages of a list that comes from the aggregator in one piece."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.models import PageQuery

LIST = pagination.PageLimits(default=None, max_limit=500)

ListRow = TypeVar("ListRow")


def paginate(
    rows: Sequence[ListRow], query: PageQuery, key: Callable[[ListRow], tuple[str, ...]], *, parts: int
) -> Reply:
    """The page that the query asks for, everything without a limit; `key` tells the rows apart."""
    page = pagination.parse_page(query, LIST, parts=(str,) * parts)
    if page.after is not None:
        keys = [key(row) for row in rows]
        if page.after not in keys:
            raise Validation("This is not a cursor of this list.", field="cursor")
        rows = rows[keys.index(page.after) + 1 :]
    page_rows = rows[: page.limit]
    has_more = len(page_rows) < len(rows)
    cursor = pagination.cursor_after(*key(page_rows[-1])) if has_more else None
    return Reply(list(page_rows), meta={"cursor": cursor, "hasMore": has_more})
