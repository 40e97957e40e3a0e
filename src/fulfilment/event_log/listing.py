"""The events of a workspace, newest first, each the very envelope that its subscribers are sent.

They stand in the order of their ids, which rise with time: a period is a range of ids, and the primary key its index.
"""

from datetime import datetime, timedelta

import msgspec

from fulfilment import ids
from fulfilment.db.tx import Read
from fulfilment.event_log import queries
from fulfilment.event_log.records import EventList, EventQuery, EventReply
from fulfilment.http import paging
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import NotFound, Validation
from fulfilment.http.paging import Page
from fulfilment.webhooks.delivery_log import envelope_of

LIST = paging.Limits(default=50, most=200)

# A clock that was set back meanwhile has an id say a later time than the event itself does.
_CLOCK_SET_BACK = timedelta(minutes=1)


async def list_page(read: Read, query: EventQuery) -> Reply:
    """A page of the events that every filter lets pass."""
    if query.from_ is not None and query.to is not None and query.to < query.from_:
        raise Validation("to must not be before from.", field="to")
    page = paging.read(query, LIST)
    found = await queries.list_events(read, query, *_range(query, page), page.reach)
    shown, has_more = paging.cut(found, page)
    cursor = paging.cursor_after(shown[-1]["event_id"]) if has_more else None
    events = EventList(events=[msgspec.Raw(envelope_of(row)) for row in shown])
    return Reply(events, meta={"cursor": cursor, "hasMore": has_more})


async def find(read: Read, id: str) -> EventReply:
    """One event. Raises NotFound."""
    row = await queries.find_event(read, id)
    if row is None:
        raise NotFound
    return EventReply(event=msgspec.Raw(envelope_of(row)))


def _range(query: EventQuery, page: Page) -> tuple[str, str]:
    """Before which id the page begins, and the first that can be in the period."""
    start = ids.beyond("evt")
    if query.to is not None:
        start = min(start, _first_of(query.to, _CLOCK_SET_BACK))
    if page.after is not None:
        start = min(start, page.after[0])
    return start, "" if query.from_ is None else _first_of(query.from_, -_CLOCK_SET_BACK)


def _first_of(moment: datetime, margin: timedelta) -> str:
    try:
        return ids.first_of("evt", moment + margin)
    except OverflowError:
        return ids.first_of("evt", moment)
