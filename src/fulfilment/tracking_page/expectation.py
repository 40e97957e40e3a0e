"""When a parcel is expected: what the courier said that it takes, from when it was collected, or else booked."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import asyncpg

from fulfilment.shipments import queries as shipments
from fulfilment.tracking_page import queries
from fulfilment.tracking_page.queries import CourierReport
from fulfilment.tracking_page.words import Words

# A parcel that stopped, turned back or arrived is not awaited any more, nor is one that nobody was sent for.
_AWAITED_TONES = ("waiting", "moving")
_AWAITED = frozenset(("confirmed", "allocated", "picking_up", "picked_up", "in_transit", "dropping_off"))
_COLLECTED = frozenset(("picked_up", "in_transit", "dropping_off"))


def expected(
    row: asyncpg.Record, reports: Sequence[CourierReport], now: Words
) -> tuple[datetime, datetime, bool] | None:
    """The first and the last moment, and whether the courier counts in hours; None where there is nothing to expect.

    `reports` are newest first, and `now` is what the page says at its top.
    """
    said = shipments.expected_of(row)
    # Of a parcel that was reported about more often than the page tells, it is not known when it was collected.
    is_told_whole = 0 < len(reports) < queries.MOST_REPORTS
    if said is None or not is_told_whole or row["status"] not in _AWAITED or now.tone not in _AWAITED_TONES:
        return None
    collected = [report.at for report in reports if report.status in _COLLECTED]
    begun = min(collected or [report.at for report in reports])
    first, last = (begun + timedelta(**{said.unit: count}) for count in (said.least, said.most))
    return first, last, said.unit == "hours"
