"""Keyset paging: a cursor says after which row the next page begins, so depth costs nothing (decisions, section 2)."""

import base64
import binascii
from collections.abc import Sequence
from typing import Any

import msgspec

from fulfilment.http.errors import Validation


class Page(msgspec.Struct, frozen=True):
    """How many rows, and after which position: the sort key of the last row of the page before."""

    limit: int
    after: tuple[Any, ...] | None = None

    @property
    def reach(self) -> int:
        """One row more than is shown tells whether there are more."""
        return self.limit + 1


def read(limit: int | None, cursor: str | None, *, default: int, most: int, parts: int = 1) -> Page:
    """The page that the query asks for. Raises Validation on a limit out of range or a cursor that is not one of ours."""
    if limit is not None and not 1 <= limit <= most:
        raise Validation(f"limit must be between 1 and {most}.", field="limit")
    return Page(limit or default, None if cursor is None else _opened(cursor, parts))


def cut(rows: Sequence[Any], page: Page) -> tuple[Sequence[Any], bool]:
    """The rows to show, and whether there are more."""
    return rows[: page.limit], len(rows) > page.limit


def cursor_after(*position: Any) -> str:
    """An opaque cursor for the row at `position`."""
    return base64.urlsafe_b64encode(msgspec.json.encode(position)).rstrip(b"=").decode()


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
