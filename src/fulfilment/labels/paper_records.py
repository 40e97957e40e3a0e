"""What is printed on the papers that go with parcels: packing slips and hand-over lists (decision 119)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec

from fulfilment.labels.records import Party

Language = Literal["id", "en"]


class SlipItem(msgspec.Struct, frozen=True):
    """One line of the parcel's contents."""

    name: str
    quantity: int = 1
    sku: str | None = None
    variant: str | None = None


class Slip(msgspec.Struct, frozen=True):
    """What is in one parcel. It knows no price and shows no phone number."""

    shipment_id: str
    sender: Party
    recipient: Party
    created_at: datetime
    brand: str
    courier: str
    waybill: str | None = None
    reference: str | None = None
    items: Sequence[SlipItem] = ()


class Parcel(msgspec.Struct, frozen=True):
    """One line of a hand-over list; what is not known is empty."""

    shipment_id: str
    courier: str
    waybill: str = ""
    reference: str = ""
    sender: str = ""
    recipient: str = ""
    city: str = ""
