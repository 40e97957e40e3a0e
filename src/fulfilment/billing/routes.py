"""The HTTP edge of billing (specification, Billing)."""

from fulfilment.billing import account, cancellation, catalogue, invoices, purchase
from fulfilment.billing.records import CurrentPlan, Invoices, PlanCheckout, PlanOffer, Subscription, Usage
from fulfilment.db.tx import Read
from fulfilment.fields import PageQuery
from fulfilment.http.cost import PAYMENTS
from fulfilment.http.public import Public
from fulfilment.http.request import Request
from fulfilment.http.route import Routes
from fulfilment.http.saga import Saga
from fulfilment.payments.access import Payments
from fulfilment.payments.records import OpenedCheckout
from fulfilment.settings import Settings

route = Routes("Billing", "What the workspace itself pays for this service: plans, what they include, and invoices.")


@route.get("/billing/plans", client="billing.list_plans")
async def list_plans(public: Public) -> list[PlanOffer]:
    """List the plans, the smallest first; prices are a month's, in whole rupiah."""
    return catalogue.offer()


@route.get("/billing/plan", client="billing.get_plan")
async def get_plan(read: Read) -> CurrentPlan:
    """Show the workspace's plan and its limits."""
    return await account.show_plan(read)


@route.get("/billing/subscription", client="billing.get_subscription")
async def get_subscription(read: Read) -> Subscription:
    """Show how the workspace pays, and until when."""
    return await account.show_subscription(read)


@route.get("/billing/usage", client="billing.get_usage")
async def get_usage(read: Read) -> Usage:
    """Show what the workspace used this calendar month (UTC)."""
    return await account.show_usage(read)


@route.get("/billing/invoices", client="billing.list_invoices", page=invoices.LIST)
async def list_invoices(read: Read, query: PageQuery) -> Invoices:
    """List the invoices, newest first."""
    return await invoices.show(read, query)


@route.post("/billing/checkout", client="billing.create_checkout", cost=PAYMENTS)
async def create_plan_checkout(
    saga: Saga, wanted: PlanCheckout, payments: Payments, request: Request, settings: Settings
) -> OpenedCheckout:
    """Open a page on which a plan is paid for.

    A caller with an API key must say an email; a person's own is used. Without a currency it is that of what is paid
    already, else IDR in Indonesia and where the country is not known, and USD elsewhere.
    """
    return await purchase.begin(saga, wanted, payments, request, settings)


@route.post("/billing/cancel", client="billing.cancel_subscription", cost=PAYMENTS)
async def cancel_subscription(saga: Saga, payments: Payments, settings: Settings) -> Subscription:
    """Cancel at the end of the current period; a workspace that pays for nothing is answered as it is."""
    return await cancellation.cancel(saga, payments, settings)
