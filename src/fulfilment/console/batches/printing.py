"""Papers of many parcels: drawn at once where one document holds all that were chosen, else asked for part by part."""

from typing import Any

import msgspec

from fulfilment.batches import routes as batches
from fulfilment.console.batches import view
from fulfilment.console.batches.asking import Choice
from fulfilment.console.frame.frame import Frame
from fulfilment.http.envelope import Document
from fulfilment.http.errors import Validation
from fulfilment.http.form import Form
from fulfilment.http.page import Page
from fulfilment.shipments import paper_routes as papers
from fulfilment.shipments import routes as shipments
from fulfilment.translations import N_

LABELS, SLIPS, HAND_OVER = "labels", "slips", "hand-over"


class Paper(msgspec.Struct, frozen=True):
    """A kind of paper. One document has `most` parcels; `needs_waybill` leaves out those that have none yet, or are
    cancelled.
    """

    title: str
    most: int
    needs_waybill: bool


PAPERS = {
    LABELS: Paper(N_("Print %(count)s labels"), 100, needs_waybill=True),
    # What is packed before the courier is booked has a slip all the same.
    SLIPS: Paper(N_("Print %(count)s packing slips"), 100, needs_waybill=False),
    HAND_OVER: Paper(N_("Print a hand-over list of %(count)s parcels"), 500, needs_waybill=True),
}


def paper_of(shown: Frame, form: Form) -> str:
    """Which paper a form wants. Raises Validation."""
    what = form.text("what")
    if what not in PAPERS:
        raise Validation(shown.say("Choose what is to be done."), field="what")
    return what


async def put(page: Page, shown: Frame, what: str, choice: Choice) -> Document:
    """The document; where somebody is left out, or one does not hold all, the page that says so first.

    Raises ApiError as the API does for the choice.
    """
    preview = (await page.tell(batches.preview_batch, choice.order(shown), key=None)).data
    paper = PAPERS[what]
    if not paper.needs_waybill:
        preview |= {"excluded": [], "qualifying": preview["total"]}
    ids = view.qualifying(preview)
    if len(ids) == preview["total"] <= paper.most and not preview["truncated"]:
        return await draw(page, shown, what, ids)
    return shown.put(
        "batches/papers.html",
        place="shipments",
        title=shown.say(paper.title, count=shown.show.number(len(ids))),
        what=what,
        parts=[ids[at : at + paper.most] for at in range(0, len(ids), paper.most)],
        most=paper.most,
        **view.chosen(shown, choice, preview),
    )


async def draw(page: Page, shown: Frame, what: str, ids: list[str]) -> Document:
    """One document of these parcels, in their order; labels are marked as printed. Raises ApiError."""
    wanted: dict[str, Any] = {"shipmentIds": ids}
    if what == SLIPS:
        slips = wanted | {"size": shown.label_size, "language": shown.language}
        return await page.draw(papers.download_packing_slips, slips)
    if what == HAND_OVER:
        return await page.draw(papers.download_hand_over_list, wanted | {"language": shown.language})
    return await page.draw(shipments.download_labels, wanted | {"size": shown.label_size, "markPrinted": True})
