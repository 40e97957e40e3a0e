"""Queries about webhooks and events."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

from fulfilment.events import listing as events
from fulfilment.events import queries as event_queries
from fulfilment.events.schemas import EventQuery
from fulfilment.infra.api import pagination
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.webhooks import log_queries, queries, replay_queries, stats
from fulfilment.webhooks.schemas import WebhookLogQuery
from tests.harness.scale.asked import add, add_change
from tests.harness.scale.places import (
    BEGINNING,
    BEYOND,
    FIRST,
    HOT_VARIANT,
    SHORT_PAGE,
    Sample,
    drawn,
    event_id,
    happened_at,
    id_of,
    listed,
    moment,
    on_the_wire,
    page_of,
    webhook_delivery_id,
)

# Two more workspaces than ACCOUNT, which most queries read: one has many endpoints, the other a long queue.
OF_MANY, BEHIND = id_of("acc", 1), id_of("acc", 2)
# So many are counted, or changed at once, that the small database has as many; the service's own numbers are larger.
AT_ONCE = 100


def _log(name: str, page: int, before: Callable[[Sample], int] | None = None, **given: Any) -> None:
    def ask(read: Read, sample: Sample) -> Awaitable:
        position = before(sample) if before else BEYOND
        return log_queries.list_deliveries(read, WebhookLogQuery(**given), position, page + 1)

    def target(sample: Sample) -> str:
        return listed("/webhooks/events", PageRequest(page, before and (before(sample),)), **given)

    add(f"webhook log {name}", ask, target)


def _logged(sample: Sample) -> tuple[int, int]:
    """An endpoint and an event that it was sent."""
    number = sample.middle() // 5 * 5
    return number % 4, number


def _deep_endpoint(sample: Sample) -> PageRequest:
    number = sample.middle()
    return PageRequest(SHORT_PAGE, (moment(number), f"endpoint{number}"))


_log("first page", 50)
_log("deep", 50, lambda s: s.middle())
_log("of a status", 50, status="sent")
_log("of a status, deep", 50, lambda s: s.middle(), status="sent")
_log("of a status long ago", 25, status="failed")
_log("of no status", 25, status="pending")
_log("of a type", 50, type="stock.adjusted")
_log("of a type, deep", 50, lambda s: s.middle(), type="stock.adjusted")
_log("of a rare type", 15, type="stock.low")
_log("of no type", 25, type="license.issued")
_log("of a type and a status", 50, type="stock.adjusted", status="sent")
_log("of a type and a status long ago", 5, type="stock.low", status="failed")
_log("of an endpoint", 50, endpointId="endpoint1")
_log("of an endpoint, deep", 25, lambda s: s.middle(), endpointId="endpoint1")
_log("of an idle endpoint", 50, endpointId="endpoint4")
_log("of an endpoint and a status", 50, endpointId="endpoint1", status="sent")
_log("of an endpoint and a type, deep", 25, lambda s: s.middle(), endpointId="endpoint1", type="stock.adjusted")
_log("of an endpoint, a type and a status", 5, endpointId="endpoint1", type="stock.low", status="failed")
add(
    "webhook delivery with its attempts",
    lambda r, s: log_queries.find_delivery(r, webhook_delivery_id(*_logged(s))),
    lambda s: f"/webhooks/events/{webhook_delivery_id(*_logged(s))}",
)


async def _retry(tx: Tx, sample: Sample) -> None:
    delivery = webhook_delivery_id(*_logged(sample))
    await log_queries.lock_delivery(tx, delivery)
    await log_queries.requeue_delivery(tx, delivery, BEGINNING)


add_change("webhook delivery tried again by hand", _retry)

add(
    "webhook stats, attempts",
    lambda r, s: stats.sum_attempts(r, "endpoint0", BEGINNING - timedelta(days=30)),
    lambda s: "/webhooks/endpoints/endpoint0/stats?window=30d",
)
add("webhook stats, pending", lambda r, s: stats.count_pending(r, "endpoint0", AT_ONCE), workspace=BEHIND)
add("webhook endpoint by id", lambda r, s: queries.find_endpoint(r, f"endpoint{_logged(s)[1]}"), workspace=OF_MANY)
add("webhook endpoints first page", lambda r, s: queries.list_endpoints(r, FIRST), workspace=OF_MANY)
add("webhook endpoints deep", lambda r, s: queries.list_endpoints(r, _deep_endpoint(s)), workspace=OF_MANY)
add("webhook recovery by id", lambda r, s: replay_queries.find_replay(r, f"recovery{s.middle()}"))


# A paused or deleted endpoint's queue and log, a part of them.
for _statement, _more in (
    (queries.FAIL_QUEUED, ("The endpoint is disabled.", BEGINNING, AT_ONCE)),
    (queries.DELETE_QUEUED, (AT_ONCE,)),
    (queries.DELETE_LOG, (AT_ONCE,)),
):
    add_change(
        f"webhook endpoint with a long queue: {_statement.name}",
        lambda r, s, statement=_statement, more=_more: r.fetch_all(statement, "endpoint0", *more),
        workspace=BEHIND,
    )


def _events(name: str, page: PageRequest | Callable[[Sample], PageRequest], **given: Any) -> None:
    def ask(read: Read, sample: Sample) -> Awaitable:
        shown = page_of(page, sample)
        cursor = None if shown.after is None else pagination.cursor_after(*shown.after)
        return events.list_events(read, EventQuery(limit=shown.limit, cursor=cursor, **drawn(given, sample)))

    def target(sample: Sample) -> str:
        filters = {on_the_wire(name): value for name, value in drawn(given, sample).items()}
        return listed("/events", page_of(page, sample), **filters)

    add(f"events {name}", ask, target)


def _deep_event(sample: Sample) -> PageRequest:
    return PageRequest(SHORT_PAGE, (event_id(sample.middle()),))


def _some_time(sample: Sample) -> datetime:
    return happened_at(sample.middle())


def _the_middle(sample: Sample) -> datetime:
    return happened_at(sample.variants // 2)


def _a_bit_later(sample: Sample) -> datetime:
    return happened_at(sample.variants // 2 + AT_ONCE // 2)


_events("first page", PageRequest(200))
_events("deep", _deep_event)
_events("since a moment", FIRST, from_=_the_middle)
_events("until a moment", FIRST, to=_some_time)
_events("of a moment", FIRST, from_=_the_middle, to=_a_bit_later)
_events("of a type", FIRST, type="stock.adjusted")
_events("of a type, deep", _deep_event, type="stock.adjusted")
_events("of a rare type", FIRST, type="stock.low")
_events("of no type", FIRST, type="license.issued")
_events("of a type until a moment", FIRST, type="product.updated", to=_some_time)
_events("of a rare type of a moment", FIRST, type="stock.low", from_=_the_middle, to=_a_bit_later)
_events("of types", FIRST, type="stock.*")
_events("of types, deep", _deep_event, type="stock.*")
_events("of all types", FIRST, type="*")
_events("of a subject", FIRST, subject=lambda s: id_of("var", s.middle() // 10 * 10))
_events("of the busiest subject", FIRST, subject=HOT_VARIANT)
_events("of the busiest subject, deep", _deep_event, subject=HOT_VARIANT)
_events("of the busiest subject, of a type", FIRST, subject=HOT_VARIANT, type="stock.adjusted")
_events("of the busiest subject, of a rare type", PageRequest(2), subject=HOT_VARIANT, type="stock.low")
_events("of the busiest subject until a moment", FIRST, subject=HOT_VARIANT, to=_some_time)
add(
    "event by id",
    lambda r, s: event_queries.find_event(r, event_id(s.middle())),
    lambda s: f"/events/{event_id(s.middle())}",
)
