"""Invoices fetched from the provider, and kept as rows (specification, Billing objects).

An invoice only ever moves on, from open to what it comes to; so what was fetched earlier and arrives later changes
nothing. The first of a subscription has the id that its checkout answered.
"""

from collections.abc import Sequence

from fulfilment import ids
from fulfilment.billing import invoice_queries, queries
from fulfilment.billing.provider import required
from fulfilment.db.tx import Tx
from fulfilment.http.saga import Saga
from fulfilment.payments.access import Payments
from fulfilment.payments.port import Invoice

# A page of the provider's; so many of them, each with something new, are fetched at a time.
FETCHED_AT_ONCE = 100
_MOST_PAGES = 10


async def fetch(saga: Saga, payments: Payments, customer_id: str) -> list[Invoice]:
    """The customer's invoices, newest first, until a page brings nothing new. Raises PaymentsError."""
    provider = required(payments)
    found: list[Invoice] = []
    for _ in range(_MOST_PAGES):
        after = found[-1].id if found else None
        page = await provider.invoices(customer_id, FETCHED_AT_ONCE, after)
        found += page.invoices
        if not page.has_more or not page.invoices:
            break
        async with saga.read() as read:
            if await invoice_queries.count_known(read, [one.id for one in page.invoices]) == len(page.invoices):
                break
    return found


async def store(tx: Tx, found: Sequence[Invoice]) -> None:
    """Keep those that are for our subscriptions and are more than a draft, of a list with the newest first.

    The billing account is ours.
    """
    # The provider counts in seconds, and its order tells apart what happened in the same one.
    newest_first = sorted(found, key=lambda one: one.created_at, reverse=True)
    told = [one for one in reversed(newest_first) if one.subscription_reference and one.status != "draft"]
    if not told:
        return
    references = {one.subscription_reference for one in told if one.subscription_reference}
    bought = {row["subscription_id"]: row for row in await queries.find_checkouts(tx, sorted(references))}
    for one in told:
        checkout = bought.get(one.subscription_reference)
        if checkout is not None:
            await invoice_queries.store(tx, one, checkout, ids.new("inv"))
