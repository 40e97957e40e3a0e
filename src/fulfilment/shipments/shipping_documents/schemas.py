"""Request and response records of a shipment's documents (decision 35)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from fulfilment.infra.models import ApiModel, Code, CommandModel, Timestamp
from fulfilment.shipments.schemas import MAX_PER_REQUEST, Flag

LabelSize = Literal["a4", "thermal-80x100", "thermal-100x150"]

LabelLayout = Literal["single", "4up"]

MAX_LISTED = 500

DocumentLanguage = Literal["id", "en"]


class LabelLink(ApiModel):
    """A link to a label."""

    url: str
    """The address leads to the courier's own label where there is one, else to the service's. It needs no signature,
    cannot be guessed, and is valid for 24 hours.
    """


class LabelQuery(Struct, rename="camel", kw_only=True):
    """Print options of a label; the layout `4up` puts four labels on a sheet of A4."""

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
    """`single`: each label on a page of its own; `4up`: four on a sheet of A4, to be cut along its lines."""


class LinkedLabelQuery(Struct, rename="camel", kw_only=True):
    """Further options of a linked label. A query can hide more of the label than its link, and never show more."""

    size: LabelSize | None = None
    """The paper; left out: the link's."""
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
    """`single` or `4up`; left out: the link's."""


class LabelRequest(CommandModel):
    """Shipments to print in one document, in this order; the options are those of a single label."""

    shipment_ids: Annotated[list[Code], Meta(min_length=1, max_length=MAX_PER_REQUEST)]
    """The shipments (`ship_…`), 1 to 100, in the order of printing; a repeated id is printed again."""
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
    """True if the shipments are marked as printed once the document is rendered: `printedAt` and `printedBy`."""


class PrintMarking(CommandModel):
    """Shipments to mark as printed, or whose mark is removed."""

    shipment_ids: Annotated[list[Code], Meta(min_length=1, max_length=MAX_LISTED)]
    """The shipments (`ship_…`), 1 to 500."""
    printed: bool
    """`true` marks shipments that are not marked yet; `false` removes the mark, for example after a paper jam."""


class PrintMark(ApiModel):
    """The print mark of a shipment."""

    id: str
    """The shipment (`ship_…`)."""
    printed_at: Timestamp | None
    """When its label was last printed; null where it is not marked."""
    printed_by: str | None
    """The user or key that had it printed; null where it is not marked."""


class PrintMarkReply(ApiModel):
    """The print marks after the change."""

    shipments: list[PrintMark]
    """The requested shipments, each once, in the order of the request."""


class PackingSlipRequest(CommandModel):
    """Shipments whose packing slips are printed in one document, in this order."""

    shipment_ids: Annotated[list[Code], Meta(min_length=1, max_length=MAX_PER_REQUEST)]
    """The shipments (`ship_…`), 1 to 100, in the order of printing; a repeated id is printed again."""
    size: LabelSize | None = "thermal-100x150"
    """The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by height."""
    language: DocumentLanguage | None = "id"
    """The language of the slip's own texts: Indonesian or English."""


class ManifestRequest(CommandModel):
    """Parcels of a hand-over list: those of `shipmentIds`, or all that wait for the courier of `courierCode`.

    Give one of both.
    """

    shipment_ids: Annotated[list[Code], Meta(min_length=1, max_length=MAX_LISTED)] | None = None
    """The shipments (`ship_…`), 1 to 500, of any courier, in the order of the list; a repeated id is listed once. A
    shipment that is not booked, or is collected, cancelled or final, is 409 `INVALID_STATE`, which names all such
    shipments.
    """
    courier_code: Code | None = None
    """The courier, for its newest 500 parcels that are booked and not collected."""
    language: DocumentLanguage | None = "id"
    """The language of the list's own texts: Indonesian or English."""
