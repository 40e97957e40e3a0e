"""Request and response schemas of events (specification, Event envelope)."""

from typing import Annotated

from msgspec import Meta, field

from fulfilment.infra.database.event import Envelope
from fulfilment.infra.models import ApiModel, Moment, PageQuery
from fulfilment.webhooks.subscription import MAX_PATTERN_LENGTH

SUBJECT_LENGTH_CHARACTERS = 512

Pattern = Annotated[str, Meta(min_length=1, max_length=MAX_PATTERN_LENGTH)]
# Long enough for a stock level, whose id consists of the ids of its variant and its warehouse.
Subject = Annotated[str, Meta(min_length=1, max_length=SUBJECT_LENGTH_CHARACTERS)]


class EventReply(ApiModel):
    """One event."""

    event: Envelope
    """The event, as webhook endpoints receive it."""


class EventList(ApiModel):
    """A page of events."""

    events: list[Envelope]
    """The events of the page, newest first, each as webhook endpoints receive it."""


class EventQuery(PageQuery):
    """Filters of events; an event must match all of them."""

    type: Pattern | None = None
    """Only events of exactly this type; with `*` at the end, of all types with that prefix."""
    subject: Subject | None = None
    """Only events of this resource: an id such as `prod_…` or `ship_…`, for a stock level `var_…:wh_…`."""
    from_: Moment | None = field(default=None, name="from")
    """Only events at or after this timestamp, which has an offset."""
    to: Moment | None = None
    """Only events before this timestamp, which has an offset."""
