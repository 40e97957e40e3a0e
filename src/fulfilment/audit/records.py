"""What goes over the wire about the audit log (specification, Audit entry)."""

from typing import Any, Literal

from msgspec import field

from fulfilment.fields import Moment, PageQuery, Query, Short, Timestamp, Wire


class AuditEntry(Wire):
    id: str
    account_id: str
    actor_type: Literal["user", "api_key", "system"]
    actor_id: str | None
    actor_email: str | None
    action: str
    target_type: str | None
    target_id: str | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    ip: str | None
    user_agent: str | None
    metadata: dict[str, Any]
    created_at: Timestamp


class AuditEntries(Wire):
    entries: list[AuditEntry]


class AuditFilters(Query):
    """`action` is a prefix, the others are exact. The period is of `createdAt`, `from` in it and `to` not."""

    action: Short | None = None
    target_type: Short | None = None
    target_id: Short | None = field(default=None, name="targetId")
    actor_id: Short | None = field(default=None, name="actorId")
    from_: Moment | None = field(default=None, name="from")
    to: Moment | None = None


class AuditQuery(PageQuery):
    """The page, and the same filters."""

    action: Short | None = None
    target_type: Short | None = None
    target_id: Short | None = field(default=None, name="targetId")
    actor_id: Short | None = field(default=None, name="actorId")
    from_: Moment | None = field(default=None, name="from")
    to: Moment | None = None
