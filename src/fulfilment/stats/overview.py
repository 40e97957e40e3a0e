"""Overview of a workspace for its dashboard (decisions, section 10)."""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from fulfilment.credits import balance
from fulfilment.infra import clock
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import from_row
from fulfilment.quotas import queries as usage
from fulfilment.settings import Settings
from fulfilment.shipments.schemas import Status
from fulfilment.stats import queries
from fulfilment.stats.schemas import (
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

RECENT_ROWS = 5

_Counts = Mapping[tuple[str, str], int]


async def get_overview(read: Read, settings: Settings) -> StatsOverview:
    """The overview; each part is read on its own, so the parts are not one snapshot."""
    counts = await queries.fetch_counts(read)
    return StatsOverview(
        products=_build_archivable_counts(counts, "product"),
        variants=_build_archivable_counts(counts, "variant"),
        warehouses=_build_archivable_counts(counts, "warehouse"),
        licenses=LicenseCounts(
            active=counts.get(("license", "active"), 0), revoked=counts.get(("license", "revoked"), 0)
        ),
        shipments=_build_shipment_counts(counts),
        deliveries=counts.get(("delivery", "granted"), 0),
        month=await _get_month_usage(read),
        credit=await balance.get_balance(read, settings),
        recent_shipments=_to_api(RecentShipment, await queries.list_recent_shipments(read, RECENT_ROWS)),
        low_stock=_to_api(LowStockLevel, await queries.list_low_stock(read, RECENT_ROWS)),
        webhook_failures=WebhookFailures(
            endpoints=_to_api(FailingEndpoint, await queries.list_failing_endpoints(read, RECENT_ROWS)),
            deliveries=_to_api(FailedDelivery, await queries.list_failed_deliveries(read, RECENT_ROWS)),
        ),
    )


def _build_archivable_counts(counts: _Counts, noun: str) -> ArchivableCounts:
    return ArchivableCounts(active=counts.get((noun, "active"), 0), archived=counts.get((noun, "archived"), 0))


def _build_shipment_counts(counts: _Counts) -> ShipmentCounts:
    by_status = {status: counts.get(("shipment", status), 0) for status in get_args(Status)}
    return ShipmentCounts(total=sum(by_status.values()), by_status=by_status)


async def _get_month_usage(read: Read) -> MonthUsage:
    row = await usage.get_current_month(read)
    return MonthUsage(
        month=f"{row['month']:%Y-%m}",
        orders=row["orders"],
        shipments=row["shipments"],
        deliveries=row["deliveries"],
        licenses=row["licenses"],
        resets_at=clock.to_iso(row["resets_at"]),
    )


def _to_api(record: type, rows: Iterable[Any]) -> list[Any]:
    return [from_row(record, row) for row in rows]
