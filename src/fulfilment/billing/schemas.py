"""What goes over the wire about billing (specification, Billing objects; decisions, section 10)."""

from typing import Literal

from fulfilment.billing.plans import PlanId
from fulfilment.infra.models import ApiModel, CommandModel, Email, Short, Timestamp
from fulfilment.payments.schemas import ReturnTo

# What a workspace of the operator's own is on, which is not sold.
StandingPlan = Literal["free", "starter", "growth", "scale", "internal"]
Status = Literal["active", "past_due", "canceling", "canceled", "incomplete"]
InvoiceStatus = Literal["open", "paid", "void", "uncollectible"]
Currency = Literal["IDR", "USD"]


class PlanOffer(ApiModel):
    """A plan of the catalogue."""

    id: PlanId
    """The plan; a checkout names it in upper case."""
    name: str
    """What people call the plan, such as `Starter`."""
    price: int
    """What a month costs, in whole rupiah; 0 for `free`."""
    currency: Literal["IDR"]
    """The currency of the price. A checkout may ask for another one."""
    features: list[str]
    """What the plan includes, in words to show, such as `500 orders a month`."""


class CurrentPlan(ApiModel):
    """The workspace's plan and its limits. What there is already stays where a plan includes less."""

    plan: StandingPlan
    """The plan that the workspace is on; `internal` for one of the operator's own, which nothing limits."""
    plan_name: str
    """What people call the plan, such as `Growth`."""
    is_forjio_internal: bool
    """Whether `plan` is `internal`."""
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
    """How the workspace pays."""

    words_of = CurrentPlan

    plan: StandingPlan
    plan_name: str
    is_forjio_internal: bool
    status: Status
    """`active`: it is paid and goes on, or nothing was bought; `past_due`: a payment failed, and the provider tries
    again; `canceling`: it ends at `cancelAt`, also where it is overdue; `canceled`: it has ended; `incomplete`: the
    first payment has not come through.
    """
    current_period_start: Timestamp
    """When the present period began: the one that is paid for, or the calendar month (UTC) where nothing is."""
    current_period_end: Timestamp
    """When the present period ends."""
    cancel_at: Timestamp | None
    """When it ends, or ended; null while it goes on."""


class Usage(ApiModel):
    """What the calendar month (UTC) holds so far."""

    words_of = CurrentPlan

    plan: StandingPlan
    orders_fulfilled: int
    """Orders: shipments booked, deliveries granted and licenses issued, also those that were cancelled or revoked
    later.
    """
    orders_limit: int
    shipments_created: int
    """Shipments that were made, drafts included; they are orders once they are booked."""
    licenses_issued: int
    """Licenses that were issued, revoked ones included."""
    reset_at: Timestamp
    """When the next month begins, and everything counts from 0 again."""


class Invoice(ApiModel):
    """An invoice of the payment provider's, for the workspace's plan."""

    id: str
    """Identifies the invoice (`inv_…`); the first one of a subscription has the `invoiceId` that the checkout
    answered.
    """
    plan: PlanId | None
    """The plan that is paid for; null where it is not known."""
    amount: int
    """What is to be paid, in the currency's minor unit: whole rupiah, or US cents."""
    currency: str
    """`IDR` or `USD`."""
    status: InvoiceStatus
    """`open`: to be paid; `paid`: done; `void`: withdrawn; `uncollectible`: given up."""
    paid_at: Timestamp | None
    """When it was paid; null before."""
    receipt_url: str | None
    """The payment provider's page of it; null until there is one."""
    created_at: Timestamp
    """When the payment provider made it."""


class Invoices(ApiModel):
    """A page of invoices."""

    data: list[Invoice]
    """The invoices of the page, newest first."""
    cursor: str | None
    """The same as `meta.cursor`: leads to the next page, null on the last one."""
    has_more: bool
    """Whether there is a next page."""


class PlanCheckout(CommandModel):
    """A plan to buy on a page of the payment provider."""

    plan: Literal["STARTER", "GROWTH", "SCALE"]
    """The plan to buy. The one that is paid for already is refused, unless it is being cancelled or is overdue."""
    email: Email | None = None
    """Where receipts go. An API key must say it; for a person, the address of their token is used where it has one."""
    name: Short | None = None
    """The buyer's name, for the payment provider."""
    currency: Currency | None = None
    """What to pay in. Unless given, the currency of the present subscription, else IDR in Indonesia and where the
    country is not known, and USD elsewhere. While a subscription is paid for, another currency than its own is refused.
    """
    return_to: ReturnTo | None = None
    """`console`: who has paid, or not, comes back to the workspace's page in the console; else to the pages that the
    operator has set, or to a page that says what happened.
    """
