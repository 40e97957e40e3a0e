"""Invoices fetched from the provider, and kept as rows (specification, Billing objects).

An invoice only ever moves on, from open to what it comes to; so what was fetched earlier and arrives later changes
nothing. The first of a subscription has the id that its checkout answered.
"""

from collections.abc import Sequence

from fulfilment.billing import invoice_queries, queries
from fulfilment.billing.provider import require_provider
from fulfilment.infra import ids
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.payments.port import ProviderInvoice
from fulfilment.payments.provider import Payments

# A page of the provider's; so many of them, each with something new, are fetched at a time.
PAGE_SIZE = 100
_MAX_PAGES = 10


async def fetch_invoices(operation: ExternalOperation, payments: Payments, customer_id: str) -> list[ProviderInvoice]:
    """The customer's invoices, newest first, until a page brings nothing new. Raises PaymentsError."""
    provider = require_provider(payments)
    found: list[ProviderInvoice] = []
    for _ in range(_MAX_PAGES):
        after = found[-1].id if found else None
        page = await provider.list_invoices(customer_id, PAGE_SIZE, after)
        found += page.invoices
        if not page.has_more or not page.invoices:
            break
        async with operation.read() as read:
            if await invoice_queries.count_known(read, [one.id for one in page.invoices]) == len(page.invoices):
                break
    return found


async def store_invoices(tx: Tx, found: Sequence[ProviderInvoice]) -> None:
    """Keep those that are for our subscriptions and are more than a draft, of a list with the newest first.

    The billing account is ours.
    """
    # The provider counts in seconds, and its order tells apart what happened in the same one.
    newest_first = sorted(found, key=lambda one: one.created_at, reverse=True)
    billable = [one for one in reversed(newest_first) if one.subscription_reference and one.status != "draft"]
    if not billable:
        return
    references = {one.subscription_reference for one in billable if one.subscription_reference}
    checkouts = {row["subscription_id"]: row for row in await queries.find_checkouts(tx, sorted(references))}
    for one in billable:
        checkout = checkouts.get(one.subscription_reference)
        if checkout is not None:
            await invoice_queries.store_invoice(tx, one, checkout, ids.new("inv"))
