"""The HTTP edge of the events of a workspace, whether or not an endpoint listened."""

from fulfilment.db.tx import Read
from fulfilment.event_log import listing
from fulfilment.event_log.records import EventList, EventQuery, EventReply
from fulfilment.http.route import Routes

route = Routes(
    "Events",
    "What happened in the workspace: to be asked for, and sent to webhook endpoints as it happens.",
    {"events/{id}": "The event's id (`evt_…`), as GET /events lists it and every delivery of it carries it."},
)


@route.get("/events", client="events.list", page=listing.LIST)
async def list_events(read: Read, query: EventQuery) -> EventList:
    """List the events of the last 30 days, newest first; `subject` is the resource whose events are counted."""
    return await listing.list_page(read, query)


@route.get("/events/{id}", client="events.get")
async def get_event(read: Read, id: str) -> EventReply:
    """Retrieve an event."""
    return await listing.find(read, id)
