"""The delivery log as merchants read it, and trying again by hand (specification, Webhook delivery)."""

from collections.abc import Sequence

import asyncpg
import msgspec

from fulfilment import clock
from fulfilment.db.tx import Read, Tx
from fulfilment.events import event
from fulfilment.fields import MAX_INTEGER, from_row
from fulfilment.http import paging
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import ApiError, NotFound, Validation
from fulfilment.webhooks import log_queries
from fulfilment.webhooks.records import WebhookDeliveries, WebhookDelivery, WebhookLogQuery

LIST = paging.Limits(default=50, most=200)


class AlreadyQueued(ApiError):
    """The delivery is pending: an attempt, or a retry, is to come anyway."""

    status, code, message = 409, "ALREADY_QUEUED", "This delivery is already queued."


class EndpointDisabled(ApiError):
    """The delivery's endpoint is paused or switched off."""

    status, code, message = 409, "ENDPOINT_DISABLED", "The endpoint is paused or switched off."


async def list_page(read: Read, query: WebhookLogQuery) -> Reply:
    """A page of the log, newest first; `nextCursor` is null on the last one."""
    page = paging.read(query, LIST)
    before = MAX_INTEGER if page.after is None else _position(page.after[0])
    found = await log_queries.list_deliveries(read, query, before, page.reach)
    rows, has_more = paging.cut(found, page)
    cursor = paging.cursor_after(rows[-1]["position"]) if has_more else None
    shown = WebhookDeliveries(events=_shown(rows), next_cursor=cursor)
    return Reply(shown, meta={"cursor": cursor, "hasMore": has_more})


async def find(read: Read, id: str) -> WebhookDelivery:
    """One row of the log. Raises NotFound."""
    row = await log_queries.find_delivery(read, id)
    if row is None:
        raise NotFound
    return _shown([row])[0]


async def retry(tx: Tx, id: str) -> WebhookDelivery:
    """Queue one more attempt; if it fails, what is left of the schedule follows. Raises the route's 404 and 409."""
    found = await log_queries.lock_delivery(tx, id)
    if found is None:
        raise NotFound
    if found["status"] == "pending":
        raise AlreadyQueued
    if not found["active"]:
        raise EndpointDisabled
    await log_queries.requeue(tx, id, clock.now())
    return await find(tx, id)


def envelope_of(row: asyncpg.Record) -> bytes:
    """The envelope of the row's event: the bytes of every attempt."""
    return event.envelope(
        id=row["event_id"],
        type=row["type"],
        occurred_at=row["occurred_at"],
        account_id=row["account_id"],
        data=row["data"].encode(),
        sequence=row["sequence"],
    )


def _shown(rows: Sequence[asyncpg.Record]) -> list[WebhookDelivery]:
    return [
        from_row(
            WebhookDelivery,
            row,
            payload=msgspec.Raw(envelope_of(row)),
            delivery_attempts=msgspec.Raw(row["delivery_attempts"].encode()),
        )
        for row in rows
    ]


def _position(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MAX_INTEGER))):
        raise Validation("This is not a cursor of this list.", field="cursor")
    return min(int(text), MAX_INTEGER)
