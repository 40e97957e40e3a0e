"""The page of a bulk job, and the selection of parcels that starts one."""

from typing import Any
from urllib.parse import urlencode

import msgspec

from fulfilment.bulk_jobs import routes as batches
from fulfilment.bulk_jobs import selection
from fulfilment.bulk_jobs.schemas import ShipmentFilter
from fulfilment.bulk_jobs.service import RIGHTS
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.shipments import view as shipments_view
from fulfilment.console.shipments.view import ShipmentListQuery
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError, Validation
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.i18n import N_
from fulfilment.infra.operations.command import EncodedResponse

BOOK_KIND, PRINT_KIND, CANCEL_KIND = "book", "print", "cancel"
# Prefix of the fields of a form that hold the filters of its list.
FILTER_PREFIX = "filter-"
_FILTERS = frozenset(field.encode_name for field in msgspec.structs.fields(ShipmentListQuery))


class BatchSelection(msgspec.Struct, frozen=True):
    """Action on the ticked parcels, or on the whole list that they stood in."""

    kind: str
    ids: list[str]
    list_query: ShipmentListQuery
    is_all: bool = False

    def ticked_params(self) -> dict[str, str]:
        """Query that shows the ticks again, for as many ticks as one page of the list can have."""
        if self.is_all:
            return {"ticked": shipments_view.ALL_TICKED}
        return {"ticked": ",".join(self.ids)} if len(self.ids) <= shipments_view.PAGE_ROWS else {}

    def to_body(self, layout: PageLayout, reason: str | None = None) -> dict[str, Any]:
        """Body of POST /batches. Raises Validation."""
        targets: dict[str, Any] = {"shipmentIds": self.ids}
        if self.is_all:
            targets = {"filter": shipments_view.build_filters(layout, self.list_query)}
        extra: dict[str, Any] = {}
        if self.kind == CANCEL_KIND:
            extra["reason"] = reason
        if self.kind == BOOK_KIND:
            extra["printing"] = {"size": layout.label_size}
        return {"kind": self.kind, **targets, **extra}

    def takes_oldest(self, layout: PageLayout) -> bool:
        """True where a list that is too long gives its oldest parcels, and not the first on the page."""
        filters = self.to_body(layout).get("filter", {})
        return selection.selects_oldest(msgspec.convert(filters, ShipmentFilter, strict=False))


def parse_kind(layout: PageLayout, form: Form) -> str:
    """Kind of batch that the form asks for. Raises Validation."""
    kind = form.text("act")
    if kind not in (BOOK_KIND, CANCEL_KIND):
        raise Validation(layout.gettext("Choose what to do."), field="act")
    return kind


def parse_selection(layout: PageLayout, form: Form, kind: str) -> BatchSelection:
    """Selection of a form of the list: its ticks, or the whole list. Raises Validation where it is empty."""
    if form.has("all"):
        return BatchSelection(kind, [], parse_list_query(form), is_all=True)
    return parse_named(layout, form, kind)


def parse_named(layout: PageLayout, form: Form, kind: str) -> BatchSelection:
    """Selection of exactly the parcels that a form names. Raises Validation where it names none."""
    ids = list(dict.fromkeys(form.all("id")))
    if not ids:
        raise Validation(layout.gettext("Tick the parcels first, or tick the whole list."), field="id")
    return BatchSelection(kind, ids, parse_list_query(form))


def parse_list_query(form: Form) -> ShipmentListQuery:
    """Query of the list that the form was sent from."""
    params = {
        name.removeprefix(FILTER_PREFIX): value for name, value in form if name.startswith(FILTER_PREFIX) and value
    }
    return msgspec.convert({name: value for name, value in params.items() if name in _FILTERS}, ShipmentListQuery)


PAGE_ROWS = 100
PART_SIZE = 100
MAX_ROWS = 500
MAX_PARTS = MAX_ROWS // PART_SIZE
# Excluded parcels that a page names at most.
MAX_NAMED = 10
REASON_FIELD = "reason"
_NOT_FOUND = 404

# A word and a shape for each outcome.
OUTCOME_BADGES = {
    "waiting": (N_("Waiting"), "waiting", "ring"),
    "running": (N_("Under way"), "moving", "half"),
    "done": (N_("Done"), "done", "tick"),
    "failed": (N_("Failed"), "bad", "cross"),
    "skipped": (N_("Skipped"), "over", "back"),
    "stopped": (N_("Not done"), "over", "cross"),
}
TITLES = {
    BOOK_KIND: N_("Booking"),
    PRINT_KIND: N_("Printing"),
    CANCEL_KIND: N_("Cancelling"),
}


class BatchQuery(msgspec.Struct):
    """Query of the page of a batch: outcome to show, and automatic printing at the end."""

    status: str | None = None
    cursor: str | None = None
    print: str | None = None


async def render_page(
    page: ConsolePage, layout: PageLayout, id: str, query: BatchQuery, sent: SubmittedForm | None = None
) -> Document:
    """The page of a batch. Raises NotFound."""
    values = await build_context(page, layout, id, query)
    title = TITLES[values["batch"]["kind"]]
    return layout.render(
        "bulk_jobs/batch.html",
        nav_item="batches",
        title=layout.gettext(title),
        sent=sent,
        prints=query.print is not None,
        **values,
    )


async def build_context(page: ConsolePage, layout: PageLayout, id: str, query: BatchQuery) -> dict[str, Any]:
    """Progress and one page of rows, filtered by outcome if requested. Raises NotFound."""
    batch = (await page.get(batches.get_batch, id=id)).data["batch"]
    filters = {"status": query.status} if query.status else {}
    response = await page.get(batches.list_batch_rows, filters | {"cursor": query.cursor, "limit": PAGE_ROWS}, id=id)
    counts = batch["counts"]
    here = f"{layout.address}/batches/{batch['id']}"
    return {
        "batch": batch,
        "here": here,
        "poll": _build_link(f"{here}/progress", filters | ({"cursor": query.cursor} if query.cursor else {})),
        "rows": response.data["rows"],
        "status_shown": query.status,
        "outcomes": OUTCOME_BADGES,
        "ended": batch["total"] - counts["waiting"] - counts["running"],
        "is_running": batch["status"] == "running",
        "may_act": page.may(RIGHTS[batch["kind"]]),
        "parts": -(-counts["done"] // PART_SIZE) if batch["kind"] != CANCEL_KIND else 0,
        "older": _build_link(here, filters | {"cursor": response.meta["cursor"]}) if response.meta["hasMore"] else None,
        "newest": _build_link(here, filters) if query.cursor else None,
    }


async def redirect_to_list(layout: PageLayout, form: Form, error: ApiError) -> EncodedResponse:
    """Redirect to the list as it was, with its ticks and the refusal."""
    list_params = shipments_view.list_params(parse_list_query(form), with_cursor=True)
    path = shipments_view.build_link(layout, list_params).removeprefix(layout.address)
    if error.status == _NOT_FOUND and error.field is None:
        # A parcel of the selection no longer exists, but the list does.
        error.field = "id"
    return await layout.redirect_to_form(form, error, path=path)


def build_selection_context(layout: PageLayout, choice: BatchSelection, preview: dict[str, Any]) -> dict[str, Any]:
    """Values for a page about a selection before anything is done, with the way back to its list."""
    return {
        "preview": preview,
        "oldest": choice.takes_oldest(layout),
        "most_named": MAX_NAMED,
        "list_params": shipments_view.list_params(choice.list_query, with_cursor=True),
        "back": shipments_view.build_link(
            layout, shipments_view.list_params(choice.list_query, with_cursor=True) | choice.ticked_params()
        ),
    }


def build_exclusion(error: ApiError, shipments: list[dict[str, Any]]) -> dict[str, Any]:
    """Parcels of a refusal in the form of the excluded parcels of a preview."""
    return {"code": error.code, "message": error.message, "count": len(shipments), "shipments": shipments}


def list_qualifying(preview: dict[str, Any]) -> list[str]:
    """Qualifying parcels of a preview, in its order."""
    left_out = {each["id"] for group in preview["excluded"] for each in group["shipments"]}
    return [id for id in preview["shipmentIds"] if id not in left_out]


def select_part(ids: list[str], part: str) -> list[str]:
    """Parcels of the part that a form names, counted from 1; the first part without a name."""
    numbers = [str(number) for number in range(1, MAX_PARTS + 1)]
    index = numbers.index(part) if part in numbers else 0
    return ids[index * PART_SIZE : (index + 1) * PART_SIZE]


def _build_link(address: str, params: dict[str, str]) -> str:
    return f"{address}?{urlencode(params)}" if params else address


def format_title(layout: PageLayout, kind: str, count: int) -> str:
    """Heading of the confirmation, and label of its button."""
    if kind == BOOK_KIND:
        return layout.ngettext("Book %(num)s parcel", "Book %(num)s parcels", count)
    return layout.ngettext("Cancel %(num)s parcel", "Cancel %(num)s parcels", count)
