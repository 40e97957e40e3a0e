"""The HTTP edge of the overview (decisions, section 10)."""

from fulfilment.db.tx import Read
from fulfilment.http.route import Routes
from fulfilment.settings import Settings
from fulfilment.stats import days, overview
from fulfilment.stats.day_records import DaysQuery, StatsDays
from fulfilment.stats.records import StatsOverview

route = Routes("Statistics", "Counters and recent rows, as a dashboard shows them.")


@route.get("/stats/overview", client="stats.get_overview")
async def get_stats_overview(read: Read, settings: Settings) -> StatsOverview:
    """Show counters and recent rows, as for a dashboard."""
    return await overview.tell(read, settings)


@route.get("/stats/days", client="stats.get_days")
async def get_stats_days(read: Read, query: DaysQuery) -> StatsDays:
    """Show what became of shipments and of the shipping credit, day by day."""
    return await days.tell(read, query)
