"""Buying a plan: the checkout that is opened for it (specification, Billing; decisions, section 10)."""

import asyncpg

from fulfilment.billing import catalogue, currency, queries
from fulfilment.billing.errors import PlanNotConfigured
from fulfilment.billing.schemas import PlanCheckout
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.principal import as_principal
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.payments import buyer, checkout, return_pages
from fulfilment.payments.port import PaidPlan
from fulfilment.payments.provider import PAID_PLANS, Payments
from fulfilment.payments.schemas import CheckoutOrder, OpenedCheckout
from fulfilment.settings import Settings

# By what they are called on the wire.
_PLANS: dict[str, PaidPlan] = {plan.upper(): plan for plan in PAID_PLANS}


async def open_plan_checkout(
    operation: ExternalOperation, body: PlanCheckout, payments: Payments, request: Request, settings: Settings
) -> EncodedResponse[OpenedCheckout]:
    """Open the page on which the plan is paid for.

    Raises Validation, PlanNotConfigured, CheckoutFailed, TooManyCheckouts, and InProgress while a twin is at it.
    """
    plan = _PLANS[body.plan]
    email = buyer.require_email(as_principal(operation.actor), body.email)
    async with operation.read() as read:
        current = await queries.find_current(read)
        open_sessions = await queries.find_open_sessions(read, checkout.MAX_EXPIRED_SESSIONS)
    _require_new_plan(plan, current)
    currency_code = currency.choose_currency(body.currency, request, current, settings)
    price_id = payments.find_price_id(plan, currency_code)
    if payments.provider is None or price_id is None:
        raise PlanNotConfigured
    success_url, cancel_url = return_pages.build_return_urls(
        settings, body.return_to, operation.account_id, "billing", plan
    )
    order = CheckoutOrder(
        kind="plan",
        amount=catalogue.plan_price(plan, currency_code),
        currency=currency_code,
        email=email,
        name=body.name or None,
        success_url=success_url,
        cancel_url=cancel_url,
        plan=plan,
        price_id=price_id,
    )
    return await checkout.create_checkout(
        operation, payments.provider, order, settings, sessions_to_expire=open_sessions
    )


def _require_new_plan(plan: str, current: asyncpg.Record) -> None:
    """Refuse to sell what is being paid for already. Raises Validation."""
    if current["status"] == "active" and current["plan"] == plan:
        raise Validation(f"The workspace pays for the plan {plan} already.", field="plan")
