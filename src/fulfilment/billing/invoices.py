"""Invoices of a workspace: their list, and synchronisation with the provider (specification, Billing objects)."""

from collections.abc import Sequence
from datetime import datetime

from fulfilment.billing import invoice_queries, queries, subscriptions
from fulfilment.billing.schemas import Invoices
from fulfilment.infra import ids
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.database.transaction import Read, System, Tx
from fulfilment.infra.models import PageQuery
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.payments import events
from fulfilment.payments import queries as accounts
from fulfilment.payments.events import EventReceipt
from fulfilment.payments.port import ProviderInvoice
from fulfilment.payments.provider import Payments, require_provider

LIST = pagination.PageLimits(default=20, max_limit=50)

# The page size of the provider's list. One fetch reads at most this many pages, each with a new invoice.
PAGE_SIZE = 100
_MAX_PAGES = 10


async def list_invoices(read: Read, query: PageQuery) -> Reply[Invoices]:
    """A page of the workspace's invoices, newest first. Raises Validation."""
    page = pagination.parse_page(query, LIST, parts=(datetime, str))
    reply = pagination.page_response("data", await invoice_queries.list_newest(read, page), page, "created_at", "id")
    assert reply.meta is not None
    reply.data |= {"cursor": reply.meta["cursor"], "hasMore": reply.meta["hasMore"]}
    return reply


async def sync_invoice(
    operation: ExternalOperation, payments: Payments, provider_invoice_id: str, receipt: EventReceipt | None = None
) -> None:
    """Fetch an invoice and its subscription, and store both if they are ours.

    Raises PaymentsError, and ServiceUnavailable.
    """
    invoice = await require_provider(payments).retrieve_invoice(provider_invoice_id)
    async with operation.read() as read:
        checkout = await queries.find_checkout(read, invoice.subscription_reference)
    if checkout is None or invoice.subscription_id is None:
        return
    tenant_operation = operation.resume_as(System(checkout["account_id"]), None)
    await subscriptions.sync_subscription(tenant_operation, payments, invoice.subscription_id)
    found: Sequence[ProviderInvoice] = [invoice]
    async with tenant_operation.read() as read:
        has_first = await invoice_queries.is_known(read, checkout["invoice_id"])
    if not has_first:
        found = [invoice, *await fetch_invoices(tenant_operation, payments, invoice.customer_id)]
    async with tenant_operation.transaction() as tx:
        await accounts.lock_account(tx)
        if await events.record_event(tx, receipt):
            await store_invoices(tx, found)


async def fetch_invoices(operation: ExternalOperation, payments: Payments, customer_id: str) -> list[ProviderInvoice]:
    """Fetch the customer's invoices, newest first, until a page has no new one. Raises PaymentsError."""
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
    """Store invoices of our subscriptions, without drafts, from a list with the newest first.

    The caller holds the lock of the billing account.
    """
    # The provider's times are whole seconds; its order decides between invoices of the same second.
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
