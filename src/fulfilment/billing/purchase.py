"""Checkout of a plan and its currency (specification, Billing; decisions, section 10)."""

import re

import asyncpg

from fulfilment.billing import catalogue, queries
from fulfilment.billing.errors import PlanNotConfigured
from fulfilment.billing.schemas import PlanCheckout
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.principal import as_principal
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.payments import checkout, return_pages
from fulfilment.payments.port import Currency, PaidPlan
from fulfilment.payments.provider import PAID_PLANS, Payments
from fulfilment.payments.schemas import CheckoutOrder, OpenedCheckout
from fulfilment.settings import Settings

_COUNTRY = re.compile("[A-Za-z]{2}")
_INDONESIA = "ID"
# The code that proxies send for an unknown country: ISO 3166 leaves it to its users.
_UNKNOWN = "XX"


# The plans by their names in the API.
_PLANS: dict[str, PaidPlan] = {plan.upper(): plan for plan in PAID_PLANS}


async def open_plan_checkout(
    operation: ExternalOperation, body: PlanCheckout, payments: Payments, request: Request, settings: Settings
) -> EncodedResponse[OpenedCheckout]:
    """Open the provider's payment page for a plan.

    Raises Validation, PlanNotConfigured, CheckoutFailed, TooManyCheckouts, and InProgress while a request with the
    same idempotency key is running.
    """
    plan = _PLANS[body.plan]
    email = checkout.require_email(as_principal(operation.actor), body.email)
    async with operation.read() as read:
        current = await queries.find_current(read)
        open_sessions = await queries.find_open_sessions(read, checkout.MAX_EXPIRED_SESSIONS)
    _require_new_plan(plan, current)
    currency_code = choose_currency(body.currency, request, current, settings)
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
    """Raise Validation if the workspace pays for this plan already."""
    if current["status"] == "active" and current["plan"] == plan:
        raise Validation(f"The workspace pays for the plan {plan} already.", field="plan")


def choose_currency(
    requested: Currency | None, request: Request, current: asyncpg.Record, settings: Settings
) -> Currency:
    """The requested currency, else that of the present subscription, else by the country in the proxy's header.

    Raises Validation if the present subscription is paid in another currency: the provider bills a customer in one.
    """
    paid = current["currency"] if current["status"] not in (None, "canceled", "incomplete") else None
    if paid is not None and requested not in (None, paid):
        raise Validation(f"The present subscription is paid in {paid}, and so must be the next.", field="currency")
    return requested or paid or _currency_of_country(request, settings.payments_country_header)


def _currency_of_country(request: Request, header: str) -> Currency:
    country = request.single_value(header) if header else None
    if country is None or not _COUNTRY.fullmatch(country) or country.upper() in (_INDONESIA, _UNKNOWN):
        return "IDR"
    return "USD"
