"""What stands on the first page: the queues with something in them, the money, and the way to a first label."""

from typing import Any

import msgspec

from fulfilment.console.frame.frame import Frame
from fulfilment.console.home import plots
from fulfilment.credits import routes as credits
from fulfilment.http.page import Page
from fulfilment.shipments import routes as shipments
from fulfilment.shipments.queues import UNDER_WAY
from fulfilment.stats import routes as stats
from fulfilment.translations import N_
from fulfilment.workspace import routes as workspace

RECENT = 8
# Credit that does not last for so many days waits for whoever may top it up.
SHORT_CREDIT_DAYS = 3
# From here on a parcel has been booked, so that whoever sees it needs no introduction.
BOOKED = (*UNDER_WAY, "delivered", "returned")


class Work(msgspec.Struct, frozen=True):
    """A queue as a link. `counted` is where its count stands in the API's answer, `right` who can do something."""

    counted: str
    words: str
    path: str
    right: str
    tone: str = ""


WORK = (
    Work("unclear", N_("Bookings of which the courier has not answered"), "/shipments?queue=unclear", "shipments.read"),
    Work("toBook", N_("To book"), "/shipments?status=pending", "shipments.change"),
    Work("toPrint", N_("Labels to print"), "/shipments?queue=to_print", "shipments.print"),
    Work("uncollected", N_("Not collected, silent for 24 hours"), "/shipments?queue=uncollected", "shipments.read"),
    Work("silent", N_("Under way, silent for 48 hours"), "/shipments?queue=silent", "shipments.read"),
    Work("returned", N_("Returned, goods to look at"), "/shipments?queue=returned", "shipments.change"),
    Work("lowStock", N_("Low stock"), "/stock?low=true", "stock.read"),
)


class Step(msgspec.Struct, frozen=True):
    """A line of the list that leads an empty workspace to its first label."""

    words: str
    path: str
    right: str
    is_done: bool


async def compose(page: Page, shown: Frame) -> dict[str, Any]:
    """Five statements at most, beside that of the frame."""
    queues = (await page.ask(shipments.get_shipment_queues)).data
    is_new = not any(queues["byStatus"].get(status) for status in BOOKED)
    balance = None
    if page.may("shipping_credits.read"):
        balance = (await page.ask(credits.get_shipping_credits)).data
    days = None
    if not is_new and page.may("statistics.read"):
        days = (await page.ask(stats.get_stats_days)).data
    days_left = None if days is None else days["creditDaysLeft"]
    return {
        "plots": None if days is None else plots.draw(days),
        "days_left": days_left,
        "is_short": days_left is not None and days_left < SHORT_CREDIT_DAYS and page.may("shipping_credits.change"),
        "work": [(one, queues[one.counted]) for one in WORK if page.may(one.right) and queues[one.counted]["count"]],
        "failing": queues["failingEndpoints"] if page.may("webhooks.read") else None,
        "balance": balance,
        "under_way": sum(queues["byStatus"].get(status, 0) for status in UNDER_WAY),
        "delivered": queues["byStatus"].get("delivered", 0),
        "steps": await _steps(page, shown) if is_new else [],
        "recent": []
        if is_new
        else (await page.ask(shipments.list_legacy_shipments, {"limit": RECENT})).data["shipments"],
    }


async def _steps(page: Page, shown: Frame) -> list[Step]:
    """What is still to be done, read from the data; of the printer, from what this browser keeps (decision 131)."""
    has = (await page.ask(workspace.get_workspace_setup)).data
    paper = shown.station.label_size is not None
    steps = [
        Step(N_("Enter where couriers collect"), "/settings/origin", "shipping.configure", has["origin"]),
        Step(N_("Choose your couriers"), "/settings/couriers", "shipping.configure", has["couriers"]),
        Step(N_("Add what you sell"), "/products/new", "catalog.change", has["products"]),
        Step(N_("Count your stock"), "/stock", "stock.change", has["stock"]),
        Step(
            N_("Top up shipping credit, or use a key of your own"),
            "/credit",
            "shipping_credits.change",
            has["payment"],
        ),
        Step(N_("Choose the paper of your label printer"), "/settings/workstation", "shipments.print", paper),
        Step(N_("Draft your first parcel"), "/shipments/new", "shipments.change", has["shipments"]),
        Step(N_("Book it and print its label"), "/shipments", "shipments.change", is_done=False),
    ]
    return [step for step in steps if page.may(step.right)]
