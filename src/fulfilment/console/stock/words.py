"""What the codes of stock are called."""

from collections.abc import Mapping
from typing import Any

from fulfilment.infra.i18n import N_

REASON_LABELS = {
    "manual_adjust": N_("Correction"),
    "initial_stock": N_("First count"),
    "transfer_in": N_("Transfer in"),
    "transfer_out": N_("Transfer out"),
    "damaged": N_("Damaged or lost"),
    "returned_to_supplier": N_("Returned to the supplier"),
    "refund_restock": N_("Came back from a buyer"),
    "import": N_("Import"),
}
# What a person chooses from; the others are written by what they do elsewhere.
SELECTABLE_REASONS = ("manual_adjust", "damaged", "returned_to_supplier", "refund_restock")
# What leaves the shelf for one of these does not come.
OUTBOUND_REASONS = ("damaged", "returned_to_supplier")

SUCCESS_MESSAGES = {
    "adjusted": N_("Saved: the level below is the new one."),
    "counted": N_("The count is saved."),
    "same": N_("You counted what is recorded, so nothing had to change."),
    "moved-meanwhile": N_("The count is saved, but the level moved at the same moment. Count again, to be sure."),
    "transferred": N_("The pieces are in the other warehouse now."),
    "threshold": N_("The threshold is saved. It holds in every warehouse."),
}


def movement_reason(movement: Mapping[str, Any]) -> str:
    """Why a level moved, to be translated: what a parcel takes has the reason of a transfer."""
    if movement["shipmentId"] and movement["delta"] < 0:
        return N_("Taken for a parcel")
    if movement["shipmentId"]:
        return N_("Back from a parcel")
    reason: str = movement["reason"]
    return REASON_LABELS.get(reason, reason)
