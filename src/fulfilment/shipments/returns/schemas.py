"""What goes over the wire about the goods of a returned parcel (decisions, section 13)."""

from typing import Annotated

from msgspec import Meta

from fulfilment.infra.models import ApiModel, Code, CommandModel, Count, Positive, Timestamp
from fulfilment.shipping.schemas import MAX_ITEMS


class ReturnedItem(CommandModel):
    """What came back of a variant: how many, and whether they are damaged, or how many of them."""

    variant_id: Code
    """The variant that came back (`var_…`), one that the shipment took from stock."""
    quantity: Positive
    """How many pieces came back, damaged ones included; no more than went out."""
    damaged: bool | Count | None = False
    """True: all of them are damaged. A number: so many of them. Damaged pieces are noted and not put back."""


class ShipmentRestockRequest(CommandModel):
    """Without `items` all of the parcel came back sound; with them, what is not named did not come back."""

    items: Annotated[list[ReturnedItem], Meta(min_length=1, max_length=MAX_ITEMS)] | None = None
    """What came back; left out: everything, undamaged."""


class RestockedItem(ApiModel):
    """Of one variant in one warehouse: how many were put back on its shelf, and how many were damaged and not."""

    variant_id: str
    """The variant that was put back (`var_…`)."""
    warehouse_id: str
    """The warehouse that it came from and went back to (`wh_…`)."""
    quantity: int
    """Pieces that were put back on the shelf."""
    damaged: int
    """Pieces that came back damaged and were not put back."""


class ShipmentRestock(ApiModel):
    """What came back with a returned parcel, as it was told once."""

    restocked_at: Timestamp
    """When they were put back."""
    created_by: str | None
    """Who told of it: the person's id for a session, the workspace's id for an API key; null where that is not known.
    """
    items: list[RestockedItem]
    """By variant and warehouse; of what did not come back both numbers are 0."""
