"""Queries about the usage of a workspace, for the limits of its plan and for its dashboard."""

from datetime import date

from fulfilment.quotas import queries
from fulfilment.stats import overview
from fulfilment.stats import queries as stats
from tests.harness.scale.asked import add
from tests.harness.scale.loading import ACCOUNT

_YEAR = (date(2025, 1, 1), date(2025, 12, 1))
_NOUNS = (queries.SHIPMENT, queries.DELIVERY, queries.LICENSE)
_LIMIT = 50

add("usage of a year", lambda r, s: queries.list_monthly_usage(r, [ACCOUNT], *_YEAR))
add("usage of this month", lambda r, s: queries.get_current_month(r))
add("places taken by orders", lambda r, s: queries.count_used(r, _NOUNS, _LIMIT, None))
add("places taken by warehouses", lambda r, s: queries.count_warehouses(r, _LIMIT))
add("places taken by API keys", lambda r, s: queries.count_api_keys(r, _LIMIT))
add("places taken by endpoints", lambda r, s: queries.count_endpoints(r, _LIMIT))
add("places taken by licenses", lambda r, s: queries.count_licenses(r))
add("overview, counts", lambda r, s: stats.fetch_counts(r))
add("overview, newest shipments", lambda r, s: stats.list_recent_shipments(r, overview.RECENT_ROWS))
add("overview, low levels", lambda r, s: stats.list_low_stock(r, overview.RECENT_ROWS))
add("overview, failing endpoints", lambda r, s: stats.list_failing_endpoints(r, overview.RECENT_ROWS))
add("overview, failed deliveries", lambda r, s: stats.list_failed_deliveries(r, overview.RECENT_ROWS))
