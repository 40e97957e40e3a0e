"""The credit balance and its transactions by kind, period and shipment, newest first (decisions, section 6)."""

from collections.abc import Sequence
from datetime import UTC, datetime

import asyncpg

from fulfilment.credits import queries
from fulfilment.credits.schemas import CreditBalance, CreditTransaction, CreditTransactions, TransactionsQuery
from fulfilment.infra import clock
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.api.pagination import PageRequest, ScanResult
from fulfilment.infra.database.statements import json_object, sql
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import from_row
from fulfilment.settings import Settings

# A number above that of any transaction.
_MAX_NUMBER = 2**63 - 1
_BEGINNING = datetime.min.replace(tzinfo=UTC)

# Numbers are in the order of time, so that a period is a range of numbers.
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
    # A shipment has few transactions: OFFSET 0 makes PostgreSQL find them by the shipment before it sorts.
    transactions="""(SELECT columns(credit_transactions) FROM credit_transactions
                      WHERE account_id = $1 AND shipment_id = $7 OFFSET 0)""",
    **_PARTS,
)


LIST = pagination.PageLimits(default=50, max_limit=200)


async def get_balance(read: Read, settings: Settings) -> CreditBalance:
    """The workspace's balance; it is 0 in a new workspace."""
    return from_row(CreditBalance, await queries.find_balance(read), currency=settings.currency)


async def list_transactions(read: Read, query: TransactionsQuery) -> Reply[CreditTransactions]:
    """A page of the ledger, newest first, with `nextCursor` in addition to the cursor of every list.

    Raises Validation if the period ends before it begins.
    """
    page = pagination.parse_page(query, LIST, parts=(int,))
    require_order(query.from_, query.to)
    (after,) = page.after or (None,)
    if query.kind is query.from_ is query.to is query.shipment_id is None:
        reply = pagination.page_response("transactions", await queries.list_transactions(read, after, page), page)
    else:
        found = await find_transactions(read, after, page, query)
        reply = pagination.scan_response("transactions", found, page)
    assert reply.meta is not None
    reply.data["nextCursor"] = reply.meta["cursor"]
    return reply


def require_order(since: datetime | None, until: datetime | None) -> None:
    """Raise Validation if a period ends before it begins."""
    if since is not None and until is not None and until < since:
        raise Validation("to must not be before from.", field="to")


async def find_transactions(read: Read, after: int | None, page: PageRequest, query: TransactionsQuery) -> ScanResult:
    """Transactions of a kind, a period and a shipment, newest first."""
    filters = (query.kind, query.from_ or _BEGINNING, query.to or clock.END_OF_TIME)

    async def fetch_page(start: tuple[int], size: int) -> Sequence[asyncpg.Record]:
        if query.shipment_id is None:
            return await read.fetch_all(FIND, start[0], size, *filters)
        return await read.fetch_all(FIND_OF_SHIPMENT, start[0], size, *filters, query.shipment_id)

    return await pagination.scan(page, fetch_page, (_MAX_NUMBER if after is None else after,), "position")
