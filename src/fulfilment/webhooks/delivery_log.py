"""Delivery log for merchants: list, retry by hand, and test events (specification, Webhook delivery).

It also builds the envelope that is sent, since the log shows the same bytes.
"""

from collections.abc import Sequence

import asyncpg
import msgspec

from fulfilment.infra import clock, ids
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import ApiError, NotFound
from fulfilment.infra.database import event
from fulfilment.infra.database.event import Event
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.models import MAX_INTEGER, from_row
from fulfilment.webhooks import log_queries, queries
from fulfilment.webhooks.events import TEST_EVENT
from fulfilment.webhooks.schemas import WebhookDeliveries, WebhookDelivery, WebhookLogQuery

LIST = pagination.PageLimits(default=50, max_limit=200)


class AlreadyQueued(ApiError):
    """The delivery is pending, so an attempt is due anyway."""

    status, code, message = 409, "ALREADY_QUEUED", "This delivery is already queued."


class EndpointDisabled(ApiError):
    """The delivery's endpoint is paused or disabled."""

    status, code, message = 409, "ENDPOINT_DISABLED", "The endpoint is paused or switched off."


async def list_deliveries(read: Read, query: WebhookLogQuery) -> Reply[WebhookDeliveries]:
    """A page of the log, newest first; `nextCursor` is null on the last one."""
    page = pagination.parse_page(query, LIST, parts=(int,))
    (before,) = page.after or (MAX_INTEGER,)
    found = await log_queries.list_deliveries(read, query, before, page.fetch_limit)
    rows, has_more = pagination.trim(found, page)
    cursor = pagination.cursor_after(rows[-1]["position"]) if has_more else None
    deliveries = WebhookDeliveries(events=_to_api(rows), next_cursor=cursor)
    return Reply(deliveries, meta={"cursor": cursor, "hasMore": has_more})


async def get_delivery(read: Read, id: str) -> WebhookDelivery:
    """One row of the log. Raises NotFound."""
    row = await log_queries.find_delivery(read, id)
    if row is None:
        raise NotFound
    return _to_api([row])[0]


async def retry_delivery(tx: Tx, id: str) -> WebhookDelivery:
    """Queue one more attempt; if it fails, the rest of the retry schedule follows. Raises the route's 404 and 409."""
    found = await log_queries.lock_delivery(tx, id)
    if found is None:
        raise NotFound
    if found["status"] == "pending":
        raise AlreadyQueued
    if not found["active"]:
        raise EndpointDisabled
    await log_queries.requeue_delivery(tx, id, clock.now())
    return await get_delivery(tx, id)


def build_envelope(row: asyncpg.Record) -> bytes:
    """The envelope of the row's event: the same bytes at every attempt."""
    return event.envelope(
        id=row["event_id"],
        type=row["type"],
        occurred_at=row["occurred_at"],
        account_id=row["account_id"],
        data=row["data"].encode(),
        sequence=row["sequence"],
    )


def _to_api(rows: Sequence[asyncpg.Record]) -> list[WebhookDelivery]:
    return [
        from_row(
            WebhookDelivery,
            row,
            payload=msgspec.Raw(build_envelope(row)),
            delivery_attempts=msgspec.Raw(row["delivery_attempts"].encode()),
        )
        for row in rows
    ]


async def send_test_event(tx: Tx, endpoint_id: str) -> WebhookDelivery:
    """Queue a test event for this endpoint alone, whatever it is subscribed to. Raises NotFound and EndpointDisabled.

    The outbox is not used, since its events go to every subscribed endpoint.
    """
    endpoint = await queries.lock_endpoint(tx, endpoint_id)
    if endpoint is None:
        raise NotFound
    if not endpoint.active:
        raise EndpointDisabled
    event = Event.about(TEST_EVENT, endpoint_id, endpoint, endpointId=endpoint_id)
    delivery_id = ids.cuid()
    await log_queries.queue_test_event(tx, delivery_id, event)
    return await get_delivery(tx, delivery_id)
