"""What is asked about what a workspace has used, by plans that limit it and by its dashboard."""

from datetime import date

from benchmarks.scale.asked import add
from benchmarks.scale.loading import ACCOUNT
from fulfilment.stats import overview
from fulfilment.stats import queries as stats
from fulfilment.usage import queries

_YEAR = (date(2025, 1, 1), date(2025, 12, 1))
_NOUNS = (queries.SHIPMENT, queries.DELIVERY, queries.LICENSE)
_LIMIT = 50

add("usage of a year", lambda r, s: queries.of_months(r, [ACCOUNT], *_YEAR))
add("usage of this month", lambda r, s: queries.this_month(r))
add("places taken by orders", lambda r, s: queries.count_used(r, _NOUNS, _LIMIT, None))
add("places taken by warehouses", lambda r, s: queries.count_warehouses(r, _LIMIT))
add("places taken by API keys", lambda r, s: queries.count_api_keys(r, _LIMIT))
add("places taken by endpoints", lambda r, s: queries.count_endpoints(r, _LIMIT))
add("places taken by licenses", lambda r, s: queries.count_licenses(r))
add("overview, counts", lambda r, s: stats.counts(r))
add("overview, newest shipments", lambda r, s: stats.recent_shipments(r, overview.ROWS_SHOWN))
add("overview, low levels", lambda r, s: stats.low_stock(r, overview.ROWS_SHOWN))
add("overview, failing endpoints", lambda r, s: stats.failing_endpoints(r, overview.ROWS_SHOWN))
add("overview, failed deliveries", lambda r, s: stats.failed_deliveries(r, overview.ROWS_SHOWN))
