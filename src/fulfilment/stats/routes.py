"""HTTP routes of the statistics (decisions, section 10)."""

from fulfilment.infra.api.routing import Routes
from fulfilment.infra.database.transaction import Read
from fulfilment.settings import Settings
from fulfilment.stats import daily, overview
from fulfilment.stats.schemas import DailyStatisticsQuery, StatsDays, StatsOverview

route = Routes("Statistics", "Counters and recent rows, as a dashboard shows them.")


@route.get("/stats/overview", sdk_method="stats.get_overview")
async def get_stats_overview(read: Read, settings: Settings) -> StatsOverview:
    """Show counters and recent rows, as for a dashboard."""
    return await overview.get_overview(read, settings)


@route.get("/stats/days", sdk_method="stats.get_days")
async def get_stats_days(read: Read, query: DailyStatisticsQuery) -> StatsDays:
    """Show the outcomes of shipments and the changes of the shipping credit, day by day."""
    return await daily.get_daily_statistics(read, query)
