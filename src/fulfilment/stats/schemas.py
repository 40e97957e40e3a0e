"""Request and response schemas of the statistics (decisions, section 10)."""

from datetime import date

from msgspec import field

from fulfilment.credits.schemas import CreditBalance
from fulfilment.infra.models import ApiModel, Query, Timestamp
from fulfilment.shipments.schemas import CourierType, Shipment, Status
from fulfilment.webhooks.schemas import WebhookDelivery, WebhookEndpoint


class DailyStatisticsQuery(Query):
    """A period of days in the workspace's time zone, at most 92."""

    from_: date | None = field(default=None, name="from")
    """The first day, such as `2026-11-01`. Without it, 29 days before the last one."""
    to: date | None = None
    """The last day, which is included. Without it, today, or the 92nd day where `from` is longer ago."""


class DailyStatistics(ApiModel):
    """One day of the workspace's time zone. Amounts are in the currency's minor unit; for IDR, whole rupiah."""

    day: str
    """The day, such as `2026-11-23`."""
    booked: int
    """The number of shipments booked on that day, including those cancelled later."""
    delivered: int
    """The number of shipments delivered on that day, whenever they were booked."""
    returned: int
    """The number of shipments returned on that day, whenever they were booked."""
    cancelled: int
    """The number of booked shipments cancelled on that day, by the merchant or by the courier."""
    credit_spent: int
    """Charges for shipments on that day, less refunds; negative where refunds were larger."""
    credit_added: int
    """All other changes of the shipping credit on that day: top-ups, adjustments, and amounts taken back by disputes.
    """
    credit_balance: int
    """The balance of the shipping credit at the end of the day; the current balance for a day that has not ended."""


class StatsDays(ApiModel):
    """Daily statistics of a period. Changes are counted immediately."""

    time_zone: str
    """The IANA name of the workspace's time zone, in which the days are counted."""
    days: list[DailyStatistics]
    """The days of the period, oldest first, including days without any activity."""
    credit_available: int
    """The shipping credit that is not held now, in minor units."""
    credit_days_left: float | None
    """The number of days that `creditAvailable` lasts at the mean spending of the last 14 days. If the first spending
    was later, the mean begins there. Null where nothing was spent.
    """


class ArchivableCounts(ApiModel):
    """The number of active and of archived resources."""

    active: int
    """The number that is not archived."""
    archived: int
    """The number that is archived."""


class LicenseCounts(ApiModel):
    """The number of licenses by status."""

    active: int
    """The number of licenses that are not revoked, including expired and suspended licenses."""
    revoked: int
    """The number of revoked licenses."""


class ShipmentCounts(ApiModel):
    """The number of shipments by status."""

    total: int
    """The number of all shipments."""
    by_status: dict[Status, int]
    """The number of shipments of each status; every status is present, unused ones with 0."""


class MonthUsage(ApiModel):
    """Usage of the current calendar month (UTC)."""

    month: str
    """The month, such as `2026-11`."""
    orders: int
    """Shipments booked, deliveries and licenses together."""
    shipments: int
    """Shipments whose courier was booked, including those cancelled later."""
    deliveries: int
    """Digital deliveries that were granted."""
    licenses: int
    """Licenses that were issued, including revoked licenses."""
    resets_at: Timestamp
    """When the next month begins and all counts restart from 0."""


class RecentShipment(ApiModel):
    """A summary of a shipment."""

    words_of = Shipment

    id: str
    status: Status
    courier_code: str
    courier_service_code: str
    courier_type: CourierType
    waybill_id: str | None
    price: int
    created_at: Timestamp
    updated_at: Timestamp


class LowStockLevel(ApiModel):
    """A stock level below its variant's threshold, with its variant and its warehouse."""

    variant_id: str
    """The variant that runs low (`var_…`)."""
    product_id: str | None
    """The variant's product (`prod_…`); null where the catalog does not have the variant."""
    name: str | None
    """The name of the variant; null where the catalog does not have it."""
    sku: str | None
    """The SKU of the variant, or else of its product; null where neither has one."""
    warehouse_id: str
    """The warehouse in which it runs low (`wh_…`)."""
    warehouse_name: str
    """The name of the warehouse."""
    quantity: int
    """Pieces on the shelf, reserved ones included."""
    low_stock_threshold: int
    """The variant's threshold, in pieces; `quantity` is below it."""
    updated_at: Timestamp
    """When the level was last moved."""


class FailingEndpoint(ApiModel):
    """A webhook endpoint that has not accepted a delivery since `failingSince`."""

    words_of = WebhookEndpoint

    id: str
    url: str
    active: bool
    consecutive_failures: int
    failing_since: Timestamp
    """When the first of the consecutive failed attempts was made."""
    disabled_at: Timestamp | None


class FailedDelivery(ApiModel):
    """A webhook delivery that has failed. It is retried only on request."""

    words_of = WebhookDelivery

    id: str
    endpoint_id: str
    event_id: str
    type: str
    attempts: int
    last_error: str | None
    updated_at: Timestamp


class WebhookFailures(ApiModel):
    """Failing webhook endpoints and failed deliveries."""

    endpoints: list[FailingEndpoint]
    """Up to 5 failing endpoints, the longest failing first."""
    deliveries: list[FailedDelivery]
    """Up to 5 failed deliveries, newest first."""


class StatsOverview(ApiModel):
    """The overview of a workspace for a dashboard. Its parts are not one snapshot."""

    products: ArchivableCounts
    """The number of products."""
    variants: ArchivableCounts
    """The number of variants."""
    warehouses: ArchivableCounts
    """The number of warehouses."""
    licenses: LicenseCounts
    """The number of licenses."""
    shipments: ShipmentCounts
    """The number of shipments."""
    deliveries: int
    """The number of digital deliveries that were ever granted."""
    month: MonthUsage
    """The usage of this month."""
    credit: CreditBalance
    """The prepaid shipping credit."""
    recent_shipments: list[RecentShipment]
    """The 5 newest shipments, newest first."""
    low_stock: list[LowStockLevel]
    """Up to 5 stock levels below their threshold, the most recently moved first."""
    webhook_failures: WebhookFailures
    """Webhooks that are failing."""
