"""What goes over the wire about the goods of a returned parcel (decisions, section 13)."""

from typing import Annotated

from msgspec import Meta

from fulfilment.fields import Act, Code, Count, Positive, Timestamp, Wire
from fulfilment.shipping.records import MAX_ITEMS


class ReturnedItem(Act):
    """What came back of a variant: how many, and whether they are damaged, or how many of them."""

    variant_id: Code
    quantity: Positive
    damaged: bool | Count | None = False


class ShipmentRestockRequest(Act):
    """Without `items` all of the parcel came back sound; with them, what is not named did not come back."""

    items: Annotated[list[ReturnedItem], Meta(min_length=1, max_length=MAX_ITEMS)] | None = None


class RestockedItem(Wire):
    """Of one variant in one warehouse: how many were put back on its shelf, and how many were damaged and not."""

    variant_id: str
    warehouse_id: str
    quantity: int
    damaged: int


class ShipmentRestock(Wire):
    """What came back with a returned parcel, as it was told once."""

    restocked_at: Timestamp
    created_by: str | None
    items: list[RestockedItem]
