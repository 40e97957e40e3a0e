"""Every status and code in words; what a reader does next stands in `error_messages`."""

from fulfilment.infra.i18n import N_

# A shape beside each word, so that nobody depends on the colour.
STATUS_BADGES = {
    "pending": (N_("To book"), "waiting", "ring"),
    "confirmed": (N_("Booked"), "moving", "dot"),
    "allocated": (N_("Driver found"), "moving", "dot"),
    "picking_up": (N_("Driver coming"), "moving", "half"),
    "picked_up": (N_("Picked up"), "moving", "half"),
    "in_transit": (N_("In transit"), "moving", "half"),
    "dropping_off": (N_("Being delivered"), "moving", "most"),
    "delivered": (N_("Delivered"), "done", "tick"),
    "returned": (N_("Returned"), "trouble", "back"),
    "cancelled": (N_("Cancelled"), "over", "cross"),
}

# Reports of a courier that leave the status as it was, or say why a parcel ended.
EXCEPTION_BADGES = {
    "on_hold": (N_("On hold"), "trouble", "warn"),
    "return_in_transit": (N_("On its way back"), "trouble", "back"),
    "disposed": (N_("Disposed of"), "over", "cross"),
    "rejected": (N_("Refused by the courier"), "over", "cross"),
    "courier_not_found": (N_("No driver was found"), "over", "cross"),
}

ROLE_NAMES = {
    "owner": N_("Owner"),
    "packer": N_("Packer"),
    "support": N_("Support"),
    "developer": N_("Developer"),
}
