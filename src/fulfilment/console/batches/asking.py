"""What somebody chose in the list, as the API takes it, and as the next form carries it."""

from typing import Any

import msgspec

from fulfilment.batches import selection
from fulfilment.batches.records import ShipmentFilter
from fulfilment.console.frame.frame import Frame
from fulfilment.console.shipments import view as shipments_view
from fulfilment.console.shipments.view import ListQuery
from fulfilment.http.errors import Validation
from fulfilment.http.form import Form

BOOK, PRINT, CANCEL = "book", "print", "cancel"
# The fields of a form that say in which list its parcels stood.
FILTER = "filter-"
_FILTERS = frozenset(field.encode_name for field in msgspec.structs.fields(ListQuery))


class Choice(msgspec.Struct, frozen=True):
    """What is to be done with the parcels that were ticked, or with all of the list that they stood in."""

    kind: str
    ids: list[str]
    stood_in: ListQuery
    is_all: bool = False

    def order(self, shown: Frame, reason: str | None = None) -> dict[str, Any]:
        """As POST /batches takes it. Raises Validation."""
        chosen: dict[str, Any] = {"shipmentIds": self.ids}
        if self.is_all:
            chosen = {"filter": shipments_view.filters_of(shown, self.stood_in)}
        more: dict[str, Any] = {}
        if self.kind == CANCEL:
            more["reason"] = reason
        if self.kind == BOOK:
            more["printing"] = {"size": shown.label_size}
        return {"kind": self.kind, **chosen, **more}

    def takes_oldest(self, shown: Frame) -> bool:
        """Whether it is the oldest of a list that has too many, and not those that the list shows first."""
        filters = self.order(shown).get("filter", {})
        return selection.takes_oldest(msgspec.convert(filters, ShipmentFilter, strict=False))


def kind_of(shown: Frame, form: Form) -> str:
    """What the form wants done by a batch. Raises Validation."""
    kind = form.text("act")
    if kind not in (BOOK, CANCEL):
        raise Validation(shown.say("Choose what is to be done."), field="act")
    return kind


def read(shown: Frame, form: Form, kind: str) -> Choice:
    """What a form of the list chose: its ticks, or all of it. Raises Validation where it chose nothing."""
    if form.has("all"):
        return Choice(kind, [], list_of(form), is_all=True)
    return read_named(shown, form, kind)


def read_named(shown: Frame, form: Form, kind: str) -> Choice:
    """The parcels that a form names, and no others. Raises Validation where it names none."""
    ids = list(dict.fromkeys(form.all("id")))
    if not ids:
        raise Validation(shown.say("Tick the parcels first, or all of the list."), field="id")
    return Choice(kind, ids, list_of(form))


def list_of(form: Form) -> ListQuery:
    """The list that the parcels of a form stood in."""
    said = {name.removeprefix(FILTER): value for name, value in form if name.startswith(FILTER) and value}
    return msgspec.convert({name: value for name, value in said.items() if name in _FILTERS}, ListQuery)
