"""What goes over the wire about a shipment's papers (decision 119)."""

from typing import Annotated, Literal

from msgspec import Meta

from fulfilment.fields import Act, Code, Timestamp, Wire
from fulfilment.shipments.records import MOST_AT_ONCE, LabelSize

MOST_LISTED = 500

PaperLanguage = Literal["id", "en"]


class PrintMarking(Act):
    """Which shipments were printed, or were not after all."""

    shipment_ids: Annotated[list[Code], Meta(min_length=1, max_length=MOST_LISTED)]
    """The shipments (`ship_…`), 1 to 500."""
    printed: bool
    """`true` marks those that are not marked yet; `false` takes the mark away, as when a roll jammed."""


class PrintMark(Wire):
    """Whether a shipment is marked as printed."""

    id: str
    """The shipment (`ship_…`)."""
    printed_at: Timestamp | None
    """When its label was last printed; null where it is not marked."""
    printed_by: str | None
    """Who had it printed; null where it is not marked."""


class PrintMarkReply(Wire):
    """What is marked by now."""

    shipments: list[PrintMark]
    """The shipments that were named, each once, in the order in which they were."""


class PackingSlipOrder(Act):
    """Which shipments to print packing slips of in one document, in this order."""

    shipment_ids: Annotated[list[Code], Meta(min_length=1, max_length=MOST_AT_ONCE)]
    """The shipments (`ship_…`), 1 to 100, in the order of printing; one named twice is printed twice."""
    size: LabelSize | None = "thermal-100x150"
    """The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by height."""
    language: PaperLanguage | None = "id"
    """The language of what the slip itself says: Indonesian or English."""


class HandOverOrder(Act):
    """Which parcels the couriers are handed: those of `shipmentIds`, or all that wait for the courier of
    `courierCode`. One of both is needed.
    """

    shipment_ids: Annotated[list[Code], Meta(min_length=1, max_length=MOST_LISTED)] | None = None
    """The shipments (`ship_…`), 1 to 500, of any courier, in the order of the list; one named twice is listed once."""
    courier_code: Code | None = None
    """The courier whose parcels are booked and not collected, the newest 500."""
    language: PaperLanguage | None = "id"
    """The language of what the list itself says: Indonesian or English."""
