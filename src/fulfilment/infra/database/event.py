"""Events: a change of one resource, and the envelope that webhook endpoints receive (specification, Event envelope)."""

from datetime import datetime
from typing import Any, Self

import msgspec

from fulfilment.infra import branding, clock, ids
from fulfilment.infra.models import ApiModel, Timestamp


class Event(msgspec.Struct, frozen=True):
    """An event before it is stored. `subject` is the resource whose events `data.sequence` counts."""

    name: str
    subject: str
    data: dict[str, Any]
    id: str = msgspec.field(default_factory=lambda: ids.new("evt"))
    occurred_at: datetime = msgspec.field(default_factory=clock.now)

    @classmethod
    def about(cls, name: str, subject: str, data: object, **more: Any) -> Self:
        """An event with `data` from a schema or a mapping, encoded as in the API."""
        return cls(name, subject, {**msgspec.to_builtins(data), **more})

    @property
    def type(self) -> str:
        """The full type, for example `svc.product.created.v1`."""
        return branding.current().event_type(self.name)


class Envelope(ApiModel):
    """An event, as webhook endpoints receive it."""

    id: str
    """The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once."""
    type: str
    """The event type: the brand, the resource, the change and the version, separated by dots."""
    occurred_at: Timestamp
    """When the event happened."""
    account_id: str
    """The workspace of the event (`acc_…`)."""
    data: dict[str, Any]
    """The resource as the API shows it, with further fields of the event. A version may get additional fields."""
    metadata: dict[str, Any]
    """Currently an empty object."""


def envelope(*, id: str, type: str, occurred_at: datetime, account_id: str, data: bytes, sequence: int) -> bytes:
    """The body of every delivery of an event, the same bytes at each attempt. `data` is an encoded JSON object."""
    head = msgspec.json.encode(
        {"id": id, "type": type, "occurredAt": clock.to_iso(occurred_at), "accountId": account_id}
    )
    comma = b"," if data.strip() != b"{}" else b""
    numbered = data.rstrip()[:-1] + comma + b'"sequence":%d}' % sequence
    return head[:-1] + b',"data":' + numbered + b',"metadata":{}}'
