"""What stands on the page of the plan."""

from typing import Any, get_args

import msgspec

from fulfilment import plans
from fulfilment.billing import routes as billing
from fulfilment.console.frame.frame import Frame
from fulfilment.console.wording.show import Show
from fulfilment.http.envelope import Document
from fulfilment.http.page import Page
from fulfilment.payments.port import Currency
from fulfilment.plans import UNLIMITED, Plan
from fulfilment.translations import N_

PAGE_ROWS = 50
DONE = {
    "cancelled": N_("The plan is cancelled. It stays until the end of the period."),
    "not_paid": N_("Nothing was paid. You left the payment page before paying."),
}
# The word, its tone and its shape, as for the states of parcels.
STATUSES = {
    "active": (N_("Active"), "done", "tick"),
    "past_due": (N_("Payment failed"), "bad", "warn"),
    "canceling": (N_("Ends with the period"), "trouble", "half"),
    "canceled": (N_("Ended"), "over", "cross"),
    "incomplete": (N_("First payment is missing"), "waiting", "ring"),
}
INVOICES = {
    "open": (N_("To be paid"), "waiting", "ring"),
    "paid": (N_("Paid"), "done", "tick"),
    "void": (N_("Withdrawn"), "over", "cross"),
    "uncollectible": (N_("Given up"), "bad", "warn"),
}
LIMITS = (
    ("orders_per_month", N_("Orders a month")),
    ("aggregator_shipments_per_month", N_("Courier bookings a month")),
    ("warehouses", N_("Warehouses")),
    ("license_keys", N_("Licence keys")),
    ("api_keys", N_("API keys")),
    ("webhook_endpoints", N_("Webhook endpoints")),
    ("requests_per_minute", N_("Requests a minute")),
)
_PAYING = ("active", "past_due", "canceling")


class BillingQuery(msgspec.Struct, kw_only=True):
    """The page of the invoices, and what has just come of a payment: `paid` is the plan that was bought."""

    cursor: str | None = None
    done: str | None = None
    paid: str | None = None


class Standing(msgspec.Struct, frozen=True):
    """How the workspace pays. `currency` is that of what it pays already, else the workspace's."""

    plan: str
    name: str
    is_internal: bool
    status: str
    is_paying: bool
    period_end: str
    cancel_at: str | None
    currency: str


class Offer(msgspec.Struct, frozen=True):
    """A plan as it is shown beside the others."""

    id: str
    name: str
    price: str
    limits: list[tuple[str, str]]
    is_present: bool
    is_sold: bool


async def put(page: Page, shown: Frame, query: BillingQuery) -> Document:
    """The present plan with what was used, the plans side by side, and the invoices."""
    invoices = await page.ask(billing.list_invoices, {"limit": PAGE_ROWS, "cursor": query.cursor})
    standing = await standing_of(page, shown, invoices.data["data"])
    usage = (await page.ask(billing.get_usage)).data
    is_bought = standing.plan == query.paid and standing.status == "active"
    more = invoices.meta["cursor"] if invoices.meta.get("hasMore") else None
    return shown.put(
        "billing/billing.html",
        place="billing",
        title=shown.say("Plan"),
        done=shown.say(DONE[query.done]) if query.done in DONE else None,
        standing=standing,
        status=STATUSES[standing.status],
        usage=usage,
        offers=[offer_of(shown, plan, standing) for plan in plans.PLANS],
        limits=limits_of(shown, None if standing.is_internal else standing.plan),
        invoices=[(row, money(shown, row["amount"], row["currency"])) for row in invoices.data["data"]],
        invoice_statuses=INVOICES,
        paid=query.paid if query.paid in [plan.name for plan in plans.PLANS] else None,
        is_bought=is_bought,
        older=None if more is None else f"{shown.address}/billing?cursor={more}",
        newest=f"{shown.address}/billing" if query.cursor else None,
    )


async def standing_of(page: Page, shown: Frame, invoices: list[dict[str, Any]] | None = None) -> Standing:
    """How the workspace pays now; the newest invoice tells in which currency."""
    said = (await page.ask(billing.get_subscription)).data
    if invoices is None:
        invoices = (await page.ask(billing.list_invoices, {"limit": 1})).data["data"]
    is_paying = said["status"] in _PAYING and bool(invoices) and said["plan"] in ("starter", "growth", "scale")
    usual = shown.workspace.currency if shown.workspace.currency in get_args(Currency) else "IDR"
    return Standing(
        plan=said["plan"],
        name=said["planName"],
        is_internal=said["isForjioInternal"],
        status=said["status"],
        is_paying=is_paying,
        period_end=said["currentPeriodEnd"],
        cancel_at=said["cancelAt"],
        currency=invoices[0]["currency"] if is_paying and invoices else usual,
    )


def offer_of(shown: Frame, plan: Plan, standing: Standing) -> Offer:
    """A plan with its price in the currency that it would be paid in."""
    price = plan.price_idr if standing.currency == "IDR" else plan.price_usd_cents
    is_present = plan.name == standing.plan
    is_paid_for = is_present and standing.status == "active"
    return Offer(
        id=plan.name or "",
        name=(plan.name or "").capitalize(),
        price=money(shown, price, standing.currency),
        limits=limits_of(shown, plan.name),
        is_present=is_present,
        is_sold=price > 0 and not is_paid_for and not standing.is_internal,
    )


def limits_of(shown: Frame, plan: str | None) -> list[tuple[str, str]]:
    """What a plan includes: the words and the number of each limit."""
    included = plans.of(plan)
    values = [(word, getattr(included, column)) for column, word in LIMITS]
    return [
        (shown.say(word), shown.say(N_("No limit")) if most == UNLIMITED else shown.show.number(most))
        for word, most in values
    ]


def money(shown: Frame, minor_units: int, currency: str) -> str:
    """An amount in its own currency, which need not be the workspace's."""
    return Show(shown.language, shown.workspace.time_zone, currency).money(minor_units)
