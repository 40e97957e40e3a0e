"""Buying a plan: the checkout that is opened for it (specification, Billing; decisions, section 10)."""

import asyncpg

from fulfilment.billing import catalogue, currency, queries
from fulfilment.billing.records import PlanCheckout
from fulfilment.billing.refusals import PlanNotConfigured
from fulfilment.http.errors import Validation
from fulfilment.http.mutation import Answered
from fulfilment.http.request import Request
from fulfilment.http.saga import Saga
from fulfilment.payments import buyer, checkout, return_pages
from fulfilment.payments.access import Payments
from fulfilment.payments.port import PaidPlan
from fulfilment.payments.records import Order
from fulfilment.settings import Settings


async def begin(saga: Saga, wanted: PlanCheckout, payments: Payments, request: Request, settings: Settings) -> Answered:
    """Open the page on which the plan is paid for.

    Raises Validation, PlanNotConfigured, CheckoutFailed, TooManyAtOnce, and InProgress while a twin is at it.
    """
    plan: PaidPlan = wanted.plan.lower()
    email = buyer.require_email(saga.actor, wanted.email)
    async with saga.read() as read:
        current = await queries.find_current(read)
        open_pages = await queries.find_open_pages(read, checkout.MOST_CLOSED)
    _require_other(plan, current)
    paid_in = currency.choose(wanted.currency, request, current, settings)
    price_id = payments.price_of(plan, paid_in)
    if payments.provider is None or price_id is None:
        raise PlanNotConfigured
    success_url, cancel_url = return_pages.urls(settings, wanted.return_to, saga.account_id, "billing", plan)
    order = Order(
        kind="plan",
        amount=catalogue.price_of(plan, paid_in),
        currency=paid_in,
        email=email,
        name=wanted.name or None,
        success_url=success_url,
        cancel_url=cancel_url,
        plan=plan,
        price_id=price_id,
    )
    return await checkout.begin(saga, payments.provider, order, settings, former=open_pages)


def _require_other(plan: str, current: asyncpg.Record) -> None:
    """Refuse to sell what is being paid for already. Raises Validation."""
    if current["status"] == "active" and current["plan"] == plan:
        raise Validation(f"The workspace pays for the plan {plan} already.", field="plan")
