"""The invoices of a workspace: listed, and fetched when the provider tells of one (specification, Billing objects)."""

from collections.abc import Sequence

from fulfilment.billing import invoice_copies, invoice_queries, queries, subscriptions
from fulfilment.billing.provider import required
from fulfilment.db.tx import Read, System
from fulfilment.fields import PageQuery
from fulfilment.http import paging
from fulfilment.http.envelope import Reply
from fulfilment.http.saga import Saga
from fulfilment.payments import events
from fulfilment.payments import queries as accounts
from fulfilment.payments.access import Payments
from fulfilment.payments.events import Hearing
from fulfilment.payments.port import Invoice

LIST = paging.Limits(default=20, most=50)


async def show(read: Read, query: PageQuery) -> Reply:
    """A page of the workspace's invoices, newest first. Raises Validation."""
    page = paging.read(query, LIST, parts=2)
    reply = paging.listed("data", await invoice_queries.list_newest(read, page), page, "created_at", "id")
    reply.data |= {"cursor": reply.meta["cursor"], "hasMore": reply.meta["hasMore"]}
    return reply


async def refresh(saga: Saga, payments: Payments, provider_invoice_id: str, hearing: Hearing | None = None) -> None:
    """Fetch an invoice, and the subscription that it is for, and keep both, if they are ours.

    Raises PaymentsError, and ServiceUnavailable.
    """
    said = await required(payments).invoice(provider_invoice_id)
    async with saga.read() as read:
        checkout = await queries.find_checkout(read, said.subscription_reference)
    if checkout is None or said.subscription_id is None:
        return
    theirs = saga.resumed(System(checkout["account_id"]), None)
    await subscriptions.refresh(theirs, payments, said.subscription_id)
    found: Sequence[Invoice] = [said]
    async with theirs.read() as read:
        has_first = await invoice_queries.is_known(read, checkout["invoice_id"])
    if not has_first:
        found = [said, *await invoice_copies.fetch(theirs, payments, said.customer_id)]
    async with theirs.step() as tx:
        await accounts.lock_account(tx)
        if await events.is_new(tx, hearing):
            await invoice_copies.store(tx, found)
