"""How large a page of events may be: one can have megabytes, and 200 such would take everybody's memory."""

from collections.abc import Sequence

import asyncpg
import msgspec

from fulfilment.http.paging import Page

PAGE_FULL_BYTES = 4 * 1_024 * 1_024


def data_until_full(order: str) -> str:
    """The SQL of an event's `data`, which is null in the rows of a page that is full before them."""
    before = f"sum(octet_length(v.data::text)) OVER (ORDER BY {order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)"
    return f"CASE WHEN coalesce({before}, 0) < {PAGE_FULL_BYTES} THEN v.data END AS data"


def until_full(page: Page, rows: Sequence[asyncpg.Record]) -> Page:
    """The page without the rows that came without `data`; its first row always has it."""
    fitting = sum(row["data"] is not None for row in rows)
    return page if fitting == len(rows) else msgspec.structs.replace(page, limit=min(fitting, page.limit))
