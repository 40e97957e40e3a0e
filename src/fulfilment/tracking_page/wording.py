"""The courier's words and ours, said plainly to somebody who waits for a parcel."""

from typing import Literal

from msgspec import Struct

Tone = Literal["waiting", "moving", "done", "trouble", "over"]


class Words(Struct, frozen=True):
    """`title` names a status, `detail` says what it means to the recipient."""

    title: str
    detail: str
    tone: Tone


STATUSES = {
    "pending": Words("Being prepared", "The sender is getting your parcel ready.", "waiting"),
    "confirmed": Words("Courier booked", "The courier knows of your parcel and will collect it.", "moving"),
    "allocated": Words("Driver assigned", "Somebody has been sent to collect your parcel.", "moving"),
    "picking_up": Words("Being collected", "The courier is on the way to collect your parcel.", "moving"),
    "picked_up": Words("Collected", "The courier has your parcel.", "moving"),
    "in_transit": Words("On its way", "Your parcel is travelling towards you.", "moving"),
    "dropping_off": Words("Out for delivery", "Your parcel is being brought to you.", "moving"),
    "delivered": Words("Delivered", "Your parcel has arrived.", "done"),
    "returned": Words("Returned to the sender", "The parcel could not stay with you and went back.", "over"),
    "cancelled": Words("Cancelled", "This delivery will not take place.", "over"),
}
REPLACED = Words("Sent another way", "This delivery has been replaced by a new one.", "moving")

# What a courier says besides; such a report leaves a shipment's status as it was, or says why it ended.
_BESIDES = {
    "on_hold": Words("On hold", "The courier keeps your parcel for the moment.", "trouble"),
    "return_in_transit": Words("Going back to the sender", "The parcel could not be delivered.", "trouble"),
    "disposed": Words("Disposed of", "The courier could neither deliver nor return the parcel.", "over"),
    "rejected": Words("Declined by the courier", "The courier did not take the parcel.", "over"),
    "courier_not_found": Words("No driver was free", "Nobody could be found to collect the parcel.", "over"),
}
# A report that came late is told as what it says, and not as where the parcel was by then. What `dropping_off` means
# depends on the courier, and has been settled in the status after it.
_OF_REPORTS = {
    **{status: words for status, words in STATUSES.items() if status != "dropping_off"},
    "picked": STATUSES["picked_up"],
    **_BESIDES,
}

STAGES = ("Packing", "Booked", "On its way", "Arrived")
_REACHED = {
    "pending": 0,
    "confirmed": 1,
    "allocated": 1,
    "picking_up": 1,
    "picked_up": 2,
    "in_transit": 2,
    "dropping_off": 2,
    "delivered": 3,
}


def of_report(raw_status: str, status: str) -> Words:
    """What one report says; `status` is the shipment's status after it."""
    return _OF_REPORTS.get(raw_status, STATUSES[status])


def of_now(status: str, newest_raw_status: str | None) -> Words:
    """Where the parcel is now. A hitch that the courier told of last says more than the status it left standing."""
    return _BESIDES.get(newest_raw_status or "", STATUSES[status])


def stage(status: str) -> int | None:
    """The place in STAGES that a shipment has reached; None for one that will never arrive."""
    return _REACHED.get(status)
