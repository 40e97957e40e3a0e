"""Keyset paging: a cursor says after which row the next page begins, so depth costs nothing (decisions, section 2)."""

import base64
import binascii
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.models import MAX_INTEGER, PageQuery, is_storable

# One row can have megabytes, and 200 such would take the memory that all workspaces share (docs/decisions/0027).
MAX_PAGE_BYTES = 4 * 1_024 * 1_024
# How many rows one answer looks through for those that a filter without an index of its own lets pass.
MAX_SCANNED = 1_000
# Types of a sort key's parts. A cursor is decoded by these, and each part reaches SQL as its own type.
Part = type[str] | type[int] | type[bool] | type[datetime]

# Most pages are full after a few; only where they are rare does it look farther at a time.
_NEXT_PAGE_HINT = 4
_BOOLEANS = ("false", "true")
_MOST_DIGITS = len(str(MAX_INTEGER))


class PageLimits(msgspec.Struct, frozen=True):
    """How many rows a page of a list may be asked for: 1 to `most`. Without a limit it has `default`, None: all rows.

    `is_clamped` where the specification has a limit beyond these taken as the nearest one; elsewhere it is refused.
    """

    default: int | None
    max_limit: int
    is_clamped: bool = False


class PageRequest(msgspec.Struct, frozen=True):
    """How many rows, and after which position: the sort key of the last row of the page before."""

    limit: int | None
    after: tuple[Any, ...] | None = None

    @property
    def fetch_limit(self) -> int | None:
        """One row more than is shown tells whether there are more. None: every row."""
        return None if self.limit is None else self.limit + 1


class ScanResult(msgspec.Struct, frozen=True):
    """Rows that were found. `stopped_at` says how far was looked, None where the page is full or all was seen."""

    rows: Sequence[Any]
    stopped_at: tuple[Any, ...] | None = None


def stored_bytes_sql(*columns: str) -> str:
    """The SQL of how many bytes texts, or JSON, have as they are stored, which tells without reading them."""
    return " + ".join(f"coalesce(octet_length({column}::text), 0)" for column in columns)


def stop_when_full_sql(shown: str, name: str, *, size: str, order: str, which: str = "true") -> str:
    """The SQL of the column `name`, null from where the rows before have filled the page, and of `is_beyond`, which
    says so. To be selected from the rows that `reach` allows, and in their `order`.

    `size` is that of what may be large in a row. `which` are the rows that a filter lets pass; the others are null, and
    fill nothing.
    """
    until = f"OVER (ORDER BY {order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)"
    is_beyond = f"coalesce(sum({size}) FILTER (WHERE {which}) {until}, 0) >= {MAX_PAGE_BYTES}"
    return f"CASE WHEN {which} AND NOT {is_beyond} THEN {shown} END AS {name}, {is_beyond} AS is_beyond"


def parse_page(query: PageQuery, limits: PageLimits, *, parts: Sequence[Part] = (str,)) -> PageRequest:
    """The page that the query asks for. Raises Validation on a limit out of range or a strange cursor.

    `parts` are the types of the sort key, by which the cursor is decoded.
    """
    limit = limits.default if query.limit is None else min(max(query.limit, 1), limits.max_limit)
    if query.limit not in (None, limit) and not limits.is_clamped:
        raise Validation(f"limit must be between 1 and {limits.max_limit}.", field="limit")
    after = None if query.cursor is None else _parse_cursor(query.cursor, parts)
    return PageRequest(limit, after)


def page_response(name: str | None, rows: Sequence[Any], page: PageRequest, *position: str, **meta: Any) -> Reply:
    """The page as an answer: rows of JSON text (column `row`) under `name`, or bare, with `meta.cursor` and `hasMore`.

    `position` names the columns of the sort key, `position` itself by default.
    """
    shown, has_more = trim(rows, page)
    array = [msgspec.Raw(row["row"]) for row in shown]
    cursor = cursor_after(*(shown[-1][column] for column in position or ("position",))) if has_more else None
    data = array if name is None else {name: array}
    return Reply(data, meta={**meta, "cursor": cursor, "hasMore": has_more})


def scan_response(name: str | None, result: ScanResult, page: PageRequest, *position: str) -> Reply:
    """As `listed`; a page that was looked for in vain has fewer rows than asked for, and a cursor to look on from."""
    reply = page_response(name, result.rows, page, *position)
    # Of looks that filled the page only together, some rows may have been cut off, where the next page then begins.
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
    """Look through rows in their order, some at a time, for those that a filter lets pass (column `row` is not null).

    `look` answers that many rows after a position. It takes no longer however few pass, and however many there are.
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
    """The rows to show, and whether there are more: `limit` ends the page, or what its rows have come to."""
    shown = _fitting(rows)[: page.limit]
    return shown, len(shown) < len(rows)


def cursor_after(*position: Any) -> str:
    """An opaque cursor for the row at `position`."""
    return base64.urlsafe_b64encode(msgspec.json.encode([_text(part) for part in position])).rstrip(b"=").decode()


def _fitting(rows: Sequence[Any]) -> Sequence[Any]:
    """The rows up to where they have filled the page; the first is always one of them.

    The database tells by what is stored. What it comes to on the wire is counted here, since a text may be six times
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
        # More digits than a number of ours has are not read at all.
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
