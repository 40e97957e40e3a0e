"""What goes over the wire about digital deliveries (specification, Delivery; decisions, section 7)."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta

from fulfilment.infra.models import ApiModel, Code, CommandModel, Moment, PageQuery, Row, Timestamp, from_row

DEFAULT_DOWNLOADS = 5
MAX_DOWNLOADS = 100

Status = Literal["active", "expired", "revoked"]
Downloads = Annotated[int, Meta(ge=1, le=MAX_DOWNLOADS)]
ExternalSource = Annotated[str, Meta(min_length=1, max_length=50)]


class Delivery(ApiModel):
    """A customer's right to download a product so many times until `expiresAt`."""

    id: str
    """Identifies the delivery (`dlv_…`)."""
    account_id: str
    product_id: str
    """The digital product that may be downloaded (`prod_…`)."""
    customer_id: str
    """Who may download it, by the id that was given at the grant."""
    checkout_session_id: str
    """The checkout that it was bought in, by the id that was given at the grant. A checkout delivers a product once."""
    status: Status
    """`active`: its time is not over, also where every download is used; `expired`: `expiresAt` has come; `revoked`: it
    was revoked, and not extended since.
    """
    download_count: int
    """Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`."""
    max_downloads: int
    """How many downloads it allows, 1 to 100; set at the grant for good."""
    expires_at: Timestamp
    """When it ends by itself. Extending moves it to 30 days after now, or after this where it is later; revoking sets
    it to now where it was still ahead.
    """
    revoked_at: Timestamp | None
    """When it was revoked; null where it was not, or was extended since."""
    last_downloaded_at: Timestamp | None
    """When a download was last counted; null before the first one. Resetting the count leaves it."""
    external_source: str | None
    """The system that it comes from, as given at the grant; the partner, where its storefront sold it. Null where none
    was named.
    """
    external_ref: str | None
    """The id that this system has for it, as given at the grant; null where there is none."""
    created_at: Timestamp
    """When it was granted."""
    updated_at: Timestamp


class NewDelivery(CommandModel):
    """A download to grant to a customer."""

    product_id: Code
    """The product to deliver (`prod_…`): a digital one that is not archived."""
    customer_id: Code
    """Your own id of the customer."""
    checkout_session_id: Code
    """Your own id of the checkout. A second delivery of the same product for it is 409 `DUPLICATE`."""
    max_downloads: Downloads | None = DEFAULT_DOWNLOADS
    """How many downloads to allow; 5 unless given."""
    expires_at: Moment | None = None
    """When it is to end, a timestamp with its offset; 14 days from now unless given. A time in the past, from 1970 on,
    is taken too: such a delivery is expired from the start.
    """
    external_source: ExternalSource | None = None
    """The system that it comes from, for your own use; kept as given."""
    external_ref: Code | None = None
    """The id that this system has for it, for your own use; kept as given."""


class DeliveryQuery(PageQuery, rename="camel"):
    """Filters are exact and narrow each other."""

    customer_id: Code | None = None
    """Only deliveries to this customer, by the id that was given at the grant; exact."""
    product_id: Code | None = None
    """Only deliveries of this product (`prod_…`); an unknown one gives an empty list."""
    status: Status | None = None
    """Only deliveries that have this status now."""


class DeliveryReply(ApiModel):
    """One delivery."""

    delivery: Delivery
    """The delivery as it is now."""


class DeliveryList(ApiModel):
    """A page of deliveries."""

    deliveries: list[Delivery]
    """The deliveries of the page, newest first."""


def to_api(row: Row, at: datetime) -> Delivery:
    """The row as the API shows it at that moment: time alone ends a delivery, whether or not it was told."""
    if row["revoked_at"] is not None:
        return from_row(Delivery, row, status="revoked")
    return from_row(Delivery, row, status="expired" if row["expires_at"] <= at else "active")
