"""HTTP route of the first page: work queues, credit, plots, and the steps to a first label."""

from typing import Any

import msgspec

from fulfilment.console import charts
from fulfilment.console.charts import Bars, Steps
from fulfilment.console.layout import page_layout
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.credits.routes import get_shipping_credits
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.i18n import N_
from fulfilment.shipments.listing.work_queues import OPEN_STATUSES
from fulfilment.shipments.routes import get_shipment_queues, list_legacy_shipments
from fulfilment.stats import routes as stats
from fulfilment.workspaces.routes import get_workspace_setup

# Parts of a day's bar, from below: name of the figure, its words, and its CSS class.
OUTCOMES = (
    ("delivered", N_("Delivered"), "bar-good"),
    ("returned", N_("Returned"), "bar-bad"),
    ("cancelled", N_("Cancelled"), "bar-open"),
)


RECENT = 8
# Credit that lasts for fewer days needs the attention of a person with the right to top up.
SHORT_CREDIT_DAYS = 3
# Statuses of booked parcels. A workspace with one of them needs no introduction.
BOOKED_STATUSES = (*OPEN_STATUSES, "delivered", "returned")


class WorkQueueLink(msgspec.Struct, frozen=True):
    """Link to a work queue. `count_field` is its field in the API's answer, `right` the right to act on it."""

    count_field: str
    label: str
    path: str
    right: str
    tone: str = ""


WORK_QUEUE_LINKS = (
    WorkQueueLink(
        "unclear", N_("Bookings without an answer from the courier"), "/shipments?queue=unclear", "shipments.read"
    ),
    WorkQueueLink("toBook", N_("To book"), "/shipments?status=pending", "shipments.change"),
    WorkQueueLink("toPrint", N_("Labels to print"), "/shipments?queue=to_print", "shipments.print"),
    WorkQueueLink(
        "uncollected", N_("Not collected, no news for 24 hours"), "/shipments?queue=uncollected", "shipments.read"
    ),
    WorkQueueLink("silent", N_("Under way, no news for 48 hours"), "/shipments?queue=silent", "shipments.read"),
    WorkQueueLink("returned", N_("Returned, goods to check"), "/shipments?queue=returned", "shipments.change"),
    WorkQueueLink("lowStock", N_("Low stock"), "/stock?low=true", "stock.read"),
)


class OnboardingStep(msgspec.Struct, frozen=True):
    """Step of the list that leads an empty workspace to its first label."""

    label: str
    path: str
    right: str
    is_done: bool


async def build_context(page: ConsolePage, layout: PageLayout) -> dict[str, Any]:
    """Values of the page, from at most five statements in addition to that of the frame."""
    queues = (await page.get(get_shipment_queues)).data
    is_new = not any(queues["byStatus"].get(status) for status in BOOKED_STATUSES)
    balance = None
    if page.may("shipping_credits.read"):
        balance = (await page.get(get_shipping_credits)).data
    days = None
    if not is_new and page.may("statistics.read"):
        days = (await page.get(stats.get_stats_days)).data
    days_left = None if days is None else days["creditDaysLeft"]
    return {
        "plots": None if days is None else build_plots(days),
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
        "recent": [] if is_new else (await page.get(list_legacy_shipments, {"limit": RECENT})).data["shipments"],
    }


async def _list_steps(page: ConsolePage, layout: PageLayout) -> list[OnboardingStep]:
    """The open steps, read from the data; the printer's step is read from this browser's cookie (decision 36)."""
    setup = (await page.get(get_workspace_setup)).data
    has_paper = layout.device_settings.label_size is not None
    charts = [
        OnboardingStep(
            N_("Enter where couriers collect your parcels"), "/settings/origin", "shipping.configure", setup["origin"]
        ),
        OnboardingStep(N_("Choose your couriers"), "/settings/couriers", "shipping.configure", setup["couriers"]),
        OnboardingStep(N_("Add what you sell"), "/products/new", "catalog.change", setup["products"]),
        OnboardingStep(N_("Count your stock"), "/stock", "stock.change", setup["stock"]),
        OnboardingStep(
            N_("Top up shipping credit, or use your own key"),
            "/credit",
            "shipping_credits.change",
            setup["payment"],
        ),
        OnboardingStep(
            N_("Choose the paper of your label printer"), "/settings/workstation", "shipments.print", has_paper
        ),
        OnboardingStep(N_("Create your first parcel"), "/shipments/new", "shipments.change", setup["shipments"]),
        OnboardingStep(N_("Book it and print its label"), "/shipments", "shipments.change", is_done=False),
    ]
    return [step for step in charts if page.may(step.right)]


class HomePlots(msgspec.Struct, frozen=True):
    """Plots of parcels and credit with their days, oldest first; the tables have the same numbers."""

    days: list[dict[str, Any]]
    parcels: Bars
    credit: Steps
    outcomes: list[tuple[str, str, str, int]]
    booked: int
    spent: int
    added: int


def build_plots(stats: dict[str, Any]) -> HomePlots:
    """Plots from the answer of `GET /stats/days`."""
    days = stats["days"]
    first = days[0]
    before = first["creditBalance"] - first["creditAdded"] + first["creditSpent"]
    return HomePlots(
        days=days,
        parcels=charts.build_bars([[day[name] for name, _, _ in OUTCOMES] for day in days]),
        # The width of a day shows its last balance.
        credit=charts.build_steps(
            max(before, 0), [(nth / len(days), day["creditBalance"]) for nth, day in enumerate(days)]
        ),
        outcomes=[(name, label, css_class, sum(day[name] for day in days)) for name, label, css_class in OUTCOMES],
        booked=sum(day["booked"] for day in days),
        spent=sum(day["creditSpent"] for day in days),
        added=sum(day["creditAdded"] for day in days),
    )


route = Routes("Console", prefix="/console/{workspace}")


@route.get("", right="console.use", media_type="text/html")
async def show_home(page: ConsolePage) -> Document:
    """First page of the workspace."""
    layout = await page_layout.load_layout(page)
    return layout.render(
        "home/home.html", nav_item="home", title=layout.gettext("Home"), **await build_context(page, layout)
    )
