"""The overview of a workspace, for a dashboard (decisions, section 10)."""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from fulfilment import clock
from fulfilment.credits import balance
from fulfilment.db.tx import Read
from fulfilment.fields import from_row
from fulfilment.settings import Settings
from fulfilment.shipments.records import Status
from fulfilment.stats import queries
from fulfilment.stats.records import (
    ArchivableCounts,
    FailedDelivery,
    FailingEndpoint,
    LicenseCounts,
    LowStockLevel,
    MonthUsage,
    RecentShipment,
    ShipmentCounts,
    StatsOverview,
    WebhookFailures,
)
from fulfilment.usage import queries as usage

ROWS_SHOWN = 5

_Counts = Mapping[tuple[str, str], int]


async def tell(read: Read, settings: Settings) -> StatsOverview:
    """Each part as it stands when it is looked up; they are not of one moment."""
    counts = await queries.counts(read)
    return StatsOverview(
        products=_kept(counts, "product"),
        variants=_kept(counts, "variant"),
        warehouses=_kept(counts, "warehouse"),
        licenses=LicenseCounts(
            active=counts.get(("license", "active"), 0), revoked=counts.get(("license", "revoked"), 0)
        ),
        shipments=_shipments(counts),
        deliveries=counts.get(("delivery", "granted"), 0),
        month=await _month(read),
        credit=await balance.show(read, settings),
        recent_shipments=_shown(RecentShipment, await queries.recent_shipments(read, ROWS_SHOWN)),
        low_stock=_shown(LowStockLevel, await queries.low_stock(read, ROWS_SHOWN)),
        webhook_failures=WebhookFailures(
            endpoints=_shown(FailingEndpoint, await queries.failing_endpoints(read, ROWS_SHOWN)),
            deliveries=_shown(FailedDelivery, await queries.failed_deliveries(read, ROWS_SHOWN)),
        ),
    )


def _kept(counts: _Counts, noun: str) -> ArchivableCounts:
    return ArchivableCounts(active=counts.get((noun, "active"), 0), archived=counts.get((noun, "archived"), 0))


def _shipments(counts: _Counts) -> ShipmentCounts:
    by_status = {status: counts.get(("shipment", status), 0) for status in get_args(Status)}
    return ShipmentCounts(total=sum(by_status.values()), by_status=by_status)


async def _month(read: Read) -> MonthUsage:
    row = await usage.this_month(read)
    return MonthUsage(
        month=f"{row['month']:%Y-%m}",
        orders=row["orders"],
        shipments=row["shipments"],
        deliveries=row["deliveries"],
        licenses=row["licenses"],
        resets_at=clock.wire(row["resets_at"]),
    )


def _shown(record: type, rows: Iterable[Any]) -> list[Any]:
    return [from_row(record, row) for row in rows]
