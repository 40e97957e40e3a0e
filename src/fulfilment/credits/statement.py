"""Statements of credit: what moved the balance in a period, as JSON or CSV.

Transactions are numbered without a gap, in the order of their time. So the statements of two periods that adjoin have
every transaction once, and the closing balance of one is the opening balance of the next.

As CSV it is read in pages, each its own short query, so that neither rows nor a connection are held for whoever reads
slowly, and no other waits while it is written.
"""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any

import asyncpg
import msgspec

from fulfilment import clock, csv_cells
from fulfilment.credits import balance
from fulfilment.credits.records import CreditTransaction, StatementQuery
from fulfilment.db.sql import sql
from fulfilment.db.tx import Read
from fulfilment.db.wire_json import object_of
from fulfilment.fields import stamp
from fulfilment.http import paging
from fulfilment.http.envelope import Reply, Stream
from fulfilment.http.errors import Validation
from fulfilment.http.exports import Exports
from fulfilment.http.paging import Page
from fulfilment.http.request import Request
from fulfilment.settings import Settings

LIST = paging.Limits(default=200, most=1_000)
CSV_MOST_ROWS = 50_000
CSV_PAGE_ROWS = 200
CSV_ROWS = paging.Limits(default=None, most=CSV_MOST_ROWS)
# What may be asked for in one form or the other.
EITHER = paging.Limits(default=LIST.default, most=CSV_MOST_ROWS)
CSV_TYPE = csv_cells.MEDIA_TYPE
COLUMNS = ("createdAt", "id", "kind", "amount", "balanceAfter", "shipmentId", "externalRef", "memo", "createdBy")

_BEGINNING = datetime.min.replace(tzinfo=UTC)

EDGES = sql(
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
SHOW = sql("credits.statement", _ROWS, columns=object_of(CreditTransaction, "t") + " AS row, t.number AS position")
EXPORT = sql(
    "credits.statement_columns",
    _ROWS,
    columns="created_at, id, kind, amount, balance_after, shipment_id, external_ref, memo, created_by, number",
)


class _Period(msgspec.Struct, frozen=True):
    """From when to when, the edges of it in the ledger, and after which transaction the page begins."""

    since: datetime | None
    until: datetime | None
    edges: asyncpg.Record
    after: int


async def show(read: Read, query: StatementQuery, settings: Settings) -> Reply:
    """A page of the statement, oldest first, with the balances at both ends of the whole period."""
    page = paging.read(query, LIST)
    if query.kind is not None:
        raise Validation("A kind goes with CSV; as JSON the list of transactions has it.", field="kind")
    period = await _find(read, query, page)
    rows = await read.all(SHOW, period.after, period.edges["up_to"], page.reach)
    reply = paging.listed("transactions", rows, page)
    reply.data |= {
        "accountId": read.account_id,
        "currency": settings.currency,
        "from": stamp(period.since),
        "to": stamp(period.until),
        "openingBalance": period.edges["opening_balance"],
        "closingBalance": period.edges["closing_balance"],
    }
    return reply


async def stream_csv(read: Read, request: Request, query: StatementQuery, exports: Exports) -> Stream:
    """The whole statement as CSV, one transaction a line. Raises Validation where the period holds too many.

    Its first piece raises ServiceUnavailable where there is no room.
    """
    page = paging.read(query, CSV_ROWS)
    period = await _find(read, query, page)
    if page.limit is None and period.edges["up_to"] - period.after > CSV_MOST_ROWS:
        raise Validation(f"The period holds over {CSV_MOST_ROWS} transactions; ask for a shorter one.", field="from")
    pieces = _pieces(read, period, page.limit or CSV_MOST_ROWS, query.kind)
    return exports.stream(read, request, pieces, CSV_TYPE, "statement.csv")


async def _pieces(read: Read, period: _Period, most_rows: int, kind: str | None) -> AsyncGenerator[bytes, None]:
    """The line of names with the first page and not before it, so that what fails there is refused as ever."""
    names, after, left = [COLUMNS], period.after, most_rows
    while left > 0:
        rows = await read.all(EXPORT, after, period.edges["up_to"], min(left, CSV_PAGE_ROWS))
        left = left - len(rows) if len(rows) == CSV_PAGE_ROWS else 0
        wanted = [_cells(row) for row in rows if kind in (None, row["kind"])]
        if names or wanted:
            yield csv_cells.lines([*names, *wanted])
        names = []
        if rows:
            after = rows[-1]["number"]


def is_csv_wanted(query: StatementQuery, request: Request) -> bool:
    """`format` decides where it is given, else the Accept header, in which CSV must be named."""
    if query.format is not None:
        return query.format == "csv"
    return request.accepts(CSV_TYPE)


async def _find(read: Read, query: StatementQuery, page: Page) -> _Period:
    balance.require_order(query.from_, query.to)
    edges = await read.one(EDGES, query.from_ or _BEGINNING, query.to or clock.END_OF_TIME)
    after = edges["after"]
    if page.after is not None:
        after = max(after, balance.number(page.after[0]))
    return _Period(query.from_, query.to, edges, after)


def _cells(row: asyncpg.Record) -> list[Any]:
    return [stamp(value) if isinstance(value, datetime) else value for value in row[: len(COLUMNS)]]
