"""Data of labels, packing slips and hand-over lists, and the masking of names and telephone numbers.

Specification, GET /api/v1/shipments/{id}/label; decision 35.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec

from fulfilment.infra.pdf.text import graphemes

Size = Literal["a4", "thermal-80x100", "thermal-100x150"]
# The number of labels on an A4 sheet: one, or four.
Layout = Literal["single", "4up"]
DEFAULT_SIZE: Size = "thermal-100x150"

Language = Literal["id", "en"]

_STAR = "*"
_VISIBLE_TAIL_FROM_LENGTH = 5
_VISIBLE_DIGITS = 4


class Party(msgspec.Struct, frozen=True):
    """The sender or the recipient. `city` is the line with district and city; None or "" omits a field.

    `contact` is the contact person, where `name` is that of a shop.
    """

    name: str
    phone: str | None = None
    address: str = ""
    city: str | None = None
    postal_code: str | None = None
    note: str | None = None
    contact: str | None = None


class LabelItem(msgspec.Struct, frozen=True):
    """One line of the parcel's contents; `weight_grams` is the weight of one unit."""

    name: str
    quantity: int = 1
    weight_grams: int | None = None
    sku: str | None = None
    description: str | None = None


class Label(msgspec.Struct, frozen=True):
    """The label of one shipment. Without a waybill it has a notice instead of barcodes.

    `created_at` is in the time zone of the printed date. The label of a cancelled shipment has a stamp across it.
    `price` and `insurance` are integers in minor units of `currency`, an ISO 4217 code.
    """

    shipment_id: str
    courier_name: str
    sender: Party
    recipient: Party
    created_at: datetime
    brand: str
    waybill: str | None = None
    courier_code: str | None = None
    service_name: str | None = None
    service_code: str | None = None
    courier_type: str | None = None
    sort_code: str | None = None
    items: Sequence[LabelItem] = ()
    total_weight_grams: int | None = None
    price: int | None = None
    insurance: int | None = None
    insured: bool = False
    currency: str = "IDR"
    reference: str | None = None
    is_cancelled: bool = False


class LabelOptions(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """Query parameters of the label route: nine flags, all true by default. Only A4 has the layout `4up`."""

    size: Size = DEFAULT_SIZE
    show_sender_phone: bool = True
    show_recipient_phone: bool = True
    mask_recipient_name: bool = True
    mask_recipient_phone: bool = True
    show_shipping_cost: bool = True
    show_insurance: bool = True
    show_items: bool = True
    show_item_descriptions: bool = True
    show_item_skus: bool = True
    layout: Layout = "single"


class PackingSlipItem(msgspec.Struct, frozen=True):
    """One line of the parcel's contents."""

    name: str
    quantity: int = 1
    sku: str | None = None
    variant: str | None = None


class PackingSlip(msgspec.Struct, frozen=True):
    """The packing slip of one parcel, with its contents, but without prices and telephone numbers.

    `created_at` is in the time zone of the printed date. The slip of a cancelled shipment has a stamp across it.
    """

    shipment_id: str
    sender: Party
    recipient: Party
    created_at: datetime
    brand: str
    courier: str
    waybill: str | None = None
    reference: str | None = None
    items: Sequence[PackingSlipItem] = ()
    is_cancelled: bool = False


class ManifestEntry(msgspec.Struct, frozen=True):
    """One line of a hand-over list; unknown fields are empty."""

    shipment_id: str
    courier: str
    waybill: str = ""
    reference: str = ""
    sender: str = ""
    recipient: str = ""
    city: str = ""


def mask_name(name: str) -> str:
    """Mask a name: `Siti Nurhaliza` becomes `S*** N*******a`; words below five characters keep only the first."""
    return " ".join(_mask_word(word) for word in name.split())


def mask_phone(phone: str) -> str:
    """Mask a telephone number: `081234567890` becomes `0812****7890`.

    At most four characters stay visible at either end, and at least a third is hidden. Signs such as `+`, spaces and
    hyphens stay unchanged.
    """
    positions = [at for at, char in enumerate(phone) if char.isalnum()]
    visible = min(_VISIBLE_DIGITS, len(positions) // 3)
    hidden = set(positions[visible : len(positions) - visible])
    return "".join(_STAR if at in hidden else char for at, char in enumerate(phone))


def _mask_word(word: str) -> str:
    parts = graphemes.split(word)
    if len(parts) == 1:
        return _STAR
    if len(parts) < _VISIBLE_TAIL_FROM_LENGTH:
        return parts[0] + _STAR * (len(parts) - 1)
    return parts[0] + _STAR * (len(parts) - 2) + parts[-1]
