"""What goes over the wire for a dashboard (decisions, section 10)."""

from fulfilment.credits.records import CreditBalance
from fulfilment.fields import Timestamp, Wire
from fulfilment.shipments.records import CourierType, Status


class ArchivableCounts(Wire):
    """How many there are, by whether they are archived."""

    active: int
    archived: int


class LicenseCounts(Wire):
    active: int
    revoked: int


class ShipmentCounts(Wire):
    """`byStatus` names every status, those of which there is none too."""

    total: int
    by_status: dict[Status, int]


class MonthUsage(Wire):
    """What the calendar month (UTC) holds so far: `orders` is shipments booked, deliveries and licenses together."""

    month: str
    orders: int
    shipments: int
    deliveries: int
    licenses: int
    resets_at: Timestamp


class RecentShipment(Wire):
    id: str
    status: Status
    courier_code: str
    courier_service_code: str
    courier_type: CourierType
    waybill_id: str | None
    price: int
    created_at: Timestamp
    updated_at: Timestamp


class LowStockLevel(Wire):
    """A level below its variant's threshold, with what it is and where; null where the catalog does not have it."""

    variant_id: str
    product_id: str | None
    name: str | None
    sku: str | None
    warehouse_id: str
    warehouse_name: str
    quantity: int
    low_stock_threshold: int
    updated_at: Timestamp


class FailingEndpoint(Wire):
    """It has not taken a delivery since `failingSince`; `disabledAt` where the service has switched it off for that."""

    id: str
    url: str
    active: bool
    consecutive_failures: int
    failing_since: Timestamp
    disabled_at: Timestamp | None


class FailedDelivery(Wire):
    """One that will not be tried again unless somebody asks for it."""

    id: str
    endpoint_id: str
    event_id: str
    type: str
    attempts: int
    last_error: str | None
    updated_at: Timestamp


class WebhookFailures(Wire):
    """Some of what is not well: what has failed for longest, and what failed last."""

    endpoints: list[FailingEndpoint]
    deliveries: list[FailedDelivery]


class StatsOverview(Wire):
    """Counters and recent rows; `deliveries` is how many were ever granted."""

    products: ArchivableCounts
    variants: ArchivableCounts
    warehouses: ArchivableCounts
    licenses: LicenseCounts
    shipments: ShipmentCounts
    deliveries: int
    month: MonthUsage
    credit: CreditBalance
    recent_shipments: list[RecentShipment]
    low_stock: list[LowStockLevel]
    webhook_failures: WebhookFailures
