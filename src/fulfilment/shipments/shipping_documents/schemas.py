"""Records of a shipment's documents: request bodies and answers (decision 35)."""

from typing import Annotated, Literal

from msgspec import Meta

from fulfilment.infra.models import ApiModel, Code, CommandModel, Timestamp
from fulfilment.shipments.schemas import MAX_PER_REQUEST
from fulfilment.shipments.shipping_documents.label_schemas import LabelSize

MAX_LISTED = 500

DocumentLanguage = Literal["id", "en"]


class PrintMarking(CommandModel):
    """Which shipments were printed, or were not after all."""

    shipment_ids: Annotated[list[Code], Meta(min_length=1, max_length=MAX_LISTED)]
    """The shipments (`ship_…`), 1 to 500."""
    printed: bool
    """`true` marks those that are not marked yet; `false` takes the mark away, as when a roll jammed."""


class PrintMark(ApiModel):
    """Whether a shipment is marked as printed."""

    id: str
    """The shipment (`ship_…`)."""
    printed_at: Timestamp | None
    """When its label was last printed; null where it is not marked."""
    printed_by: str | None
    """Who had it printed; null where it is not marked."""


class PrintMarkReply(ApiModel):
    """What is marked by now."""

    shipments: list[PrintMark]
    """The shipments that were named, each once, in the order in which they were."""


class PackingSlipRequest(CommandModel):
    """Which shipments to print packing slips of in one document, in this order."""

    shipment_ids: Annotated[list[Code], Meta(min_length=1, max_length=MAX_PER_REQUEST)]
    """The shipments (`ship_…`), 1 to 100, in the order of printing; one named twice is printed twice."""
    size: LabelSize | None = "thermal-100x150"
    """The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by height."""
    language: DocumentLanguage | None = "id"
    """The language of what the slip itself says: Indonesian or English."""


class ManifestRequest(CommandModel):
    """Which parcels the couriers are handed: those of `shipmentIds`, or all that wait for the courier of
    `courierCode`. One of both is needed.
    """

    shipment_ids: Annotated[list[Code], Meta(min_length=1, max_length=MAX_LISTED)] | None = None
    """The shipments (`ship_…`), 1 to 500, of any courier, in the order of the list; one named twice is listed once. Any
    that is not booked, or is collected, cancelled or at its end, is 409 `INVALID_STATE`, which names all such.
    """
    courier_code: Code | None = None
    """The courier whose parcels are booked and not collected, the newest 500."""
    language: DocumentLanguage | None = "id"
    """The language of what the list itself says: Indonesian or English."""
