"""List of a workspace's events, newest first, each with the same envelope as its webhook deliveries.

Events are ordered by id. Ids rise with time, so a period is a range of ids in the primary key's index.
"""

from datetime import datetime, timedelta
from typing import cast

import asyncpg
import msgspec

from fulfilment.events import queries
from fulfilment.events.schemas import EventList, EventQuery, EventReply
from fulfilment.infra import ids
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import NotFound, Validation
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.database.event import Envelope
from fulfilment.infra.database.transaction import Read
from fulfilment.webhooks.delivery_log import build_envelope

LIST = pagination.PageLimits(default=50, max_limit=200)

# After a clock was set back, an id can encode a later time than `occurredAt`, so the range of ids is widened by this.
_CLOCK_SET_BACK = timedelta(minutes=1)


async def list_events(read: Read, query: EventQuery) -> Reply[EventList]:
    """A page of the events that match all filters."""
    if query.from_ is not None and query.to is not None and query.to < query.from_:
        raise Validation("to must not be before from.", field="to")
    page = pagination.parse_page(query, LIST)
    found = await queries.list_events(read, query, *_find_id_range(query, page), page.fetch_limit)
    rows, has_more = pagination.trim(found, page)
    cursor = pagination.cursor_after(rows[-1]["event_id"]) if has_more else None
    events = EventList(events=[_shown(row) for row in rows])
    return Reply(events, meta={"cursor": cursor, "hasMore": has_more})


async def get_event(read: Read, id: str) -> EventReply:
    """One event. Raises NotFound."""
    row = await queries.find_event(read, id)
    if row is None:
        raise NotFound
    return EventReply(event=_shown(row))


def _shown(row: asyncpg.Record) -> Envelope:
    """The envelope as encoded JSON, which the encoder copies into the response unchanged."""
    return cast("Envelope", msgspec.Raw(build_envelope(row)))


def _find_id_range(query: EventQuery, page: PageRequest) -> tuple[str, str]:
    """The id before which the page begins, and the lowest id that can be in the period."""
    start = ids.upper_bound("evt")
    if query.to is not None:
        start = min(start, _get_lower_bound(query.to, _CLOCK_SET_BACK))
    if page.after is not None:
        start = min(start, page.after[0])
    return start, "" if query.from_ is None else _get_lower_bound(query.from_, -_CLOCK_SET_BACK)


def _get_lower_bound(moment: datetime, margin: timedelta) -> str:
    try:
        return ids.lower_bound("evt", moment + margin)
    except OverflowError:
        return ids.lower_bound("evt", moment)
