"""Contents of the page of the plan."""

from typing import Any, get_args

import msgspec

from fulfilment.billing import plans
from fulfilment.billing import routes as billing
from fulfilment.billing.plans import UNLIMITED, Plan
from fulfilment.console.i18n.formatter import Formatter
from fulfilment.console.layout import checkout
from fulfilment.console.layout.checkout import CheckoutReturn
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.i18n import N_
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.payments.port import Currency, PaidPlan

PAGE_ROWS = 50
RESULT_MESSAGES = {
    "cancelled": N_("Your plan is cancelled. You keep it until the end of this period."),
    "not_paid": N_("You left the payment page, so nothing was paid."),
}
# Word, tone and shape of each status, as for parcels.
STATUS_BADGES = {
    "active": (N_("Active"), "done", "tick"),
    "past_due": (N_("Payment failed"), "bad", "warn"),
    "canceling": (N_("Ends with this period"), "trouble", "half"),
    "canceled": (N_("Ended"), "over", "cross"),
    "incomplete": (N_("Waiting for the first payment"), "waiting", "ring"),
}
INVOICE_BADGES = {
    "open": (N_("Not paid yet"), "waiting", "ring"),
    "paid": (N_("Paid"), "done", "tick"),
    "void": (N_("Withdrawn"), "over", "cross"),
    "uncollectible": (N_("Written off"), "bad", "warn"),
}
LIMIT_LABELS = (
    ("orders_per_month", N_("Orders a month")),
    ("aggregator_shipments_per_month", N_("Courier bookings a month")),
    ("warehouses", N_("Warehouses")),
    ("license_keys", N_("Licence keys")),
    ("api_keys", N_("API keys")),
    ("webhook_endpoints", N_("Webhook endpoints")),
    ("requests_per_minute", N_("Requests a minute")),
)
_PAYING_STATUSES = ("active", "past_due", "canceling")


class BillingQuery(msgspec.Struct, kw_only=True):
    """The page of the invoices, and a payment of just now: `paid` is the plan that was bought, `stage` what a page
    shows of it.
    """

    cursor: str | None = None
    done: str | None = None
    paid: str | None = None
    stage: str | None = None


class PlanStatus(msgspec.Struct, frozen=True):
    """Subscription of the workspace. `currency` is that of the subscription, else that of the workspace."""

    plan: str
    name: str
    is_internal: bool
    status: str
    is_paying: bool
    period_end: str
    cancel_at: str | None
    currency: str


class PlanOffer(msgspec.Struct, frozen=True):
    """Plan as one card of the page."""

    id: str
    name: str
    price: str
    limits: list[tuple[str, str]]
    is_current: bool
    is_purchasable: bool


async def render_page(page: ConsolePage, layout: PageLayout, query: BillingQuery) -> Document | EncodedResponse:
    """The present plan with what was used, the plans side by side, and the invoices.

    A script that waits for a payment gets no page before there is another one to show.
    """
    invoices = await page.get(billing.list_invoices, {"limit": PAGE_ROWS, "cursor": query.cursor})
    plan_status = await load_plan_status(page, layout, invoices.data["data"])
    usage = (await page.get(billing.get_usage)).data
    checkout_return = _build_checkout_return(layout, query, plan_status, invoices.data["data"])
    if checkout.is_unchanged(page, checkout_return, query.stage):
        return EncodedResponse(204, b"", {})
    next_cursor = invoices.meta["cursor"] if invoices.meta.get("hasMore") else None
    return layout.render(
        "billing/billing.html",
        nav_item="billing",
        title=layout.gettext("Plan"),
        done=layout.gettext(RESULT_MESSAGES[query.done]) if query.done in RESULT_MESSAGES else None,
        plan_status=plan_status,
        status=STATUS_BADGES[plan_status.status],
        usage=usage,
        offers=[build_offer(layout, plan, plan_status) for plan in plans.PLANS],
        limits=list_limits(layout, None if plan_status.is_internal else plan_status.plan),
        invoices=[(row, format_money(layout, row["amount"], row["currency"])) for row in invoices.data["data"]],
        invoice_statuses=INVOICE_BADGES,
        checkout_return=checkout_return,
        is_in_force=checkout_return is not None and checkout_return.stage != checkout.WAITING,
        awaits_invoice=checkout_return is not None and checkout_return.stage == checkout.IN_FORCE,
        older=None if next_cursor is None else f"{layout.address}/billing?cursor={next_cursor}",
        newest=f"{layout.address}/billing" if query.cursor else None,
    )


def _build_checkout_return(
    layout: PageLayout, query: BillingQuery, plan_status: PlanStatus, invoices: list[dict[str, Any]]
) -> CheckoutReturn | None:
    """Stages of the payment of a plan: first the plan changes, then its invoice is listed."""
    if query.paid is None or query.paid not in get_args(PaidPlan):
        return None
    stage = checkout.WAITING
    if plan_status.plan == query.paid and plan_status.status == "active":
        is_listed = any(row["plan"] == query.paid and row["status"] == "paid" for row in invoices)
        stage = checkout.SETTLED if is_listed else checkout.IN_FORCE
    return checkout.build_checkout_return(f"{layout.address}/billing", query.paid, stage)


async def load_plan_status(
    page: ConsolePage, layout: PageLayout, invoices: list[dict[str, Any]] | None = None
) -> PlanStatus:
    """Current subscription; its currency is that of the newest invoice."""
    subscription = (await page.get(billing.get_subscription)).data
    if invoices is None:
        invoices = (await page.get(billing.list_invoices, {"limit": 1})).data["data"]
    is_paying = (
        subscription["status"] in _PAYING_STATUSES
        and bool(invoices)
        and subscription["plan"] in ("starter", "growth", "scale")
    )
    default_currency = layout.workspace.currency if layout.workspace.currency in get_args(Currency) else "IDR"
    return PlanStatus(
        plan=subscription["plan"],
        name=subscription["planName"],
        is_internal=subscription["isForjioInternal"],
        status=subscription["status"],
        is_paying=is_paying,
        period_end=subscription["currentPeriodEnd"],
        cancel_at=subscription["cancelAt"],
        currency=invoices[0]["currency"] if is_paying and invoices else default_currency,
    )


def build_offer(layout: PageLayout, plan: Plan, plan_status: PlanStatus) -> PlanOffer:
    """A plan with its price in the currency that it would be paid in."""
    price = plan.price_idr if plan_status.currency == "IDR" else plan.price_usd_cents
    is_current = plan.name == plan_status.plan
    is_paid_for = is_current and plan_status.status == "active"
    return PlanOffer(
        id=plan.name or "",
        name=(plan.name or "").capitalize(),
        price=format_money(layout, price, plan_status.currency),
        limits=list_limits(layout, plan.name),
        is_current=is_current,
        is_purchasable=price > 0 and not is_paid_for and not plan_status.is_internal,
    )


def list_limits(layout: PageLayout, plan: str | None) -> list[tuple[str, str]]:
    """Limits of a plan, each with its words and its number."""
    plan_limits = plans.get_plan(plan)
    values = [(label, getattr(plan_limits, column)) for column, label in LIMIT_LABELS]
    return [
        (
            layout.gettext(label),
            layout.gettext(N_("No limit")) if limit == UNLIMITED else layout.formatter.number(limit),
        )
        for label, limit in values
    ]


def format_money(layout: PageLayout, minor_units: int, currency: str) -> str:
    """An amount in its own currency, which need not be the workspace's."""
    return Formatter(layout.language, layout.workspace.time_zone, currency).money(minor_units)
