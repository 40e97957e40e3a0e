"""Finding credit transactions by kind and period, newest first."""

from collections.abc import Sequence
from datetime import UTC, datetime

import asyncpg

from fulfilment import clock
from fulfilment.credits.records import CreditTransaction
from fulfilment.db.sql import sql
from fulfilment.db.tx import Read
from fulfilment.db.wire_json import object_of
from fulfilment.http import paging
from fulfilment.http.paging import Page, Walked

# The number of no transaction: after all there will ever be.
_BEYOND = 2**63 - 1
_BEGINNING = datetime.min.replace(tzinfo=UTC)

# Numbers follow the times, so that a period is a piece of the ledger between two of them.
_BEFORE = """
    coalesce((SELECT number FROM credit_transactions
               WHERE account_id = $1 AND created_at < {moment} ORDER BY created_at DESC, number DESC LIMIT 1), 0)
"""
FIND = sql(
    "credits.find_transactions",
    """
    SELECT CASE WHEN $4::text IS NULL OR t.kind = $4 THEN {row} END AS row, t.number AS position
      FROM credit_transactions t
     WHERE t.account_id = $1 AND t.number < $2 AND t.number > {since} AND t.number <= {until}
     ORDER BY t.number DESC LIMIT $3
    """,
    row=object_of(CreditTransaction, "t"),
    since=_BEFORE.replace("{moment}", "$5"),
    until=_BEFORE.replace("{moment}", "$6"),
)


async def find_transactions(
    read: Read, after: int | None, page: Page, kind: str | None, since: datetime | None, until: datetime | None
) -> Walked:
    """Those of a kind and a period, newest first."""
    period = since or _BEGINNING, until or clock.END_OF_TIME

    async def look(start: tuple[int], size: int) -> Sequence[asyncpg.Record]:
        return await read.all(FIND, start[0], size, kind, *period)

    return await paging.walk(page, look, (_BEYOND if after is None else after,), "position")
