"""Keyset paging: a cursor says after which row the next page begins, so depth costs nothing (decisions, section 2)."""

import base64
import binascii
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from fulfilment.fields import PageQuery
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import Validation

# One row can have megabytes, and 200 such would take the memory that all workspaces share (docs/decisions/0027).
PAGE_FULL_BYTES = 4 * 1_024 * 1_024
# How many rows one answer looks through for those that a filter without an index of its own lets pass.
MOST_LOOKED_THROUGH = 1_000
# Most pages are full after a few; only where they are rare does it look farther at a time.
_FARTHER = 4


class Limits(msgspec.Struct, frozen=True):
    """How many rows a page of a list may be asked for: 1 to `most`. Without a limit it has `default`, None: all rows.

    `is_clamped` where the specification has a limit beyond these taken as the nearest one; elsewhere it is refused.
    """

    default: int | None
    most: int
    is_clamped: bool = False


class Page(msgspec.Struct, frozen=True):
    """How many rows, and after which position: the sort key of the last row of the page before."""

    limit: int | None
    after: tuple[Any, ...] | None = None
    # The specification has it show every row that it is said to have, however large.
    is_whole: bool = False

    @property
    def reach(self) -> int | None:
        """One row more than is shown tells whether there are more. None: every row."""
        return None if self.limit is None else self.limit + 1


class Walked(msgspec.Struct, frozen=True):
    """Rows that were found. `stopped_at` says how far was looked, None where the page is full or all was seen."""

    rows: Sequence[Any]
    stopped_at: tuple[Any, ...] | None = None


def bytes_of(*columns: str) -> str:
    """The SQL of how many bytes texts, or JSON, have as they are stored, which tells without reading them."""
    return " + ".join(f"coalesce(octet_length({column}::text), 0)" for column in columns)


def until_full(shown: str, name: str, *, size: str, order: str, which: str = "true") -> str:
    """The SQL of the column `name`, null from where the rows before have filled the page, and of `is_beyond`, which
    says so. To be selected from the rows that `reach` allows, and in their `order`.

    `size` is that of what may be large in a row. `which` are the rows that a filter lets pass; the others are null, and
    fill nothing.
    """
    until = f"OVER (ORDER BY {order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)"
    is_beyond = f"coalesce(sum({size}) FILTER (WHERE {which}) {until}, 0) >= {PAGE_FULL_BYTES}"
    return f"CASE WHEN {which} AND NOT {is_beyond} THEN {shown} END AS {name}, {is_beyond} AS is_beyond"


def read(query: PageQuery, limits: Limits, *, parts: int = 1, whole: bool = False) -> Page:
    """The page that the query asks for; `whole` where a list may be cut only if the query has it in pages.

    Raises Validation on a limit out of range or a strange cursor.
    """
    limit = limits.default if query.limit is None else min(max(query.limit, 1), limits.most)
    if query.limit not in (None, limit) and not limits.is_clamped:
        raise Validation(f"limit must be between 1 and {limits.most}.", field="limit")
    after = None if query.cursor is None else _opened(query.cursor, parts)
    return Page(limit, after, is_whole=whole and query.limit is None and after is None)


def listed(name: str | None, rows: Sequence[Any], page: Page, *position: str, **meta: Any) -> Reply:
    """The page as an answer: rows of JSON text (column `row`) under `name`, or bare, with `meta.cursor` and `hasMore`.

    `position` names the columns of the sort key, `position` itself by default.
    """
    shown, has_more = cut(rows, page)
    array = [msgspec.Raw(row["row"]) for row in shown]
    cursor = cursor_after(*(shown[-1][column] for column in position or ("position",))) if has_more else None
    data = array if name is None else {name: array}
    return Reply(data, meta={**meta, "cursor": cursor, "hasMore": has_more})


def found(name: str | None, walked: Walked, page: Page, *position: str) -> Reply:
    """As `listed`; a page that was looked for in vain has fewer rows than asked for, and a cursor to look on from."""
    reply = listed(name, walked.rows, page, *position)
    if walked.stopped_at is not None:
        reply.meta.update(cursor=cursor_after(*walked.stopped_at), hasMore=True)
    return reply


async def walk(
    page: Page,
    look: Callable[[tuple[Any, ...], int], Awaitable[Sequence[Any]]],
    start: tuple[Any, ...],
    *position: str,
) -> Walked:
    """Look through rows in their order, some at a time, for those that a filter lets pass (column `row` is not null).

    `look` answers that many rows after a position. It takes no longer however few pass, and however many there are.
    """
    rows: list[Any] = []
    left, size = MOST_LOOKED_THROUGH, min(page.reach * 2, MOST_LOOKED_THROUGH)
    while True:
        seen = await look(start, size)
        fitting = _fitting(seen)
        is_full = len(fitting) < len(seen)
        rows += [row for row in fitting if row["row"] is not None]
        if len(rows) >= page.reach or (len(seen) < size and not is_full):
            return Walked(rows)
        start = tuple(fitting[-1][column] for column in position)
        left -= size
        if is_full or not left:
            return Walked(rows, start)
        size = min(_FARTHER * size, left)


def cut(rows: Sequence[Any], page: Page) -> tuple[Sequence[Any], bool]:
    """The rows to show, and whether there are more: `limit` ends the page, or what its rows have come to."""
    shown = _fitting(rows)[: page.limit]
    return shown, len(shown) < len(rows)


def moment(text: str) -> datetime:
    """A timestamp out of a cursor. Raises Validation."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Validation("This is not a cursor of this list.", field="cursor") from None


def cursor_after(*position: Any) -> str:
    """An opaque cursor for the row at `position`."""
    return base64.urlsafe_b64encode(msgspec.json.encode([_text(part) for part in position])).rstrip(b"=").decode()


def _fitting(rows: Sequence[Any]) -> Sequence[Any]:
    """The rows up to where they have filled the page; the first is always one of them."""
    return [row for row in rows if not row.get("is_beyond")]


def _opened(cursor: str, parts: int) -> tuple[Any, ...]:
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        position = msgspec.json.decode(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (ValueError, binascii.Error, msgspec.DecodeError, RecursionError):
        raise Validation("This is not a cursor of this list.", field="cursor") from None
    sound = isinstance(position, list) and len(position) == parts
    if not sound or not all(isinstance(part, str) and "\0" not in part for part in position):
        raise Validation("This is not a cursor of this list.", field="cursor")
    return tuple(position)


def _text(part: Any) -> str:
    if isinstance(part, datetime):
        return part.isoformat()
    return part if isinstance(part, str) else msgspec.json.encode(part).decode()
