"""Work queues of a shipping desk: shipments that need an action, each queue by one partial index.

Counts are bounded, and the times are those of the database's clock.
"""

from datetime import timedelta

import msgspec

from fulfilment.infra.database.statements import Statement, sql
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import ApiModel
from fulfilment.shipments.schemas import Queue, Status

MAX_COUNTED = 99
UNCOLLECTED_AFTER = timedelta(hours=24)
STALE_AFTER = timedelta(hours=48)

_HOURS = "interval '{} hours'"
_UNCOLLECTED_INTERVAL = _HOURS.format(UNCOLLECTED_AFTER // timedelta(hours=1))
_STALE_INTERVAL = _HOURS.format(STALE_AFTER // timedelta(hours=1))

# Booked, and not final yet.
OPEN_STATUSES: tuple[Status, ...] = ("confirmed", "allocated", "picking_up", "picked_up", "in_transit", "dropping_off")
# Each status has its part of one index. Only as many ids of each are read as are shown, however many parcels there are.
_OPEN_IDS = f"""
    SELECT w.id FROM unnest(ARRAY[{", ".join(f"'{status}'" for status in OPEN_STATUSES)}]) AS state
     CROSS JOIN LATERAL (SELECT id FROM shipments WHERE account_id = $1 AND status = state AND id < $2 AND id >= $3
                          ORDER BY id DESC LIMIT $4) w
     ORDER BY w.id DESC LIMIT $4
"""

# The condition of each queue on a row `s` of shipments, as in its index.
CONDITIONS: dict[Queue, str] = {
    "to_book": "s.status = 'pending'",
    "to_print": "s.printed_at IS NULL AND s.status IN ('confirmed', 'allocated', 'picking_up')",
    "uncollected": "s.status IN ('confirmed', 'allocated', 'picking_up') AND s.updated_at < now() - "
    + _UNCOLLECTED_INTERVAL,
    "silent": "s.status IN ('picked_up', 'in_transit', 'dropping_off') AND s.updated_at < now() - " + _STALE_INTERVAL,
    # Only the operations of this part of the scan ($2 to $4) are read, however many there are.
    "unclear": "s.id = ANY (ARRAY(SELECT c.shipment_id FROM courier_operations c"
    " WHERE c.account_id = $1 AND c.is_unclear AND c.shipment_id < $2 AND c.shipment_id >= $3"
    " ORDER BY c.shipment_id DESC LIMIT $4))",
    "returned": "s.status = 'returned' AND s.restock IS NULL AND s.replaced_by IS NULL",
    "under_way": f"s.id = ANY (ARRAY({_OPEN_IDS}))",
}
# These are counted separately: by courier operations, and by status.
_COUNTED_ELSEWHERE: tuple[Queue, ...] = ("unclear", "under_way")
# Queues that begin with the longest without a report.
STALE_QUEUES: tuple[Queue, ...] = ("uncollected", "silent")

_COUNT = "(SELECT count(*) FROM (SELECT FROM shipments s WHERE s.account_id = $1 AND {which} LIMIT {most}) s) AS {name}"
COUNT: Statement = sql(
    "shipments.count_queues",
    "SELECT "
    + ", ".join(
        _COUNT.format(which=which, most=MAX_COUNTED + 1, name=name)
        for name, which in CONDITIONS.items()
        if name not in _COUNTED_ELSEWHERE
    )
    + f""",
           (SELECT count(*) FROM (SELECT FROM courier_operations WHERE account_id = $1 AND is_unclear
             LIMIT {MAX_COUNTED + 1}) c) AS unclear,
           (SELECT count(*) FROM (SELECT FROM stock_levels WHERE account_id = $1 AND is_low
             LIMIT {MAX_COUNTED + 1}) l) AS low_stock,
           (SELECT count(*) FROM (SELECT FROM webhook_endpoints WHERE account_id = $1 AND failing_since IS NOT NULL
             AND deleted_at IS NULL LIMIT {MAX_COUNTED + 1}) e) AS failing_endpoints,
           (SELECT coalesce(json_object_agg(status, count), '{{}}') FROM counters
             WHERE account_id = $1 AND noun = 'shipment') AS by_status
    """,
)


class QueueCount(ApiModel):
    """The number of entries in a queue."""

    count: int
    """The number of entries, counted up to 99."""
    is_more: bool
    """True if there are more entries than were counted."""


class ShipmentQueues(ApiModel):
    """The work queues of the workspace, with their counts."""

    to_book: QueueCount
    """Drafted shipments: `pending`."""
    to_print: QueueCount
    """Booked shipments that are not collected, and whose label is not printed."""
    uncollected: QueueCount
    """Booked shipments that no driver has collected, without a report for 24 hours."""
    silent: QueueCount
    """Shipments under way without a report for 48 hours."""
    unclear: QueueCount
    """Shipments for which it is not known yet whether the courier booked, or cancelled, them."""
    returned: QueueCount
    """Returned shipments whose goods are not accounted for, and that are not replaced."""
    low_stock: QueueCount
    """Stock levels below their threshold."""
    failing_endpoints: QueueCount
    """Webhook endpoints whose last attempts have failed."""
    by_status: dict[str, int]
    """The number of shipments by status, from a maintained counter; a status without any is left out. The queue
    `under_way` has as many as its six statuses together.
    """


async def count_queues(read: Read) -> ShipmentQueues:
    """Count each queue, in one statement of bounded work."""
    row = await read.fetch_one(COUNT)
    counts = {name: _to_queue_count(row[name]) for name in ShipmentQueues.__struct_fields__ if name != "by_status"}
    by_status = {status: count for status, count in msgspec.json.decode(row["by_status"]).items() if count}
    return ShipmentQueues(**counts, by_status=by_status)


def _to_queue_count(number: int) -> QueueCount:
    return QueueCount(count=min(number, MAX_COUNTED), is_more=number > MAX_COUNTED)
