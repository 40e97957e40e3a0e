"""What stands on the first page: the queues with something in them, the money, and the way to a first label."""

from typing import Any

import msgspec

from fulfilment.console.home import plots
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.credits import routes as credits
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.i18n import N_
from fulfilment.shipments import routes as shipments
from fulfilment.shipments.listing.work_queues import OPEN_STATUSES
from fulfilment.stats import routes as stats
from fulfilment.workspaces import routes as workspace

RECENT = 8
# Credit that does not last for so many days waits for whoever may top it up.
SHORT_CREDIT_DAYS = 3
# From here on a parcel has been booked, so that whoever sees it needs no introduction.
BOOKED_STATUSES = (*OPEN_STATUSES, "delivered", "returned")


class WorkQueueLink(msgspec.Struct, frozen=True):
    """A queue as a link. `count_field` is where its count stands in the API's answer, `right` who can do something."""

    count_field: str
    label: str
    path: str
    right: str
    tone: str = ""


WORK_QUEUE_LINKS = (
    WorkQueueLink(
        "unclear", N_("Bookings of which the courier has not answered"), "/shipments?queue=unclear", "shipments.read"
    ),
    WorkQueueLink("toBook", N_("To book"), "/shipments?status=pending", "shipments.change"),
    WorkQueueLink("toPrint", N_("Labels to print"), "/shipments?queue=to_print", "shipments.print"),
    WorkQueueLink(
        "uncollected", N_("Not collected, silent for 24 hours"), "/shipments?queue=uncollected", "shipments.read"
    ),
    WorkQueueLink("silent", N_("Under way, silent for 48 hours"), "/shipments?queue=silent", "shipments.read"),
    WorkQueueLink("returned", N_("Returned, goods to look at"), "/shipments?queue=returned", "shipments.change"),
    WorkQueueLink("lowStock", N_("Low stock"), "/stock?low=true", "stock.read"),
)


class OnboardingStep(msgspec.Struct, frozen=True):
    """A line of the list that leads an empty workspace to its first label."""

    label: str
    path: str
    right: str
    is_done: bool


async def build_context(page: ConsolePage, layout: PageLayout) -> dict[str, Any]:
    """Five statements at most, beside that of the frame."""
    queues = (await page.get(shipments.get_shipment_queues)).data
    is_new = not any(queues["byStatus"].get(status) for status in BOOKED_STATUSES)
    balance = None
    if page.may("shipping_credits.read"):
        balance = (await page.get(credits.get_shipping_credits)).data
    days = None
    if not is_new and page.may("statistics.read"):
        days = (await page.get(stats.get_stats_days)).data
    days_left = None if days is None else days["creditDaysLeft"]
    return {
        "plots": None if days is None else plots.build_plots(days),
        "days_left": days_left,
        "is_short": days_left is not None and days_left < SHORT_CREDIT_DAYS and page.may("shipping_credits.change"),
        "work": [
            (link, queues[link.count_field])
            for link in WORK_QUEUE_LINKS
            if page.may(link.right) and queues[link.count_field]["count"]
        ],
        "failing": queues["failingEndpoints"] if page.may("webhooks.read") else None,
        "balance": balance,
        "under_way": sum(queues["byStatus"].get(status, 0) for status in OPEN_STATUSES),
        "delivered": queues["byStatus"].get("delivered", 0),
        "steps": await _list_steps(page, layout) if is_new else [],
        "recent": []
        if is_new
        else (await page.get(shipments.list_legacy_shipments, {"limit": RECENT})).data["shipments"],
    }


async def _list_steps(page: ConsolePage, layout: PageLayout) -> list[OnboardingStep]:
    """What is still to be done, read from the data; of the printer, from what this browser keeps (decision 131)."""
    setup = (await page.get(workspace.get_workspace_setup)).data
    has_paper = layout.device_settings.label_size is not None
    steps = [
        OnboardingStep(N_("Enter where couriers collect"), "/settings/origin", "shipping.configure", setup["origin"]),
        OnboardingStep(N_("Choose your couriers"), "/settings/couriers", "shipping.configure", setup["couriers"]),
        OnboardingStep(N_("Add what you sell"), "/products/new", "catalog.change", setup["products"]),
        OnboardingStep(N_("Count your stock"), "/stock", "stock.change", setup["stock"]),
        OnboardingStep(
            N_("Top up shipping credit, or use a key of your own"),
            "/credit",
            "shipping_credits.change",
            setup["payment"],
        ),
        OnboardingStep(
            N_("Choose the paper of your label printer"), "/settings/workstation", "shipments.print", has_paper
        ),
        OnboardingStep(N_("Draft your first parcel"), "/shipments/new", "shipments.change", setup["shipments"]),
        OnboardingStep(N_("Book it and print its label"), "/shipments", "shipments.change", is_done=False),
    ]
    return [step for step in steps if page.may(step.right)]
