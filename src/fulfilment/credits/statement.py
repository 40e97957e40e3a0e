"""Statements of credit: what moved the balance in a period, as JSON or CSV.

Transactions are numbered without a gap, in the order of their time. So the statements of two periods that adjoin have
every transaction once, and the closing balance of one is the opening balance of the next.
"""

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
from fulfilment.http.envelope import Document, Reply
from fulfilment.http.errors import Validation
from fulfilment.http.paging import Page
from fulfilment.http.request import Request
from fulfilment.settings import Settings

LIST = paging.Limits(default=200, most=1_000)
CSV_MOST_ROWS = 50_000
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
    columns="created_at, id, kind, amount, balance_after, shipment_id, external_ref, memo, created_by",
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


async def write_csv(read: Read, query: StatementQuery) -> Document:
    """The whole statement as CSV, one transaction a line. Raises Validation where the period holds too many."""
    page = paging.read(query, CSV_ROWS)
    period = await _find(read, query, page)
    if page.limit is None and period.edges["up_to"] - period.after > CSV_MOST_ROWS:
        raise Validation(f"The period holds over {CSV_MOST_ROWS} transactions; ask for a shorter one.", field="from")
    rows = await read.all(EXPORT, period.after, period.edges["up_to"], page.limit or CSV_MOST_ROWS)
    wanted = (row for row in rows if query.kind in (None, row["kind"]))
    return Document(csv_cells.lines([COLUMNS, *map(_cells, wanted)]), CSV_TYPE, "statement.csv")


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
    return [stamp(value) if isinstance(value, datetime) else value for value in row]
