"""An event: what happened to one resource, as its subscribers will read it (specification, Event envelope)."""

from datetime import datetime
from typing import Any, Self

import msgspec

from fulfilment.infra import branding, clock, ids
from fulfilment.infra.models import ApiModel, Timestamp


class Event(msgspec.Struct, frozen=True):
    """A happening, before it is stored. `subject` is the resource whose events are counted by `data.sequence`."""

    name: str
    subject: str
    data: dict[str, Any]
    id: str = msgspec.field(default_factory=lambda: ids.new("evt"))
    occurred_at: datetime = msgspec.field(default_factory=clock.now)

    @classmethod
    def about(cls, name: str, subject: str, data: object, **more: Any) -> Self:
        """`data` is a record or a mapping, shown as the API shows it."""
        return cls(name, subject, {**msgspec.to_builtins(data), **more})

    @property
    def type(self) -> str:
        """The full type, for example `svc.product.created.v1`."""
        return branding.current().event_type(self.name)


class Envelope(ApiModel):
    """An event, as every subscriber is sent it."""

    id: str
    """Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once."""
    type: str
    """What happened: the brand, the resource, what became of it, and the version."""
    occurred_at: Timestamp
    """When it happened."""
    account_id: str
    """The workspace in which it happened (`acc_…`)."""
    data: dict[str, Any]
    """The resource as the API shows it, with what the event adds. More fields may come within a version."""
    metadata: dict[str, Any]
    """An empty object, for now."""


def envelope(*, id: str, type: str, occurred_at: datetime, account_id: str, data: bytes, sequence: int) -> bytes:
    """The body of every delivery of an event: the same bytes at each attempt. `data` is a JSON object."""
    head = msgspec.json.encode(
        {"id": id, "type": type, "occurredAt": clock.to_iso(occurred_at), "accountId": account_id}
    )
    comma = b"," if data.strip() != b"{}" else b""
    numbered = data.rstrip()[:-1] + comma + b'"sequence":%d}' % sequence
    return head[:-1] + b',"data":' + numbered + b',"metadata":{}}'
