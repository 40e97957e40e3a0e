"""What is said to somebody who waits for a parcel, in English; `<language>.po` beside this says it in others.

A recipient is told otherwise than a merchant, so that these texts are not those of the console.
"""

from typing import Literal

from msgspec import Struct

from fulfilment.infra.i18n import N_, NC_

Tone = Literal["waiting", "moving", "done", "trouble", "over"]


class StatusText(Struct, frozen=True):
    """`title` names a status, `detail` says what it means to the recipient."""

    title: str
    detail: str
    tone: Tone


STATUS_TEXTS = {
    "pending": StatusText(N_("Being prepared"), N_("The sender is getting your parcel ready."), "waiting"),
    "confirmed": StatusText(
        N_("Courier booked"), N_("The courier knows of your parcel and will collect it."), "moving"
    ),
    "allocated": StatusText(N_("Driver assigned"), N_("Somebody has been sent to collect your parcel."), "moving"),
    "picking_up": StatusText(N_("Being collected"), N_("The courier is on the way to collect your parcel."), "moving"),
    "picked_up": StatusText(N_("Collected"), N_("The courier has your parcel."), "moving"),
    "in_transit": StatusText(N_("On its way"), N_("Your parcel is travelling towards you."), "moving"),
    "dropping_off": StatusText(N_("Out for delivery"), N_("Your parcel is being brought to you."), "moving"),
    "delivered": StatusText(N_("Delivered"), N_("Your parcel has arrived."), "done"),
    "returned": StatusText(
        N_("Returned to the sender"), N_("The parcel could not stay with you and went back."), "over"
    ),
    "cancelled": StatusText(N_("Cancelled"), N_("This delivery will not take place."), "over"),
}
# What a courier says besides: such a report leaves a shipment's status as it was, or says why it ended.
EXCEPTION_TEXTS = {
    "on_hold": StatusText(N_("On hold"), N_("The courier keeps your parcel for the moment."), "trouble"),
    "return_in_transit": StatusText(
        N_("Going back to the sender"), N_("The parcel could not be delivered."), "trouble"
    ),
    "disposed": StatusText(N_("Disposed of"), N_("The courier could neither deliver nor return the parcel."), "over"),
    "rejected": StatusText(N_("Declined by the courier"), N_("The courier did not take the parcel."), "over"),
    "courier_not_found": StatusText(
        N_("No driver was free"), N_("Nobody could be found to collect the parcel."), "over"
    ),
}
REPLACED_TEXT = StatusText(N_("Sent another way"), N_("This delivery has been replaced by a new one."), "moving")
# Of all its way, in a word each.
STAGE_CONTEXT = "stage"
STAGE_NAMES = (NC_("stage", "Packing"), NC_("stage", "Booked"), NC_("stage", "On its way"), NC_("stage", "Arrived"))
