"""What somebody chose in the list, as the API takes it, and as the next form carries it."""

from typing import Any

import msgspec

from fulfilment.bulk_jobs import selection
from fulfilment.bulk_jobs.schemas import ShipmentFilter
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.shipments import view as shipments_view
from fulfilment.console.shipments.view import ShipmentListQuery
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.api.form import Form

BOOK_KIND, PRINT_KIND, CANCEL_KIND = "book", "print", "cancel"
# The fields of a form that say in which list its parcels stood.
FILTER_PREFIX = "filter-"
_FILTERS = frozenset(field.encode_name for field in msgspec.structs.fields(ShipmentListQuery))


class BatchSelection(msgspec.Struct, frozen=True):
    """What is to be done with the parcels that were ticked, or with all of the list that they stood in."""

    kind: str
    ids: list[str]
    list_query: ShipmentListQuery
    is_all: bool = False

    def ticked_params(self) -> dict[str, str]:
        """The query by which the list shows the ticks of the choice again; a page of the list has no more of them."""
        if self.is_all:
            return {"ticked": shipments_view.ALL_TICKED}
        return {"ticked": ",".join(self.ids)} if len(self.ids) <= shipments_view.PAGE_ROWS else {}

    def to_body(self, layout: PageLayout, reason: str | None = None) -> dict[str, Any]:
        """As POST /batches takes it. Raises Validation."""
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
        """Whether it is the oldest of a list that has too many, and not those that the list shows first."""
        filters = self.to_body(layout).get("filter", {})
        return selection.selects_oldest(msgspec.convert(filters, ShipmentFilter, strict=False))


def parse_kind(layout: PageLayout, form: Form) -> str:
    """What the form wants done by a batch. Raises Validation."""
    kind = form.text("act")
    if kind not in (BOOK_KIND, CANCEL_KIND):
        raise Validation(layout.gettext("Choose what is to be done."), field="act")
    return kind


def parse_selection(layout: PageLayout, form: Form, kind: str) -> BatchSelection:
    """What a form of the list chose: its ticks, or all of it. Raises Validation where it chose nothing."""
    if form.has("all"):
        return BatchSelection(kind, [], parse_list_query(form), is_all=True)
    return parse_named(layout, form, kind)


def parse_named(layout: PageLayout, form: Form, kind: str) -> BatchSelection:
    """The parcels that a form names, and no others. Raises Validation where it names none."""
    ids = list(dict.fromkeys(form.all("id")))
    if not ids:
        raise Validation(layout.gettext("Tick the parcels first, or all of the list."), field="id")
    return BatchSelection(kind, ids, parse_list_query(form))


def parse_list_query(form: Form) -> ShipmentListQuery:
    """The list that the parcels of a form stood in."""
    params = {
        name.removeprefix(FILTER_PREFIX): value for name, value in form if name.startswith(FILTER_PREFIX) and value
    }
    return msgspec.convert({name: value for name, value in params.items() if name in _FILTERS}, ShipmentListQuery)
