"""What goes over the wire about events (specification, Event envelope)."""

from typing import Annotated

from msgspec import Meta, field

from fulfilment.events.event import Envelope
from fulfilment.fields import Moment, PageQuery, Wire
from fulfilment.webhooks.subscription import PATTERN_LENGTH_CHARACTERS

SUBJECT_LENGTH_CHARACTERS = 512

Pattern = Annotated[str, Meta(min_length=1, max_length=PATTERN_LENGTH_CHARACTERS)]
# A level is named by the ids of its variant and its warehouse.
Subject = Annotated[str, Meta(min_length=1, max_length=SUBJECT_LENGTH_CHARACTERS)]


class EventReply(Wire):
    event: Envelope


class Events(Wire):
    events: list[Envelope]


class EventQuery(PageQuery):
    """`type` is exact, or a prefix ending in `*`. The period is of `occurredAt`, `from` in it and `to` not."""

    type: Pattern | None = None
    subject: Subject | None = None
    from_: Moment | None = field(default=None, name="from")
    to: Moment | None = None
