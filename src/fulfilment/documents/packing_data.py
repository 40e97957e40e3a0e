"""What is printed on the papers that go with parcels: packing slips and hand-over lists (decision 119)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec

from fulfilment.documents.label_data import Party

Language = Literal["id", "en"]


class PackingSlipItem(msgspec.Struct, frozen=True):
    """One line of the parcel's contents."""

    name: str
    quantity: int = 1
    sku: str | None = None
    variant: str | None = None


class PackingSlip(msgspec.Struct, frozen=True):
    """What is in one parcel. It knows no price and shows no phone number.

    `created_at` is in the zone whose day the slip bears. A cancelled shipment's slip says so across it.
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
    """One line of a hand-over list; what is not known is empty."""

    shipment_id: str
    courier: str
    waybill: str = ""
    reference: str = ""
    sender: str = ""
    recipient: str = ""
    city: str = ""
