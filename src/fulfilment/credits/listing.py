"""Finding credit transactions by kind, period and shipment, newest first."""

from collections.abc import Sequence
from datetime import UTC, datetime

import asyncpg

from fulfilment.credits.schemas import CreditTransaction, TransactionsQuery
from fulfilment.infra import clock
from fulfilment.infra.api import pagination
from fulfilment.infra.api.pagination import PageRequest, ScanResult
from fulfilment.infra.database.json_rows import json_object
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read

# The number of no transaction: after all there will ever be.
_MAX_NUMBER = 2**63 - 1
_BEGINNING = datetime.min.replace(tzinfo=UTC)

# Numbers follow the times, so that a period is a piece of the ledger between two of them.
_BEFORE = """
    coalesce((SELECT number FROM credit_transactions
               WHERE account_id = $1 AND created_at < {moment} ORDER BY created_at DESC, number DESC LIMIT 1), 0)
"""
_FIND = """
    SELECT CASE WHEN $4::text IS NULL OR t.kind = $4 THEN {row} END AS row, t.number AS position
      FROM {transactions} t
     WHERE t.account_id = $1 AND t.number < $2 AND t.number > {since} AND t.number <= {until}
     ORDER BY t.number DESC LIMIT $3
"""
_PARTS = {
    "row": json_object(CreditTransaction, "t"),
    "since": _BEFORE.replace("{moment}", "$5"),
    "until": _BEFORE.replace("{moment}", "$6"),
}
FIND = sql("credits.find_transactions", _FIND, transactions="credit_transactions", **_PARTS)
FIND_OF_SHIPMENT = sql(
    "credits.find_transactions_of_shipment",
    _FIND,
    # Few: they are sought out before they are put in order, whatever the ledger holds besides.
    transactions="""(SELECT columns(credit_transactions) FROM credit_transactions
                      WHERE account_id = $1 AND shipment_id = $7 OFFSET 0)""",
    **_PARTS,
)


async def find_transactions(read: Read, after: int | None, page: PageRequest, query: TransactionsQuery) -> ScanResult:
    """Those of a kind, a period and a shipment, newest first."""
    filters = (query.kind, query.from_ or _BEGINNING, query.to or clock.END_OF_TIME)

    async def fetch_page(start: tuple[int], size: int) -> Sequence[asyncpg.Record]:
        if query.shipment_id is None:
            return await read.fetch_all(FIND, start[0], size, *filters)
        return await read.fetch_all(FIND_OF_SHIPMENT, start[0], size, *filters, query.shipment_id)

    return await pagination.scan(page, fetch_page, (_MAX_NUMBER if after is None else after,), "position")
