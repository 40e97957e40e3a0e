"""What goes over the wire about digital deliveries (specification, Delivery; decisions, section 7)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta

from fulfilment.fields import Act, Code, Moment, PageQuery, Timestamp, Wire, from_row

DEFAULT_DOWNLOADS = 5
MOST_DOWNLOADS = 100

Status = Literal["active", "expired", "revoked"]
Downloads = Annotated[int, Meta(ge=1, le=MOST_DOWNLOADS)]
ExternalSource = Annotated[str, Meta(min_length=1, max_length=50)]


class Delivery(Wire):
    """A customer's right to download a product so many times until `expiresAt`."""

    id: str
    account_id: str
    product_id: str
    customer_id: str
    checkout_session_id: str
    status: Status
    download_count: int
    max_downloads: int
    expires_at: Timestamp
    revoked_at: Timestamp | None
    last_downloaded_at: Timestamp | None
    external_source: str | None
    external_ref: str | None
    created_at: Timestamp
    updated_at: Timestamp


class NewDelivery(Act):
    """`expiresAt` is 14 days ahead unless it is given."""

    product_id: Code
    customer_id: Code
    checkout_session_id: Code
    max_downloads: Downloads | None = DEFAULT_DOWNLOADS
    expires_at: Moment | None = None
    external_source: ExternalSource | None = None
    external_ref: Code | None = None


class DeliveryQuery(PageQuery, rename="camel"):
    """Filters are exact and narrow each other."""

    customer_id: Code | None = None
    product_id: Code | None = None
    status: Status | None = None


class DeliveryReply(Wire):
    delivery: Delivery


class Deliveries(Wire):
    deliveries: list[Delivery]


def shown(row: Mapping[str, Any], at: datetime) -> Delivery:
    """The row as the API shows it at that moment: time alone ends a delivery, whether or not it was told."""
    if row["revoked_at"] is not None:
        return from_row(Delivery, row, status="revoked")
    return from_row(Delivery, row, status="expired" if row["expires_at"] <= at else "active")
