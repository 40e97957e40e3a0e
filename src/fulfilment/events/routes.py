"""HTTP routes of a workspace's events, with or without a subscribed endpoint."""

from fulfilment.events import listing
from fulfilment.events.schemas import EventList, EventQuery, EventReply
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.database.transaction import Read

route = Routes(
    "Events",
    "Changes in the workspace: listed here, and sent to webhook endpoints as they happen.",
    {"events/{id}": "The event's id (`evt_…`), as GET /events lists it and every delivery of it carries it."},
)


@route.get("/events", sdk_method="events.list", page=listing.LIST)
async def list_events(read: Read, query: EventQuery) -> Reply[EventList]:
    """List the events of the last 30 days, newest first; `subject` is the resource whose events are counted."""
    return await listing.list_events(read, query)


@route.get("/events/{id}", sdk_method="events.get")
async def get_event(read: Read, id: str) -> EventReply:
    """Retrieve an event."""
    return await listing.get_event(read, id)
