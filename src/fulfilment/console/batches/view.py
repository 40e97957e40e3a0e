"""What stands on the page of a batch."""

from typing import Any
from urllib.parse import urlencode

import msgspec

from fulfilment.batches import routes as batches
from fulfilment.batches.ordering import RIGHTS
from fulfilment.console.batches import asking
from fulfilment.console.batches.asking import Choice
from fulfilment.console.frame.frame import Frame
from fulfilment.console.shipments import view as shipments_view
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.form import Form
from fulfilment.http.page import Page
from fulfilment.translations import N_

ROWS = 100
PART = 100
MOST_ROWS = 500
MOST_PARTS = MOST_ROWS // PART
# So many of those that are left out are named.
NAMED = 10
REASON = "reason"

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


class BatchQuery(msgspec.Struct):
    """Which rows are shown, and whether the labels are to be printed as soon as the batch has finished."""

    status: str | None = None
    cursor: str | None = None
    print: str | None = None


async def put(page: Page, shown: Frame, id: str, query: BatchQuery, refusal: ApiError | None = None) -> Document:
    """The page of a batch. Raises NotFound."""
    values = await compose(page, shown, id, query)
    title = TITLES[values["batch"]["kind"]]
    return shown.put(
        "batches/batch.html",
        place="batches",
        title=shown.say(title),
        told=None if refusal is None else shown.told(refusal),
        prints=query.print is not None,
        **values,
    )


async def compose(page: Page, shown: Frame, id: str, query: BatchQuery) -> dict[str, Any]:
    """How far it is, with a page of its rows, of one outcome where that is asked for. Raises NotFound."""
    batch = (await page.ask(batches.get_batch, id=id)).data["batch"]
    kept = {"status": query.status} if query.status else {}
    answer = await page.ask(batches.list_batch_rows, kept | {"cursor": query.cursor, "limit": ROWS}, id=id)
    counts = batch["counts"]
    here = f"{shown.address}/batches/{batch['id']}"
    return {
        "batch": batch,
        "here": here,
        "poll": _link(f"{here}/progress", kept | ({"cursor": query.cursor} if query.cursor else {})),
        "rows": answer.data["rows"],
        "status_shown": query.status,
        "outcomes": OUTCOMES,
        "ended": batch["total"] - counts["waiting"] - counts["running"],
        "is_running": batch["status"] == "running",
        "may_act": page.may(RIGHTS[batch["kind"]]),
        "parts": -(-counts["done"] // PART) if batch["kind"] != asking.CANCEL else 0,
        "older": _link(here, kept | {"cursor": answer.meta["cursor"]}) if answer.meta["hasMore"] else None,
        "newest": _link(here, kept) if query.cursor else None,
    }


async def refused(page: Page, shown: Frame, form: Form, refusal: ApiError) -> Document:
    """The list as it was, ticks and all, with why nothing was begun."""
    query = asking.list_of(form)
    try:
        values = await shipments_view.compose(page, shown, query)
    except ApiError:
        # Its filters are what makes no sense; the list without them is there all the same.
        values = await shipments_view.compose(page, shown, shipments_view.ListQuery())
    return shown.put(
        "shipments/list.html",
        place="shipments",
        title=shown.say("Shipments"),
        told=shown.told(refusal),
        **values | {"ticked": frozenset(form.all("id")), "is_all_ticked": form.has("all")},
    )


def chosen(shown: Frame, choice: Choice, preview: dict[str, Any]) -> dict[str, Any]:
    """What a page says of a choice before anything is done, and the way back to the list that it was made in."""
    return {
        "preview": preview,
        "oldest": choice.takes_oldest(shown),
        "most_named": NAMED,
        "stood_in": shipments_view.kept(choice.stood_in, with_cursor=True),
        "back": shipments_view.link(shown, shipments_view.kept(choice.stood_in, with_cursor=True)),
    }


def qualifying(preview: dict[str, Any]) -> list[str]:
    """The parcels of a preview with which something would be done, in its order."""
    left_out = {each["id"] for one in preview["excluded"] for each in one["shipments"]}
    return [id for id in preview["shipmentIds"] if id not in left_out]


def part_of(ids: list[str], part: str) -> list[str]:
    """The parcels of a part that a form names, counted from 1; of the first where it names none."""
    numbers = [str(number) for number in range(1, MOST_PARTS + 1)]
    nth = numbers.index(part) if part in numbers else 0
    return ids[nth * PART : (nth + 1) * PART]


def _link(address: str, values: dict[str, str]) -> str:
    return f"{address}?{urlencode(values)}" if values else address


def title_of(shown: Frame, kind: str, count: int) -> str:
    """What is about to be done."""
    number = shown.show.number(count)
    if kind == asking.BOOK:
        return shown.say("Book %(count)s parcels", count=number)
    return shown.say("Cancel %(count)s parcels", count=number)
