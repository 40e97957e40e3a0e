"""The balance, and the ledger it is the sum of (decisions, section 6)."""

from datetime import datetime

from fulfilment.credits import listing, queries
from fulfilment.credits.schemas import CreditBalance, CreditTransactions, TransactionsQuery
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import from_row
from fulfilment.settings import Settings

LIST = pagination.PageLimits(default=50, max_limit=200)


async def get_balance(read: Read, settings: Settings) -> CreditBalance:
    """The workspace's balance; nothing was ever moved in a new one."""
    return from_row(CreditBalance, await queries.find_balance(read), currency=settings.currency)


async def list_transactions(read: Read, query: TransactionsQuery) -> Reply[CreditTransactions]:
    """A page of the ledger, newest first, with `nextCursor` beside the cursor that every list has.

    Raises Validation where the period ends before it begins.
    """
    page = pagination.parse_page(query, LIST, parts=(int,))
    require_order(query.from_, query.to)
    (after,) = page.after or (None,)
    if query.kind is query.from_ is query.to is query.shipment_id is None:
        reply = pagination.page_response("transactions", await queries.list_transactions(read, after, page), page)
    else:
        found = await listing.find_transactions(read, after, page, query)
        reply = pagination.scan_response("transactions", found, page)
    assert reply.meta is not None
    reply.data["nextCursor"] = reply.meta["cursor"]
    return reply


def require_order(since: datetime | None, until: datetime | None) -> None:
    """Refuse a period that ends before it begins. Raises Validation."""
    if since is not None and until is not None and until < since:
        raise Validation("to must not be before from.", field="to")
