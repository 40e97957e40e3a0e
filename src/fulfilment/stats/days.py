"""Days in figures: what became of parcels and of the shipping credit, from sums that are kept by the hour.

A day is one of the workspace's zone. Where that is off by less than an hour from whole ones, an hour belongs to the day
in which it begins.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
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


# Whatever the zone, its days begin and end within so many hours of those of UTC.
_FARTHEST_ZONE = timedelta(hours=15)


async def tell(read: Read, query: DaysQuery) -> StatsDays:
    """The days from `from` to `to`, both included, in one statement of bounded work. Raises Validation."""
    _require_bounds(query)
    now = clock.now()
    # Which zone it is comes with the answer, so a little more is asked for than is shown.
    earliest = query.from_ or (query.to or (now - _FARTHEST_ZONE).date()) - timedelta(days=USUAL_DAYS - 1)
    latest = query.to or (now + _FARTHEST_ZONE).date()
    if (latest - earliest).days >= MOST_DAYS + 1:
        earliest, latest = _period(query, (now + _FARTHEST_ZONE).date())
    begin = datetime.combine(earliest, time(), UTC) - _FARTHEST_ZONE
    end = datetime.combine(latest + timedelta(days=1), time(), UTC) + _FARTHEST_ZONE
    spending_since = now - timedelta(days=SPENDING_DAYS)
    workspace, hours = await day_queries.find_hours(read, begin, end, spending_since)
    zone_name = workspace["time_zone"] or DEFAULT_ZONE
    zone = zones.find(zone_name)
    first, last = _period(query, now.astimezone(zone).date())
    sums = _sums([row for row in hours if row["hour"] < end], zone)
    return StatsDays(
        time_zone=zone_name,
        days=_days(first, last, sums, workspace["balance"]),
        credit_available=workspace["available"],
        credit_days_left=_days_left(workspace["available"], hours, spending_since, now),
    )


def _require_bounds(query: DaysQuery) -> None:
    for day, field in ((query.from_, "from"), (query.to, "to")):
        if day is not None and not EARLIEST <= day <= LATEST:
            raise Validation(f"A day lies between {EARLIEST} and {LATEST}.", field=field)


def _period(query: DaysQuery, today: date) -> tuple[date, date]:
    """The first and the last day. Raises Validation."""
    last = query.to or (today if query.from_ is None else min(today, query.from_ + timedelta(days=MOST_DAYS - 1)))
    first = query.from_ or last - timedelta(days=USUAL_DAYS - 1)
    if last < first:
        problem = "to must not be before from." if query.to else "from must not be in the future."
        raise Validation(problem, field="to" if query.to else "from")
    if (last - first).days >= MOST_DAYS:
        raise Validation(f"from and to may span {MOST_DAYS} days.", field="from")
    return first, last


def _sums(hours: Iterable[asyncpg.Record], zone: ZoneInfo) -> dict[date, Counter[str]]:
    """What each day of the zone sums up to; the days of which nothing is known are missing."""
    sums: dict[date, Counter[str]] = {}
    for row in hours:
        of_day = sums.setdefault(row["hour"].astimezone(zone).date(), Counter())
        for name in day_queries.SUMS:
            of_day[name] += row[name]
    return sums


def _days(first: date, last: date, sums: dict[date, Counter[str]], balance: int) -> list[Day]:
    """The days, from the balance after all that is known backwards."""
    nothing: Counter[str] = Counter()
    for day, later in sums.items():
        if day > last:
            balance -= later["added"] - later["spent"]
    days = []
    for back in range((last - first).days + 1):
        day = last - timedelta(days=back)
        counted = sums.get(day, nothing)
        shown = Day(
            day=day.isoformat(),
            booked=counted["booked"],
            delivered=counted["delivered"],
            returned=counted["returned"],
            cancelled=counted["cancelled"],
            credit_spent=counted["spent"],
            credit_added=counted["added"],
            credit_balance=balance,
        )
        days.append(shown)
        balance -= counted["added"] - counted["spent"]
    return days[::-1]


def _days_left(available: int, hours: Sequence[asyncpg.Record], since: datetime, now: datetime) -> float | None:
    """For how long the credit lasts at the mean of what was spent; of a shop that began lately, since it did."""
    spending = [row for row in hours if row["hour"] >= since and row["spent"]]
    spent = sum(row["spent"] for row in spending)
    if spent <= 0:
        return None
    began = min(row["hour"] for row in spending)
    days = max((now - began) / timedelta(days=1), 1)
    return round(max(available, 0) * days / spent, 1)
