"""Every status and code in words; what a reader does next stands in `refusals`."""

from fulfilment.translations import N_

# A shape beside each word, so that nobody depends on the colour.
STATUSES = {
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

ROLES = {
    "owner": N_("Owner"),
    "packer": N_("Packer"),
    "support": N_("Support"),
    "developer": N_("Developer"),
}
