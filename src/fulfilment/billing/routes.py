"""The HTTP edge of billing (specification, Billing)."""

from collections.abc import Awaitable, Callable

from fulfilment.billing import cancellation, catalogue, invoices, plan_status, purchase
from fulfilment.billing.errors import CancelFailed, PlanNotConfigured
from fulfilment.billing.schemas import CurrentPlan, Invoices, PlanCheckout, PlanOffer, Subscription, Usage
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.limits.request_limits import PAYMENTS
from fulfilment.infra.models import PageQuery, format_timestamp
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.integrations.schemas import PartnerKeyStatus, PaymentsStatus
from fulfilment.payments import queries
from fulfilment.payments.checkout import CheckoutFailed
from fulfilment.payments.provider import Payments
from fulfilment.payments.schemas import OpenedCheckout
from fulfilment.settings import Settings

route = Routes("Billing", "The workspace's own plan of this service: plans and their limits, subscription, invoices.")


@route.get("/billing/plans", sdk_method="billing.list_plans", is_cross_origin=True)
async def list_plans(public: Public) -> list[PlanOffer]:
    """List the plans, the smallest first; prices are a month's, in whole rupiah."""
    return catalogue.list_offers()


@route.get("/billing/plan", sdk_method="billing.get_plan")
async def get_plan(read: Read) -> CurrentPlan:
    """Show the workspace's plan and its limits."""
    return await plan_status.get_plan(read)


@route.get("/billing/subscription", sdk_method="billing.get_subscription")
async def get_subscription(read: Read) -> Subscription:
    """Show the workspace's subscription, its status and its period."""
    return await plan_status.get_subscription(read)


@route.get("/billing/usage", sdk_method="billing.get_usage")
async def get_usage(read: Read) -> Usage:
    """Show the workspace's usage of this calendar month (UTC)."""
    return await plan_status.get_usage(read)


@route.get("/billing/invoices", sdk_method="billing.list_invoices", page=invoices.LIST)
async def list_invoices(read: Read, query: PageQuery) -> Reply[Invoices]:
    """List the invoices, newest first."""
    return await invoices.list_invoices(read, query)


@route.post(
    "/billing/checkout", sdk_method="billing.create_checkout", cost=PAYMENTS, raises=(CheckoutFailed, PlanNotConfigured)
)
async def create_plan_checkout(
    operation: ExternalOperation, body: PlanCheckout, payments: Payments, request: Request, settings: Settings
) -> EncodedResponse[OpenedCheckout]:
    """Open a page on which a plan is paid for.

    A request with an API key must give an `email`; for a signed-in user, the address of their token is used. Without a
    currency, that of the present subscription is used. Without a subscription it is IDR in Indonesia and where the
    country is not known, and USD elsewhere.
    """
    return await purchase.open_plan_checkout(operation, body, payments, request, settings)


@route.post("/billing/cancel", sdk_method="billing.cancel_subscription", cost=PAYMENTS, raises=(CancelFailed,))
async def cancel_subscription(
    operation: ExternalOperation, payments: Payments, settings: Settings
) -> EncodedResponse[Subscription]:
    """Cancel at the end of the current period; a workspace that pays for nothing is returned as it is."""
    return await cancellation.cancel_subscription(operation, payments, settings)


def build_status_provider(payments: Payments) -> Callable[[Read], Awaitable[PaymentsStatus]]:
    """The status provider of payments for the integrations of a workspace."""

    async def get_status(read: Read) -> PaymentsStatus:
        return PaymentsStatus(
            webhook_secret_set=bool(payments.webhook_secrets),
            partner_key=PartnerKeyStatus(configured=payments.is_configured),
            last_event_at=format_timestamp(await queries.find_last_event(read)),
        )

    return get_status
