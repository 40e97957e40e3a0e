"""When a parcel is expected: what the courier said that it takes, from when it was collected, or else booked."""

from collections.abc import Sequence
from datetime import datetime

import asyncpg

from fulfilment.shipments import delivery_estimate
from fulfilment.shipments import queries as shipments
from fulfilment.tracking_page import queries
from fulfilment.tracking_page.queries import CourierReport
from fulfilment.tracking_page.words import StatusText

# A parcel that stopped is not awaited any more.
_AWAITED_TONES = ("waiting", "moving")


def estimate_delivery(
    row: asyncpg.Record, reports: Sequence[CourierReport], now: StatusText
) -> tuple[datetime, datetime, bool] | None:
    """The first and the last moment, and whether the courier counts in hours; None where there is nothing to expect.

    `reports` are newest first, and `now` is what the page says at its top.
    """
    quoted = shipments.parse_eta(row)
    # Of a parcel that was reported about more often than the page tells, it is not known when it was collected.
    has_whole_history = 0 < len(reports) < queries.MAX_REPORTS
    if quoted is None or not has_whole_history or now.tone not in _AWAITED_TONES:
        return None
    window = delivery_estimate.estimate_window(
        quoted, row["status"], [(report.status, report.at) for report in reports]
    )
    return None if window is None else (*window, quoted.unit == "hours")
