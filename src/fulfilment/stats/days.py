"""Days in figures: what became of parcels and of the shipping credit, from sums that are kept by the hour.

A day is one of the workspace's zone. Where that is off by less than an hour from whole ones, an hour belongs to the day
in which it begins.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import asyncpg

from fulfilment import clock
from fulfilment.db.tx import Read
from fulfilment.http.errors import Validation
from fulfilment.stats import day_queries
from fulfilment.stats.day_records import Day, DaysQuery, StatsDays
from fulfilment.workspace import zones
from fulfilment.workspace.records import DEFAULT_ZONE

USUAL_DAYS = 30
MOST_DAYS = 92
# What was spent in so many days says how long the rest will last.
SPENDING_DAYS = 14
EARLIEST, LATEST = date(2000, 1, 1), date(2999, 12, 31)


async def tell(read: Read, query: DaysQuery) -> StatsDays:
    """The days from `from` to `to`, both included, in two statements of bounded work. Raises Validation."""
    found = await day_queries.find_workspace(read)
    zone_name = found["time_zone"] or DEFAULT_ZONE
    zone = zones.find(zone_name)
    now = clock.now()
    first, last = _period(query, now.astimezone(zone).date())
    days = [first + timedelta(days=nth) for nth in range((last - first).days + 1)]
    begins = [_midnight(day, zone) for day in [*days, last + timedelta(days=1)]]
    spending_since = now - timedelta(days=SPENDING_DAYS)
    hours, balances = await day_queries.find_hours(read, begins[0], begins[-1], spending_since, begins[1:])
    return StatsDays(
        time_zone=zone_name,
        days=list(_days(days, begins, zone, hours, balances)),
        credit_available=found["available"],
        credit_days_left=_days_left(found["available"], hours, spending_since, now),
    )


def _period(query: DaysQuery, today: date) -> tuple[date, date]:
    """The first and the last day. Raises Validation."""
    for day, field in ((query.from_, "from"), (query.to, "to")):
        if day is not None and not EARLIEST <= day <= LATEST:
            raise Validation(f"A day lies between {EARLIEST} and {LATEST}.", field=field)
    last = query.to or (today if query.from_ is None else min(today, query.from_ + timedelta(days=MOST_DAYS - 1)))
    first = query.from_ or last - timedelta(days=USUAL_DAYS - 1)
    if last < first:
        problem = "to must not be before from." if query.to else "from must not be in the future."
        raise Validation(problem, field="to" if query.to else "from")
    if (last - first).days >= MOST_DAYS:
        raise Validation(f"from and to may span {MOST_DAYS} days.", field="from")
    return first, last


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)


def _days(
    days: Sequence[date],
    begins: Sequence[datetime],
    zone: ZoneInfo,
    hours: Sequence[asyncpg.Record],
    balances: dict[datetime, int],
) -> Iterator[Day]:
    sums = {day: dict.fromkeys(day_queries.SUMS, 0) for day in days}
    for row in hours:
        of_day = sums.get(row["hour"].astimezone(zone).date())
        if of_day is not None:
            for name in day_queries.SUMS:
                of_day[name] += row[name]
    for nth, day in enumerate(days):
        counted = sums[day]
        yield Day(
            day=day.isoformat(),
            booked=counted["booked"],
            delivered=counted["delivered"],
            returned=counted["returned"],
            cancelled=counted["cancelled"],
            credit_spent=counted["spent"],
            credit_added=counted["added"],
            credit_balance=balances.get(begins[nth + 1], 0),
        )


def _days_left(available: int, hours: Sequence[asyncpg.Record], since: datetime, now: datetime) -> float | None:
    """For how long the credit lasts at the mean of what was spent; of a shop that began lately, since it did."""
    spending = [row for row in hours if row["hour"] >= since and row["spent"]]
    spent = sum(row["spent"] for row in spending)
    if spent <= 0:
        return None
    began = min(row["hour"] for row in spending)
    days = max((now - began) / timedelta(days=1), 1)
    return round(max(available, 0) * days / spent, 1)
