"""Daily statistics of shipments and credit, summed from hourly counts.

Days are those of the workspace's time zone. Where the zone's offset is not a whole number of hours, an hour belongs to
the day in which it begins. `rebuild_hourly_stats` recounts the hourly counts from their sources, without downtime.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import asyncpg

from fulfilment.infra import clock
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read
from fulfilment.stats.schemas import DailyStatistics, DailyStatisticsQuery, StatsDays
from fulfilment.workspaces import schemas
from fulfilment.workspaces.schemas import DEFAULT_ZONE

# Events are kept for at least 30 days, so hours before that cannot be recounted.
REBUILD_DAYS = 29
_BATCH_SIZE = 100
# A recount of a workspace with very many events takes long, and no request waits for it.
_SET_STATEMENT_TIMEOUT = "SET statement_timeout = '30min'"

NEXT_WORKSPACES = sql(
    "stats.unscoped_next_workspaces", "SELECT id FROM accounts WHERE id > $1::text ORDER BY id LIMIT $2"
)
WORKSPACE_EXISTS = sql("stats.workspace_exists", "SELECT true FROM accounts WHERE id = $1 /* account_id */")
REBUILD = sql(
    "stats.rebuild",
    "SELECT rebuild_hourly_stats($1, now() - make_interval(days => $2)) AS corrected /* account_id = $1 */",
)

# Columns that are summed by day.
SUMS = ("booked", "delivered", "returned", "cancelled", "spent", "added")

# First row: the workspace, with its time zone (null for the default), its credit that is not held, and its balance at
# $3. Further rows: the hours from $2 to before $3, and the credit hours since $4.
HOURS = sql(
    "stats.hours",
    """
    SELECT NULL::timestamptz AS hour, a.time_zone, coalesce(b.balance - b.held, 0) AS available,
           coalesce((SELECT balance_after FROM credit_transactions WHERE account_id = $1 AND created_at < $3
                      ORDER BY created_at DESC, number DESC LIMIT 1), 0) AS balance,
           0::bigint AS booked, 0::bigint AS delivered, 0::bigint AS returned, 0::bigint AS cancelled,
           0::bigint AS spent, 0::bigint AS added
      FROM accounts a LEFT JOIN credit_balances b ON b.account_id = a.id WHERE a.id = $1 /* account_id */
     UNION ALL
    SELECT hour, NULL, 0, 0, booked, delivered, returned, cancelled, 0, 0
      FROM shipment_hourly_stats WHERE account_id = $1 AND hour >= $2 AND hour < $3
     UNION ALL
    SELECT hour, NULL, 0, 0, 0, 0, 0, 0, spent, added
      FROM credit_hourly_stats
     WHERE account_id = $1 AND hour >= least($2::timestamptz, $4::timestamptz) AND (hour < $3 OR hour >= $4)
    """,
)

DEFAULT_DAYS = 30
MAX_DAYS = 92
# The mean spending of so many days predicts how long the credit lasts.
SPENDING_DAYS = 14
MIN_DATE, MAX_DATE = date(2000, 1, 1), date(2999, 12, 31)

# No time zone differs from UTC by more.
_MAX_ZONE_OFFSET = timedelta(hours=15)


async def rebuild_hourly_stats(db: asyncpg.Connection, workspace: str | None) -> tuple[int, int]:
    """Recount one workspace, or each of all; returns the number of workspaces and of corrected hours.

    Each workspace is one transaction. Raises LookupError for an unknown workspace.
    """
    await db.execute(_SET_STATEMENT_TIMEOUT)
    if workspace is not None:
        if await db.fetchval(WORKSPACE_EXISTS.text, workspace) is None:
            raise LookupError(f"There is no workspace {workspace}.")
        return 1, await _recount_one(db, workspace)
    workspaces_rebuilt = corrected = 0
    after = ""
    while page := await db.fetch(NEXT_WORKSPACES.text, after, _BATCH_SIZE):
        for row in page:
            corrected += await _recount_one(db, row["id"])
        workspaces_rebuilt += len(page)
        after = page[-1]["id"]
    return workspaces_rebuilt, corrected


async def _recount_one(db: asyncpg.Connection, workspace: str) -> int:
    wrong = await db.fetchval(REBUILD.text, workspace, REBUILD_DAYS)
    assert wrong is not None
    return wrong


async def get_daily_statistics(read: Read, query: DailyStatisticsQuery) -> StatsDays:
    """The days from `from` to `to`, both included, in one statement of bounded work. Raises Validation."""
    _require_bounds(query)
    now = clock.now()
    # The statement itself returns the time zone, so the period is widened by the largest offset.
    earliest = query.from_ or (query.to or (now - _MAX_ZONE_OFFSET).date()) - timedelta(days=DEFAULT_DAYS - 1)
    latest = query.to or (now + _MAX_ZONE_OFFSET).date()
    if (latest - earliest).days >= MAX_DAYS + 1:
        earliest, latest = _resolve_period(query, (now + _MAX_ZONE_OFFSET).date())
    begin = datetime.combine(earliest, time(), UTC) - _MAX_ZONE_OFFSET
    end = datetime.combine(latest + timedelta(days=1), time(), UTC) + _MAX_ZONE_OFFSET
    spending_since = now - timedelta(days=SPENDING_DAYS)
    workspace, hours = await find_hours(read, begin, end, spending_since)
    zone_name = workspace["time_zone"] or DEFAULT_ZONE
    zone = schemas.load_zone(zone_name)
    first, last = _resolve_period(query, now.astimezone(zone).date())
    sums = _sum_by_day([row for row in hours if row["hour"] < end], zone)
    return StatsDays(
        time_zone=zone_name,
        days=_build_days(first, last, sums, workspace["balance"]),
        credit_available=workspace["available"],
        credit_days_left=_estimate_days_left(workspace["available"], hours, spending_since, now),
    )


def _require_bounds(query: DailyStatisticsQuery) -> None:
    for day, field in ((query.from_, "from"), (query.to, "to")):
        if day is not None and not MIN_DATE <= day <= MAX_DATE:
            raise Validation(f"A day lies between {MIN_DATE} and {MAX_DATE}.", field=field)


def _resolve_period(query: DailyStatisticsQuery, today: date) -> tuple[date, date]:
    """The first and the last day. Raises Validation."""
    last = query.to or (today if query.from_ is None else min(today, query.from_ + timedelta(days=MAX_DAYS - 1)))
    first = query.from_ or last - timedelta(days=DEFAULT_DAYS - 1)
    if last < first:
        problem = "to must not be before from." if query.to else "from must not be in the future."
        raise Validation(problem, field="to" if query.to else "from")
    if (last - first).days >= MAX_DAYS:
        raise Validation(f"from and to may span {MAX_DAYS} days.", field="from")
    return first, last


def _sum_by_day(hours: Iterable[asyncpg.Record], zone: ZoneInfo) -> dict[date, Counter[str]]:
    """Sums by day of the time zone; days without counts are missing."""
    sums: dict[date, Counter[str]] = {}
    for row in hours:
        of_day = sums.setdefault(row["hour"].astimezone(zone).date(), Counter())
        for name in SUMS:
            of_day[name] += row[name]
    return sums


def _build_days(first: date, last: date, sums: dict[date, Counter[str]], balance: int) -> list[DailyStatistics]:
    """The days of the period; balances are derived backwards from the balance after the last known hour."""
    empty: Counter[str] = Counter()
    for day, later in sums.items():
        if day > last:
            balance -= later["added"] - later["spent"]
    days = []
    for back in range((last - first).days + 1):
        day = last - timedelta(days=back)
        day_sums = sums.get(day, empty)
        statistics = DailyStatistics(
            day=day.isoformat(),
            booked=day_sums["booked"],
            delivered=day_sums["delivered"],
            returned=day_sums["returned"],
            cancelled=day_sums["cancelled"],
            credit_spent=day_sums["spent"],
            credit_added=day_sums["added"],
            credit_balance=balance,
        )
        days.append(statistics)
        balance -= day_sums["added"] - day_sums["spent"]
    return days[::-1]


def _estimate_days_left(
    available: int, hours: Sequence[asyncpg.Record], since: datetime, now: datetime
) -> float | None:
    """Days until the credit is spent at the mean rate, measured since the first spending where that is later."""
    spending = [row for row in hours if row["hour"] >= since and row["spent"]]
    spent = sum(row["spent"] for row in spending)
    if spent <= 0:
        return None
    spending_began = min(row["hour"] for row in spending)
    days = max((now - spending_began) / timedelta(days=1), 1)
    return round(max(available, 0) * days / spent, 1)


async def find_hours(
    read: Read, begin: datetime, end: datetime, spending_since: datetime
) -> tuple[asyncpg.Record, list[asyncpg.Record]]:
    """The workspace's row with its balance at `end`, and the rows of hours."""
    rows = await read.fetch_all(HOURS, begin, end, spending_since)
    (workspace,) = (row for row in rows if row["hour"] is None)
    return workspace, [row for row in rows if row["hour"] is not None]
