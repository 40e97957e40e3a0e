"""Estimated time of arrival: how long the courier says a parcel takes, from its collection, or else its booking."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from fulfilment.aggregators.port import Duration

# A parcel that arrived, turned back or was never sent for is not awaited.
AWAITED_STATUSES = frozenset(("confirmed", "allocated", "picking_up", "picked_up", "in_transit", "dropping_off"))
_COLLECTED_STATUSES = frozenset(("picked_up", "in_transit", "dropping_off"))


def estimate_window(
    duration: Duration | None, status: str | None, reports: Iterable[tuple[str | None, datetime]]
) -> tuple[datetime, datetime] | None:
    """The earliest and the latest moment; None where the courier does not say, or nothing is awaited.

    `reports` are the statuses that were reported and when, in any order.
    """
    reports = list(reports)
    if duration is None or not reports or status not in AWAITED_STATUSES:
        return None
    collected = [at for reported, at in reports if reported in _COLLECTED_STATUSES]
    start = min(collected or [at for _, at in reports])
    return start + timedelta(**{duration.unit: duration.minimum}), start + timedelta(
        **{duration.unit: duration.maximum}
    )
