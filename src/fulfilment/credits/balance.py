"""The balance, and the ledger it is the sum of (decisions, section 6)."""

from datetime import datetime

from fulfilment.credits import listing, queries
from fulfilment.credits.records import CreditBalance, TransactionsQuery
from fulfilment.db.tx import Read
from fulfilment.fields import MAX_INTEGER, from_row
from fulfilment.http import paging
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import Validation
from fulfilment.settings import Settings

LIST = paging.Limits(default=50, most=200)


async def show(read: Read, settings: Settings) -> CreditBalance:
    """The workspace's balance; nothing was ever moved in a new one."""
    return from_row(CreditBalance, await queries.find_balance(read), currency=settings.currency)


async def list_transactions(read: Read, query: TransactionsQuery) -> Reply:
    """A page of the ledger, newest first, with `nextCursor` beside the cursor that every list has.

    Raises Validation where the period ends before it begins.
    """
    page = paging.read(query, LIST)
    require_order(query.from_, query.to)
    after = None if page.after is None else number(page.after[0])
    if query.kind is query.from_ is query.to is query.shipment_id is None:
        reply = paging.listed("transactions", await queries.list_transactions(read, after, page), page)
    else:
        found = await listing.find_transactions(read, after, page, query)
        reply = paging.found("transactions", found, page)
    reply.data["nextCursor"] = reply.meta["cursor"]
    return reply


def require_order(since: datetime | None, until: datetime | None) -> None:
    """Refuse a period that ends before it begins. Raises Validation."""
    if since is not None and until is not None and until < since:
        raise Validation("to must not be before from.", field="to")


def number(text: str) -> int:
    """A transaction's number out of a cursor. Raises Validation."""
    # More digits than a number of ours has are not read at all.
    if not text.isascii() or not text.isdigit() or len(text) > len(str(MAX_INTEGER)):
        raise Validation("This is not a cursor of this list.", field="cursor")
    return int(text)
