"""Keyset pagination: a cursor names the last row of a page, so deep pages cost no more (decisions, section 2)."""

import base64
import binascii
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.models import MAX_INTEGER, PageQuery, is_storable

# A row can have megabytes. 200 such rows would use up the memory that all workspaces share (docs/decisions/0027).
MAX_PAGE_BYTES = 4 * 1_024 * 1_024
# Rows that one request may scan for matches of a filter without an index.
MAX_SCANNED = 1_000
# Types of the columns of a sort key. A cursor is decoded by these, and each part reaches SQL as its own type.
Part = type[str] | type[int] | type[bool] | type[datetime]

# Growth of the scan: most pages are full after a few rows, and rare matches need larger steps.
_NEXT_PAGE_HINT = 4
_BOOLEANS = ("false", "true")
_MOST_DIGITS = len(str(MAX_INTEGER))


class PageLimits(msgspec.Struct, frozen=True):
    """The bounds of a list's `limit`: 1 to `max_limit`, and `default` without one. A default of None means all rows.

    A limit outside the bounds is refused. Where `is_clamped`, the specification has the nearest bound used instead.
    """

    default: int | None
    max_limit: int
    is_clamped: bool = False


class PageRequest(msgspec.Struct, frozen=True):
    """One page: the number of rows, and the sort key of the last row of the previous page."""

    limit: int | None
    after: tuple[Any, ...] | None = None

    @property
    def fetch_limit(self) -> int | None:
        """The rows to fetch, one more than the page shows: it tells if there is a next page. None for all rows."""
        return None if self.limit is None else self.limit + 1


class ScanResult(msgspec.Struct, frozen=True):
    """Rows that match. `stopped_at` is the last position scanned; None if the page is full or all rows were seen."""

    rows: Sequence[Any]
    stopped_at: tuple[Any, ...] | None = None


def stored_bytes_sql(*columns: str) -> str:
    """SQL for the stored bytes of text or JSON columns, which PostgreSQL knows without reading the values."""
    return " + ".join(f"coalesce(octet_length({column}::text), 0)" for column in columns)


def stop_when_full_sql(shown: str, name: str, *, size: str, order: str, which: str = "true") -> str:
    """SQL for two columns: `name`, and `is_beyond`, which is true after the previous rows have filled the page.

    `name` is null in those rows. The rows must be selected in `order`. `size` is the length of a row's large columns.
    `which` is the filter: rows that do not match are null, and do not count.
    """
    until = f"OVER (ORDER BY {order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)"
    is_beyond = f"coalesce(sum({size}) FILTER (WHERE {which}) {until}, 0) >= {MAX_PAGE_BYTES}"
    return f"CASE WHEN {which} AND NOT {is_beyond} THEN {shown} END AS {name}, {is_beyond} AS is_beyond"


def parse_page(query: PageQuery, limits: PageLimits, *, parts: Sequence[Part] = (str,)) -> PageRequest:
    """The page that a query requests. Raises Validation for a limit out of range or an invalid cursor.

    `parts` are the types of the sort key, by which the cursor is decoded.
    """
    limit = limits.default if query.limit is None else min(max(query.limit, 1), limits.max_limit)
    if query.limit not in (None, limit) and not limits.is_clamped:
        raise Validation(f"limit must be between 1 and {limits.max_limit}.", field="limit")
    after = None if query.cursor is None else _parse_cursor(query.cursor, parts)
    return PageRequest(limit, after)


def page_response(name: str | None, rows: Sequence[Any], page: PageRequest, *position: str, **meta: Any) -> Reply:
    """The answer with a page: the JSON text of its rows (column `row`), with `meta.cursor` and `hasMore`.

    With a `name`, `data` is an object that has the rows under it; else `data` is the array of rows.
    `position` names the columns of the sort key; the default is a column called `position`.
    """
    shown, has_more = trim(rows, page)
    array = [msgspec.Raw(row["row"]) for row in shown]
    cursor = cursor_after(*(shown[-1][column] for column in position or ("position",))) if has_more else None
    data = array if name is None else {name: array}
    return Reply(data, meta={**meta, "cursor": cursor, "hasMore": has_more})


def scan_response(name: str | None, result: ScanResult, page: PageRequest, *position: str) -> Reply:
    """The page of a scan. A scan that stopped early has fewer rows, and a cursor to continue from."""
    reply = page_response(name, result.rows, page, *position)
    # Several steps together may find more than a page. The next page then begins at the first row cut off.
    meta = reply.meta
    assert meta is not None
    if result.stopped_at is not None and not meta["hasMore"]:
        meta.update(cursor=cursor_after(*result.stopped_at), hasMore=True)
    return reply


async def scan(
    page: PageRequest,
    fetch: Callable[[tuple[Any, ...], int], Awaitable[Sequence[Any]]],
    start: tuple[Any, ...],
    *position: str,
) -> ScanResult:
    """Scan rows in order, in steps, for those that match a filter (column `row` is not null).

    `fetch` returns a number of rows after a position. MAX_SCANNED bounds the time, even if few rows match.
    """
    rows: list[Any] = []
    wanted = page.fetch_limit
    assert wanted is not None, "only a page that is bounded is looked for"
    left, size = MAX_SCANNED, min(wanted * 2, MAX_SCANNED)
    while True:
        seen = await fetch(start, size)
        fitting = _fitting(seen)
        is_full = len(fitting) < len(seen)
        rows += [row for row in fitting if row["row"] is not None]
        if len(rows) >= wanted or (len(seen) < size and not is_full):
            return ScanResult(rows)
        start = tuple(fitting[-1][column] for column in position)
        left -= size
        if is_full or not left:
            return ScanResult(rows, start)
        size = min(_NEXT_PAGE_HINT * size, left)


def trim(rows: Sequence[Any], page: PageRequest) -> tuple[Sequence[Any], bool]:
    """The rows to show, and True if there are more. A page ends at its `limit` or at MAX_PAGE_BYTES."""
    shown = _fitting(rows)[: page.limit]
    return shown, len(shown) < len(rows)


def cursor_after(*position: Any) -> str:
    """An opaque cursor for the row at `position`."""
    return base64.urlsafe_b64encode(msgspec.json.encode([_text(part) for part in position])).rstrip(b"=").decode()


def _fitting(rows: Sequence[Any]) -> Sequence[Any]:
    """The rows up to and including the row that fills the page in bytes.

    The database counts stored bytes (`is_beyond`). Bytes on the wire are counted here, because a text may be six times
    as long in JSON.
    """
    filled = 0
    for count, row in enumerate(rows):
        if row.get("is_beyond") or filled >= MAX_PAGE_BYTES:
            return rows[:count]
        filled += _size(row.get("row"))
    return rows


def _size(text: str | bytes | None) -> int:
    if text is None:
        return 0
    return len(text) if isinstance(text, bytes) or text.isascii() else len(text.encode())


def _parse_cursor(cursor: str, parts: Sequence[Part]) -> tuple[Any, ...]:
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        position = msgspec.json.decode(base64.b64decode(padded, altchars=b"-_", validate=True), type=list[str])
        return tuple(_parse_part(text, part) for text, part in zip(position, parts, strict=True))
    except (ValueError, OverflowError, binascii.Error, msgspec.DecodeError, RecursionError):
        raise Validation("This is not a cursor of this list.", field="cursor") from None


def _parse_part(text: str, part: Part) -> str | int | datetime:
    """One part of a cursor, as `cursor_after` has written it. Raises ValueError and OverflowError."""
    if part is datetime:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            raise ValueError("a moment without an offset is none")
        return moment.astimezone(UTC)
    if part is bool:
        return _BOOLEANS.index(text) == 1
    if part is int:
        # Longer numbers than MAX_INTEGER are not parsed at all.
        if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS and int(text) <= MAX_INTEGER):
            raise ValueError("this is no number of ours")
        return int(text)
    if not is_storable(text):
        raise ValueError("PostgreSQL has no such text")
    return text


def _text(part: object) -> str:
    if isinstance(part, datetime):
        return part.isoformat()
    return part if isinstance(part, str) else msgspec.json.encode(part).decode()
