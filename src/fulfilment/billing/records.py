"""What goes over the wire about billing (specification, Billing objects; decisions, section 10)."""

from typing import Literal

from fulfilment.fields import Act, Email, Short, Timestamp, Wire

PlanId = Literal["free", "starter", "growth", "scale"]
# What a workspace of the operator's own is on, which is not sold.
StandingPlan = Literal["free", "starter", "growth", "scale", "internal"]
Status = Literal["active", "past_due", "canceling", "canceled", "incomplete"]
InvoiceStatus = Literal["open", "paid", "void", "uncollectible"]
Currency = Literal["IDR", "USD"]


class PlanOffer(Wire):
    """A plan of the catalogue: what it costs a month, in whole rupiah, and what it includes."""

    id: PlanId
    name: str
    price: int
    currency: Literal["IDR"]
    features: list[str]


class CurrentPlan(Wire):
    """The workspace's plan and its limits, each -1 where there is none.

    `billingCycleEnd` is when the next period begins: that of the subscription, else of the calendar month (UTC).
    """

    plan: StandingPlan
    plan_name: str
    is_forjio_internal: bool
    orders_limit: int
    warehouses_limit: int
    license_keys_limit: int
    api_keys_limit: int
    webhook_endpoints_limit: int
    rate_limit: int
    biteship_shipments_limit: int
    billing_cycle_end: Timestamp


class Subscription(Wire):
    """How the workspace pays. Without anything bought it is `active`, and its period the calendar month (UTC).

    `cancelAt` is when it ends, or ended; null while it goes on.
    """

    plan: StandingPlan
    plan_name: str
    is_forjio_internal: bool
    status: Status
    current_period_start: Timestamp
    current_period_end: Timestamp
    cancel_at: Timestamp | None


class Usage(Wire):
    """What the calendar month (UTC) holds so far. Shipments are orders once they are booked."""

    plan: StandingPlan
    orders_fulfilled: int
    orders_limit: int
    shipments_created: int
    licenses_issued: int
    reset_at: Timestamp


class Invoice(Wire):
    """`amount` is in the currency's minor unit: whole rupiah, or US cents. `receiptUrl` is a page of the provider's."""

    id: str
    plan: PlanId | None
    amount: int
    currency: str
    status: InvoiceStatus
    paid_at: Timestamp | None
    receipt_url: str | None
    created_at: Timestamp


class Invoices(Wire):
    """A page of invoices, newest first; `cursor` is null on the last one."""

    data: list[Invoice]
    cursor: str | None
    has_more: bool


class PlanCheckout(Act):
    """The plan to buy. `email` is needed where the credential has none of its own."""

    plan: Literal["STARTER", "GROWTH", "SCALE"]
    email: Email | None = None
    name: Short | None = None
    currency: Currency | None = None
