"""What goes over the wire for a dashboard (decisions, section 10)."""

from datetime import date

from msgspec import field

from fulfilment.credits.schemas import CreditBalance
from fulfilment.infra.models import ApiModel, Query, Timestamp
from fulfilment.shipments.schemas import CourierType, Shipment, Status
from fulfilment.webhooks.schemas import WebhookDelivery, WebhookEndpoint


class DailyStatisticsQuery(Query):
    """Which days, in the workspace's zone; 92 at most."""

    from_: date | None = field(default=None, name="from")
    """The first day, such as `2026-11-01`. Without it, 29 days before the last one."""
    to: date | None = None
    """The last day, which is included. Without it, today, or the 92nd day where `from` is longer ago."""


class DailyStatistics(ApiModel):
    """One day of the workspace's zone. Amounts are in the currency's minor unit, for IDR whole rupiah."""

    day: str
    """Which day, such as `2026-11-23`."""
    booked: int
    """How many shipments were booked that day, also where they were cancelled later."""
    delivered: int
    """How many shipments were delivered that day, whenever they were booked."""
    returned: int
    """How many shipments came back that day, whenever they were booked."""
    cancelled: int
    """How many booked shipments were cancelled that day, by the merchant or by the courier."""
    credit_spent: int
    """What shipments were charged that day, less what they were given back; less than 0 where that was more."""
    credit_added: int
    """What else moved the shipping credit that day: what was topped up, adjusted, or taken back by a dispute."""
    credit_balance: int
    """The balance of the shipping credit when the day ended, or as it is now for a day that has not."""


class StatsDays(ApiModel):
    """Days in figures, as a plot shows them. What happened counts at once."""

    time_zone: str
    """The IANA name of the zone whose days they are: that of the workspace."""
    days: list[DailyStatistics]
    """The days of the period, the oldest first, also those on which nothing happened."""
    credit_available: int
    """The shipping credit that is not held now, in minor units."""
    credit_days_left: float | None
    """For how many days that lasts at the mean of the last 14 days, or since the first spending if
    that is less; null where nothing was spent in them.
    """


class ArchivableCounts(ApiModel):
    """How many there are, by whether they are archived."""

    active: int
    """How many are not archived."""
    archived: int
    """How many are archived."""


class LicenseCounts(ApiModel):
    """How many licenses there are, by their status."""

    active: int
    """How many are not revoked; expired and suspended ones are included."""
    revoked: int
    """How many are revoked."""


class ShipmentCounts(ApiModel):
    """How many shipments there are, by their status."""

    total: int
    """How many there are in all."""
    by_status: dict[Status, int]
    """How many have each status now; every status is named, those of which there is none with 0."""


class MonthUsage(ApiModel):
    """What the calendar month (UTC) holds so far."""

    month: str
    """Which month it is, such as `2026-11`."""
    orders: int
    """Shipments booked, deliveries and licenses together."""
    shipments: int
    """Shipments whose courier was booked, also where they were cancelled later."""
    deliveries: int
    """Digital deliveries that were granted."""
    licenses: int
    """Licenses that were issued, revoked ones included."""
    resets_at: Timestamp
    """When the next month begins, and everything counts from 0 again."""


class RecentShipment(ApiModel):
    """A shipment, in short."""

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
    """A stock level below its variant's threshold, with what it is and where."""

    variant_id: str
    """The variant that runs low (`var_…`)."""
    product_id: str | None
    """The variant's product (`prod_…`); null where the catalog does not have the variant."""
    name: str | None
    """What the variant is called; null where the catalog does not have it."""
    sku: str | None
    """The merchant's own number of the variant, or else of its product; null where neither has one."""
    warehouse_id: str
    """The warehouse in which it runs low (`wh_…`)."""
    warehouse_name: str
    """What the warehouse is called."""
    quantity: int
    """Pieces on the shelf, reserved ones included."""
    low_stock_threshold: int
    """The variant's threshold, in pieces; `quantity` is below it."""
    updated_at: Timestamp
    """When the level was last moved."""


class FailingEndpoint(ApiModel):
    """A webhook endpoint that has not taken a delivery since `failingSince`."""

    words_of = WebhookEndpoint

    id: str
    url: str
    active: bool
    consecutive_failures: int
    failing_since: Timestamp
    """When the first of the attempts failed that have failed in a row."""
    disabled_at: Timestamp | None


class FailedDelivery(ApiModel):
    """A webhook delivery that will not be tried again unless somebody asks for it."""

    words_of = WebhookDelivery

    id: str
    endpoint_id: str
    event_id: str
    type: str
    attempts: int
    last_error: str | None
    updated_at: Timestamp


class WebhookFailures(ApiModel):
    """Some of what is not well."""

    endpoints: list[FailingEndpoint]
    """Up to 5 failing endpoints; the one that has failed for longest comes first."""
    deliveries: list[FailedDelivery]
    """Up to 5 deliveries that have failed, the newest first."""


class StatsOverview(ApiModel):
    """What a workspace holds, for a dashboard. Its parts are not of one moment."""

    products: ArchivableCounts
    """How many products there are."""
    variants: ArchivableCounts
    """How many variants there are."""
    warehouses: ArchivableCounts
    """How many warehouses there are."""
    licenses: LicenseCounts
    """How many licenses there are."""
    shipments: ShipmentCounts
    """How many shipments there are."""
    deliveries: int
    """How many digital deliveries were ever granted."""
    month: MonthUsage
    """What was used this month."""
    credit: CreditBalance
    """The prepaid shipping credit."""
    recent_shipments: list[RecentShipment]
    """The 5 newest shipments, the newest first."""
    low_stock: list[LowStockLevel]
    """Up to 5 levels below their threshold; the one that was moved last comes first."""
    webhook_failures: WebhookFailures
    """Which webhooks are failing."""
