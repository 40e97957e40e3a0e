"""What stands on the page of a batch."""

from typing import Any

from fulfilment.batches import routes as batches
from fulfilment.batches.ordering import RIGHTS
from fulfilment.console.batches import asking
from fulfilment.console.frame.frame import Frame
from fulfilment.console.shipments import view as shipments_view
from fulfilment.console.shipments.view import ListQuery
from fulfilment.console.wording import details
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.page import Page
from fulfilment.translations import N_

ROWS = 100
PART = 100
MOST_ROWS = 500
MOST_PARTS = MOST_ROWS // PART

# A word and a shape for each outcome.
OUTCOMES = {
    "waiting": (N_("Waiting"), "waiting", "ring"),
    "running": (N_("Under way"), "moving", "half"),
    "done": (N_("Done"), "done", "tick"),
    "failed": (N_("Failed"), "bad", "cross"),
    "skipped": (N_("Skipped"), "over", "back"),
    "stopped": (N_("Left alone"), "over", "cross"),
}
TITLES = {asking.BOOK: N_("Booking"), asking.PRINT: N_("Printing"), asking.CANCEL: N_("Cancelling")}


async def put(
    page: Page,
    shown: Frame,
    id: str,
    status: str | None,
    cursor: str | None,
    refusal: ApiError | None = None,
) -> Document:
    """The page of a batch. Raises NotFound."""
    values = await compose(page, shown, id, status, cursor)
    return shown.put(
        "batches/batch.html",
        place="batches",
        title=values["title"],
        told=None if refusal is None else shown.told(refusal),
        **{name: value for name, value in values.items() if name != "title"},
    )


async def compose(
    page: Page, shown: Frame, id: str, status: str | None = None, cursor: str | None = None
) -> dict[str, Any]:
    """How far it is, with a page of its rows: what went wrong first, unless one kind is asked for."""
    batch = (await page.ask(batches.get_batch, id=id)).data["batch"]
    asked = {"status": status, "cursor": cursor, "limit": ROWS}
    answer = await page.ask(batches.list_batch_rows, asked, id=id)
    counts, title = batch["counts"], TITLES[batch["kind"]]
    ended = batch["total"] - counts["waiting"] - counts["running"]
    here = f"{shown.address}/batches/{batch['id']}"
    return {
        "title": shown.say(title),
        "batch": batch,
        "rows": answer.data["rows"],
        "fresh": False,
        "status_shown": status,
        "outcomes": OUTCOMES,
        "reason": lambda said: details.tell(said, shown.say),
        "ended": ended,
        "is_running": batch["status"] == "running",
        "may_act": page.may(RIGHTS[batch["kind"]]),
        "parts": -(-counts["done"] // PART) if batch["kind"] != asking.CANCEL else 0,
        "older": f"{here}?cursor={answer.meta['cursor']}" if answer.meta["hasMore"] else None,
        "newest": here if cursor else None,
    }


async def refused(page: Page, shown: Frame, refusal: ApiError) -> Document:
    """The list again, with why nothing was begun."""
    values = await shipments_view.compose(page, shown, ListQuery())
    return shown.put(
        "shipments/list.html",
        place="shipments",
        title=shown.say("Shipments"),
        told=shown.told(refusal),
        **values,
    )


def title_of(shown: Frame, kind: str, count: int) -> str:
    """What is about to be done."""
    number = shown.show.number(count)
    if kind == asking.BOOK:
        return shown.say("Book %(count)s parcels", count=number)
    if kind == asking.CANCEL:
        return shown.say("Cancel %(count)s parcels", count=number)
    return shown.say("Print %(count)s labels", count=number)
