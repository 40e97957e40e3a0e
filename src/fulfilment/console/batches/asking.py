"""What somebody chose in the list, as the API takes it, and as the next form carries it."""

from collections.abc import Mapping
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
KINDS = (BOOK, PRINT, CANCEL)
_FILTER = "filter-"


class Choice(msgspec.Struct, frozen=True):
    """The parcels that were ticked, or the filter of the list that they stood in."""

    kind: str
    ids: list[str]
    filters: Mapping[str, str] | None

    def order(self, shown: Frame, reason: str | None = None) -> dict[str, Any]:
        """As POST /batches takes it."""
        chosen: dict[str, Any] = {"shipmentIds": self.ids}
        if self.filters is not None:
            query = msgspec.convert(dict(self.filters), ListQuery)
            chosen = {"filter": shipments_view.filters_of(shown, query)}
        more: dict[str, Any] = {}
        if self.kind == CANCEL:
            more["reason"] = reason
        if self.kind == BOOK or self.kind == PRINT:
            more["printing"] = {"size": shown.label_size}
        return {"kind": self.kind, **chosen, **more}

    def takes_oldest(self, shown: Frame) -> bool:
        """Whether it is the oldest of a list that has too many, and not those that the list shows first."""
        filters = self.order(shown).get("filter", {})
        return selection.takes_oldest(msgspec.convert(filters, ShipmentFilter, strict=False))


def read(shown: Frame, form: Form) -> Choice:
    """What the form chose. Raises Validation where it chose nothing."""
    kind = form.text("act")
    if kind not in KINDS:
        raise Validation(shown.say("Choose what is to be done."), field="act")
    if form.has("all"):
        said = {name.removeprefix(_FILTER): value for name, value in form if name.startswith(_FILTER) and value}
        known = {field.encode_name for field in msgspec.structs.fields(ListQuery)} - {"cursor"}
        return Choice(kind, [], {name: value for name, value in said.items() if name in known})
    ids = list(dict.fromkeys(form.all("id")))
    if not ids:
        raise Validation(shown.say("Tick the parcels first, or all of the list."), field="id")
    return Choice(kind, ids, None)
