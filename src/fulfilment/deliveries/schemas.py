"""API models of digital deliveries (specification, Delivery; decisions, section 7)."""

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
    """A customer's right to a number of downloads of a product until `expiresAt`."""

    id: str
    """The delivery's id (`dlv_…`)."""
    account_id: str
    product_id: str
    """The digital product that may be downloaded (`prod_…`)."""
    customer_id: str
    """Your id of the customer, as given at the grant."""
    checkout_session_id: str
    """Your id of the checkout, as given at the grant. A checkout has at most one delivery of a product."""
    status: Status
    """`active`: it has not ended, even if every download is used. `expired`: `expiresAt` has come. `revoked`: it was
    revoked, and not extended since.
    """
    download_count: int
    """Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`."""
    max_downloads: int
    """The maximum number of downloads, 1 to 100; set at the grant for good."""
    expires_at: Timestamp
    """When it expires. An extension moves this to 30 days after the later of now and the former value. A revocation
    sets it to now if it is in the future.
    """
    revoked_at: Timestamp | None
    """When it was revoked; null if it was not, or was extended since."""
    last_downloaded_at: Timestamp | None
    """When a download was last counted; null before the first. A reset of the count leaves it."""
    external_source: str | None
    """The source system, as given at the grant; the partner if its storefront sold it. Null where none was given."""
    external_ref: str | None
    """The source system's id of the delivery, as given at the grant; null where there is none."""
    created_at: Timestamp
    """When it was granted."""
    updated_at: Timestamp


class NewDelivery(CommandModel):
    """A digital delivery to grant to a customer."""

    product_id: Code
    """The product to deliver (`prod_…`): digital, and not archived."""
    customer_id: Code
    """Your own id of the customer."""
    checkout_session_id: Code
    """Your own id of the checkout. A second delivery of the same product for it is 409 `DUPLICATE`."""
    max_downloads: Downloads | None = DEFAULT_DOWNLOADS
    """The maximum number of downloads; the default is 5."""
    expires_at: Moment | None = None
    """When it expires, a timestamp with its offset; the default is 14 days from now. A time in the past, from 1970 on,
    is accepted too: such a delivery is expired from the start.
    """
    external_source: ExternalSource | None = None
    """The source system, for your own use; stored as given."""
    external_ref: Code | None = None
    """The source system's id of the delivery, for your own use; stored as given."""


class DeliveryQuery(PageQuery, rename="camel"):
    """Filters of the list of deliveries: exact, and combined with AND."""

    customer_id: Code | None = None
    """Only deliveries to this customer, by your id as given at the grant; exact."""
    product_id: Code | None = None
    """Only deliveries of this product (`prod_…`); an unknown product gives an empty list."""
    status: Status | None = None
    """Only deliveries that have this status now."""


class DeliveryReply(ApiModel):
    """A digital delivery."""

    delivery: Delivery
    """The delivery as it is now."""


class DeliveryList(ApiModel):
    """A page of deliveries."""

    deliveries: list[Delivery]
    """The deliveries of the page, newest first."""


def to_api(row: Row, at: datetime) -> Delivery:
    """The API model of a row at a time. A delivery expires by time alone, even if its event was not sent yet."""
    if row["revoked_at"] is not None:
        return from_row(Delivery, row, status="revoked")
    return from_row(Delivery, row, status="expired" if row["expires_at"] <= at else "active")
