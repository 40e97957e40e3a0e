"""What goes over the wire about events (specification, Event envelope)."""

from typing import Annotated

from msgspec import Meta, field

from fulfilment.infra.database.event import Envelope
from fulfilment.infra.models import ApiModel, Moment, PageQuery
from fulfilment.webhooks.subscription import MAX_PATTERN_LENGTH

SUBJECT_LENGTH_CHARACTERS = 512

Pattern = Annotated[str, Meta(min_length=1, max_length=MAX_PATTERN_LENGTH)]
# A level is named by the ids of its variant and its warehouse.
Subject = Annotated[str, Meta(min_length=1, max_length=SUBJECT_LENGTH_CHARACTERS)]


class EventReply(ApiModel):
    """One event."""

    event: Envelope
    """The event, as every subscriber is sent it."""


class EventList(ApiModel):
    """A page of events."""

    events: list[Envelope]
    """The events of the page, newest first, each as its subscribers are sent it."""


class EventQuery(PageQuery):
    """Filters narrow each other."""

    type: Pattern | None = None
    """Only events of this type, exactly, or with `*` at the end of all types that begin so."""
    subject: Subject | None = None
    """Only events of this resource: an id such as `prod_…` or `ship_…`, of stock the level, `var_…:wh_…`."""
    from_: Moment | None = field(default=None, name="from")
    """Only events from then on, that moment included: a timestamp with its offset."""
    to: Moment | None = None
    """Only events before then, that moment not included: a timestamp with its offset."""
