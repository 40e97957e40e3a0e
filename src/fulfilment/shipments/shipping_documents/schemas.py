"""Records of a shipment's documents: request bodies and answers (decision 35)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from fulfilment.infra.models import ApiModel, Code, CommandModel, Timestamp
from fulfilment.shipments.schemas import MAX_PER_REQUEST, Flag


class LabelLink(ApiModel):
    """A link to a label."""

    url: str
    """It leads to the courier's own label where there is one, else to
    ours. It needs no signature, cannot be guessed, and holds for 24 hours.
    """


LabelSize = Literal["a4", "thermal-80x100", "thermal-100x150"]

LabelLayout = Literal["single", "4up"]


class LabelQuery(Struct, rename="camel", kw_only=True):
    """`layout` `4up` puts four labels on a sheet of A4."""

    size: LabelSize = "thermal-100x150"
    """The paper: a sheet of A4, or a roll for thermal printers in millimetres of width by height."""
    show_sender_phone: Flag = "true"
    show_recipient_phone: Flag = "true"
    mask_recipient_name: Flag = "true"
    mask_recipient_phone: Flag = "true"
    show_shipping_cost: Flag = "true"
    show_insurance: Flag = "true"
    show_items: Flag = "true"
    show_item_descriptions: Flag = "true"
    show_item_skus: Flag = "true"
    layout: LabelLayout = "single"
    """`single` has each label on a page of its own, `4up` four on a sheet of A4, to be cut along its lines."""


class LinkedLabelQuery(Struct, rename="camel", kw_only=True):
    """A link seals its flags. A query can hide more of the label than the link does, and never show more."""

    size: LabelSize | None = None
    """The paper; without it that of the link."""
    show_sender_phone: Flag | None = None
    show_recipient_phone: Flag | None = None
    mask_recipient_name: Flag | None = None
    mask_recipient_phone: Flag | None = None
    show_shipping_cost: Flag | None = None
    show_insurance: Flag | None = None
    show_items: Flag | None = None
    show_item_descriptions: Flag | None = None
    show_item_skus: Flag | None = None
    layout: LabelLayout | None = None
    """`single` or `4up`; without it that of the link."""


class LabelRequest(CommandModel):
    """Which shipments to print in one document, in this order, and how; the flags are those of a single label."""

    shipment_ids: Annotated[list[Code], Meta(min_length=1, max_length=MAX_PER_REQUEST)]
    """The shipments (`ship_…`), 1 to 100, in the order of printing; one named twice is printed twice."""
    size: LabelSize | None = "thermal-100x150"
    """The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by height."""
    show_sender_phone: bool | None = True
    show_recipient_phone: bool | None = True
    mask_recipient_name: bool | None = True
    mask_recipient_phone: bool | None = True
    show_shipping_cost: bool | None = True
    show_insurance: bool | None = True
    show_items: bool | None = True
    show_item_descriptions: bool | None = True
    show_item_skus: bool | None = True
    layout: LabelLayout | None = "single"
    """`single` prints one label to a page, `4up` four to a sheet of A4, to be cut along its lines."""
    mark_printed: bool | None = False
    """Whether the shipments are marked as printed, once the document was drawn: `printedAt` and `printedBy`."""


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
