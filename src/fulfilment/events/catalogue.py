"""Every event there is, by its name without brand and version (specification, Events; decisions, section 8).

`brand.event_type(name)` gives the type that goes over the wire. What describes the events further, such as
the JSON schema of each one's `data`, is kept by these names.
"""

import msgspec


class Entry(msgspec.Struct, frozen=True):
    """One kind of event: its `name`, and in a sentence when it `fires`."""

    name: str
    fires: str


# Goes to the one endpoint that is tried out, whatever that is subscribed to.
TRIAL = "webhook_endpoint.test"

CATALOGUE = (
    Entry("product.created", "A product was created."),
    Entry("product.updated", "Fields of a product changed; `changed` lists them."),
    Entry("product.archived", "A product was archived."),
    Entry("variant.created", "A variant was added to a product."),
    Entry("variant.archived", "A variant was archived."),
    Entry("warehouse.created", "A warehouse was created."),
    Entry("stock.adjusted", "A stock level was adjusted, for whatever reason."),
    Entry("stock.low", "A stock level fell below the variant's threshold."),
    Entry("shipment.created", "A shipment was created."),
    Entry("shipment.pickup_confirmed", "A courier was booked for a shipment."),
    Entry("shipment.status_updated", "The courier reported a status."),
    Entry("shipment.cancelled", "A shipment was cancelled."),
    Entry("shipment.rebooked", "A shipment was replaced by another."),
    Entry("license.issued", "A license was issued."),
    Entry("license.updated", "Fields of a license changed."),
    Entry("license.suspended", "A license was suspended."),
    Entry("license.reinstated", "A suspended license is valid again."),
    Entry("license.revoked", "A license was revoked."),
    Entry("license.activated", "A license was bound to a new instance."),
    Entry("license.deactivated", "An instance was unbound from a license."),
    Entry("delivery.created", "A digital delivery was granted."),
    Entry("delivery.updated", "A delivery was extended, reset or revoked; `action` says which."),
    Entry("delivery.downloaded", "A download was counted."),
    Entry("delivery.expiring", "A delivery expires within 24 hours."),
    Entry("delivery.expired", "A delivery expired."),
    Entry("webhook_endpoint.disabled", "A webhook endpoint was switched off for failing."),
    Entry(TRIAL, "A webhook endpoint was tried out; it alone gets the event."),
)

NAMES = tuple(entry.name for entry in CATALOGUE)
