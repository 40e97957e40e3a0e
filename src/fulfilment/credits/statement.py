"""Credit statements: the transactions and balances of a period, as JSON or CSV.

Transactions are numbered without a gap, in the order of their time. So the statements of two adjoining periods have
every transaction once, and the closing balance of the first is the opening balance of the second.

CSV is read in pages, each a short query of its own. So a slow client holds neither rows nor a connection, and no other
request waits while the file is written.
"""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any

import asyncpg
import msgspec

from fulfilment.credits import balance
from fulfilment.credits.schemas import CreditStatement, CreditTransaction, StatementQuery
from fulfilment.infra import clock, safe_csv
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply, Stream
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.api.request import Request
from fulfilment.infra.database.statements import json_object, sql
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.limits.stream_limiter import StreamLimiter
from fulfilment.infra.models import format_timestamp
from fulfilment.settings import Settings

LIST = pagination.PageLimits(default=200, max_limit=1_000)
CSV_MAX_ROWS = 50_000
CSV_PAGE_ROWS = 200
CSV_ROWS = pagination.PageLimits(default=None, max_limit=CSV_MAX_ROWS)
# The bounds of `limit` for either format.
ANY_FORMAT_ROWS = pagination.PageLimits(default=LIST.default, max_limit=CSV_MAX_ROWS)
CSV_TYPE = safe_csv.MEDIA_TYPE
COLUMNS = ("createdAt", "id", "kind", "amount", "balanceAfter", "shipmentId", "externalRef", "memo", "createdBy")

_BEGINNING = datetime.min.replace(tzinfo=UTC)

FIND_PERIOD_EDGES = sql(
    "credits.statement_edges",
    """
    WITH opening AS (
        SELECT number, balance_after FROM credit_transactions
         WHERE account_id = $1 AND created_at < $2 ORDER BY created_at DESC, number DESC LIMIT 1
    ), closing AS (
        SELECT number, balance_after FROM credit_transactions
         WHERE account_id = $1 AND created_at < $3 ORDER BY created_at DESC, number DESC LIMIT 1
    )
    SELECT coalesce((SELECT number FROM opening), 0) AS after,
           coalesce((SELECT balance_after FROM opening), 0) AS opening_balance,
           coalesce((SELECT number FROM closing), 0) AS up_to,
           coalesce((SELECT balance_after FROM closing), 0) AS closing_balance
    """,
)

_ROWS = """
    SELECT {columns} FROM credit_transactions t
     WHERE t.account_id = $1 AND t.number > $2 AND t.number <= $3
     ORDER BY t.number LIMIT $4
"""
LIST_PERIOD = sql(
    "credits.statement", _ROWS, columns=json_object(CreditTransaction, "t") + " AS row, t.number AS position"
)
EXPORT = sql(
    "credits.statement_columns",
    _ROWS,
    columns="created_at, id, kind, amount, balance_after, shipment_id, external_ref, memo, created_by, number",
)


class _Period(msgspec.Struct, frozen=True):
    """A period, its range of numbers in the ledger, and the number after which the page begins."""

    since: datetime | None
    until: datetime | None
    edges: asyncpg.Record
    after: int


async def get_statement(read: Read, query: StatementQuery, settings: Settings) -> Reply[CreditStatement]:
    """A page of the statement, oldest first, with the balances at both ends of the whole period."""
    page = pagination.parse_page(query, LIST, parts=(int,))
    if query.kind is not None:
        raise Validation("A kind goes with CSV; as JSON the list of transactions has it.", field="kind")
    period = await _load_period(read, query, page)
    rows = await read.fetch_all(LIST_PERIOD, period.after, period.edges["up_to"], page.fetch_limit)
    reply = pagination.page_response("transactions", rows, page)
    reply.data |= {
        "accountId": read.account_id,
        "currency": settings.currency,
        "from": format_timestamp(period.since),
        "to": format_timestamp(period.until),
        "openingBalance": period.edges["opening_balance"],
        "closingBalance": period.edges["closing_balance"],
    }
    return reply


async def stream_csv(read: Read, request: Request, query: StatementQuery, exports: StreamLimiter) -> Stream:
    """The whole statement as CSV, one transaction a line. Raises Validation if the period has too many.

    The first chunk raises ServiceUnavailable if too many exports are running.
    """
    page = pagination.parse_page(query, CSV_ROWS, parts=(int,))
    period = await _load_period(read, query, page)
    if page.limit is None and period.edges["up_to"] - period.after > CSV_MAX_ROWS:
        raise Validation(f"The period holds over {CSV_MAX_ROWS} transactions; ask for a shorter one.", field="from")
    chunks = _csv_chunks(read, period, page.limit or CSV_MAX_ROWS, query)
    return exports.stream(read, request, chunks, CSV_TYPE, "statement.csv")


async def _csv_chunks(read: Read, period: _Period, max_rows: int, query: StatementQuery) -> AsyncGenerator[bytes, None]:
    """Chunks of the CSV file. The header comes with the first page, so that an error there is still a normal error
    response.
    """
    head = safe_csv.lines([COLUMNS], query.separator)
    if query.separator == "semicolon":
        head = safe_csv.BYTE_ORDER_MARK.encode() + head
    after, remaining = period.after, max_rows
    while remaining > 0:
        rows = await read.fetch_all(EXPORT, after, period.edges["up_to"], min(remaining, CSV_PAGE_ROWS))
        remaining = remaining - len(rows) if len(rows) == CSV_PAGE_ROWS else 0
        matching = [_to_cells(row) for row in rows if query.kind in (None, row["kind"])]
        if head or matching:
            yield head + safe_csv.lines(matching, query.separator)
        head = b""
        if rows:
            after = rows[-1]["number"]


def is_csv_requested(query: StatementQuery, request: Request) -> bool:
    """True if CSV is requested: `format` decides if it is given, else an Accept header that names CSV."""
    if query.format is not None:
        return query.format == "csv"
    return request.accepts(CSV_TYPE)


async def _load_period(read: Read, query: StatementQuery, page: PageRequest) -> _Period:
    balance.require_order(query.from_, query.to)
    edges = await read.fetch_one(FIND_PERIOD_EDGES, query.from_ or _BEGINNING, query.to or clock.END_OF_TIME)
    after = edges["after"]
    if page.after is not None:
        after = max(after, page.after[0])
    return _Period(query.from_, query.to, edges, after)


def _to_cells(row: asyncpg.Record) -> list[Any]:
    return [format_timestamp(value) if isinstance(value, datetime) else value for value in row[: len(COLUMNS)]]
