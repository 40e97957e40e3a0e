"""API models of billing (specification, Billing objects; decisions, section 10)."""

from typing import Literal

from fulfilment.billing.plans import PlanId
from fulfilment.infra.models import ApiModel, CommandModel, Email, Short, Timestamp
from fulfilment.payments.schemas import ReturnTo

# `internal` is the plan of the operator's own workspaces, which is not for sale.
StandingPlan = Literal["free", "starter", "growth", "scale", "internal"]
Status = Literal["active", "past_due", "canceling", "canceled", "incomplete"]
InvoiceStatus = Literal["open", "paid", "void", "uncollectible"]
Currency = Literal["IDR", "USD"]


class PlanOffer(ApiModel):
    """A plan of the catalogue."""

    id: PlanId
    """The plan; a checkout names it in upper case."""
    name: str
    """The plan's display name, such as `Starter`."""
    price: int
    """The price of a month, in whole rupiah; 0 for `free`."""
    currency: Literal["IDR"]
    """The currency of the price. A checkout may ask for another one."""
    features: list[str]
    """The plan's limits in words, for display, such as `500 orders a month`."""


class CurrentPlan(ApiModel):
    """The workspace's plan and its limits. Existing records stay when a plan includes fewer."""

    plan: StandingPlan
    """The plan that the workspace is on; `internal` for one of the operator's own, which nothing limits."""
    plan_name: str
    """The plan's display name, such as `Growth`."""
    is_forjio_internal: bool
    """True if `plan` is `internal`."""
    orders_limit: int
    """Orders a calendar month (UTC): shipments booked, deliveries and licenses together. -1: no limit."""
    warehouses_limit: int
    """Warehouses that are not archived. -1: no limit."""
    license_keys_limit: int
    """Licenses that are not revoked, expired and suspended ones included. -1: no limit."""
    api_keys_limit: int
    """API keys that are neither revoked nor expired. -1: no limit."""
    webhook_endpoints_limit: int
    """Webhook endpoints, paused ones included. -1: no limit."""
    rate_limit: int
    """Requests a minute, of all API keys of the workspace together. -1: no limit."""
    biteship_shipments_limit: int
    """Courier bookings a calendar month (UTC), whichever aggregator key they are made with. -1: no limit."""
    billing_cycle_end: Timestamp
    """When the next period begins: the subscription's, or the next calendar month (UTC) where there is none."""


class Subscription(ApiModel):
    """The workspace's subscription."""

    words_of = CurrentPlan

    plan: StandingPlan
    plan_name: str
    is_forjio_internal: bool
    status: Status
    """The status of the subscription. `active`: it is paid and goes on, or nothing was bought. `past_due`: a payment
    failed, and the provider tries again. `canceling`: it ends at `cancelAt`, even if it is overdue. `canceled`: it has
    ended. `incomplete`: the first payment has not come through.
    """
    current_period_start: Timestamp
    """When the present period began: that of the subscription, or the calendar month (UTC) without one."""
    current_period_end: Timestamp
    """When the present period ends."""
    cancel_at: Timestamp | None
    """When the subscription ends, or ended; null while it goes on."""


class Usage(ApiModel):
    """The workspace's usage of the calendar month (UTC) so far."""

    words_of = CurrentPlan

    plan: StandingPlan
    orders_fulfilled: int
    """Orders: shipments booked, deliveries granted and licenses issued, even if cancelled or revoked later."""
    orders_limit: int
    shipments_created: int
    """Shipments that were made, drafts included; they are orders once they are booked."""
    licenses_issued: int
    """Licenses that were issued, revoked ones included."""
    reset_at: Timestamp
    """When the next month begins, and all usage counts from 0 again."""


class Invoice(ApiModel):
    """An invoice of the payment provider for the workspace's plan."""

    id: str
    """The invoice's id (`inv_…`). The first invoice of a subscription has the `invoiceId` that the checkout answered.
    """
    plan: PlanId | None
    """The plan that the invoice is for; null where it is not known."""
    amount: int
    """The amount due, in the currency's minor unit: whole rupiah, or US cents."""
    currency: str
    """`IDR` or `USD`."""
    status: InvoiceStatus
    """`open`: to be paid; `paid`: done; `void`: withdrawn; `uncollectible`: given up."""
    paid_at: Timestamp | None
    """When the invoice was paid; null before."""
    receipt_url: str | None
    """The invoice's page at the payment provider; null until there is one."""
    created_at: Timestamp
    """When the payment provider made the invoice."""


class Invoices(ApiModel):
    """A page of invoices."""

    data: list[Invoice]
    """The invoices of the page, newest first."""
    cursor: str | None
    """The same as `meta.cursor`: the cursor of the next page, null on the last page."""
    has_more: bool
    """True if there is a next page."""


class PlanCheckout(CommandModel):
    """A plan to buy on a page of the payment provider."""

    plan: Literal["STARTER", "GROWTH", "SCALE"]
    """The plan to buy. The present plan is refused, unless its subscription is being cancelled or is overdue."""
    email: Email | None = None
    """The address for receipts. Required with an API key; for a signed-in user, the address of their token is used if
    it has one.
    """
    name: Short | None = None
    """The buyer's name, for the payment provider."""
    currency: Currency | None = None
    """The currency to pay in. The default is the currency of the present subscription. Without a subscription it is
    IDR in Indonesia and where the country is not known, and USD elsewhere. While a subscription is paid for, another
    currency than its own is refused.
    """
    return_to: ReturnTo | None = None
    """`console`: after the payment page the buyer returns to the workspace's page in the console. Otherwise the buyer
    returns to the pages that the operator has set, or to a page that shows the result.
    """
