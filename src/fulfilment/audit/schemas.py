"""Request and response schemas of the audit log (specification, Audit entry)."""

from typing import Any, Literal

from msgspec import field

from fulfilment.infra.models import ApiModel, Moment, PageQuery, Query, Short, Timestamp


class AuditEntry(ApiModel):
    """One change, with its actor, its target and its origin."""

    id: str
    """Identifies the entry; opaque."""
    account_id: str
    """The workspace of the change (`acc_…`)."""
    actor_type: Literal["user", "api_key", "system"]
    """The kind of actor. `user`: a person, or an API key. `api_key`: the platform key of a partner that provisioned the
    workspace. `system`: the service itself, or its operator.
    """
    actor_id: str | None
    """The actor: the identity provider's id of a person, or the workspace (`acc_…`) for an API key; null for
    `system`.
    """
    actor_email: str | None
    """The person's e-mail address from their token; null where there is none."""
    action: str
    """The action, in lower case with dots, such as `product.updated`."""
    target_type: str | None
    """The type of the changed resource, such as `Product`; null where the action has no target."""
    target_id: str | None
    """The id of the changed resource; null where the action has no target. For a partner, `targetId`, `before` and
    `after` are null where the target is one of the merchant's own keys.
    """
    before: dict[str, Any] | None
    """The name and the changed fields, before the change; null for a new resource. Texts longer than 500 characters
    are cut and end with an ellipsis.
    """
    after: dict[str, Any] | None
    """The name and the changed fields, after the change; all fields for a new resource, null for a deleted one. Texts
    are cut as in `before`.
    """
    ip: str | None
    """The client's IP address; null where no request made the change."""
    user_agent: str | None
    """The client's `User-Agent`; null where it sent none."""
    metadata: dict[str, Any]
    """Further details; often an empty object. Where a partner acted, `partner` is its name and `keyId` its key."""
    created_at: Timestamp
    """When the change was made."""


class AuditEntries(ApiModel):
    """A page of the audit log."""

    entries: list[AuditEntry]
    """The entries of the page, newest first."""


class AuditFilters(Query):
    """Filters of audit entries; an entry must match all of them."""

    action: Short | None = None
    """Only actions with this prefix: `product` finds `product.created` and `product.updated`."""
    target_type: Short | None = None
    """Only entries about this type of resource, such as `Product`; exact."""
    target_id: Short | None = field(default=None, name="targetId")
    """Only entries about the resource with this id; exact."""
    actor_id: Short | None = field(default=None, name="actorId")
    """Only entries of this actor: the identity provider's id of a person, or the workspace's id for its API keys;
    exact.
    """
    from_: Moment | None = field(default=None, name="from")
    """Only entries at or after this timestamp, which has an offset."""
    to: Moment | None = None
    """Only entries before this timestamp, which has an offset."""


class AuditQuery(PageQuery):
    """A page of audit entries, with the same filters."""

    words_of = AuditFilters

    action: Short | None = None
    target_type: Short | None = None
    target_id: Short | None = field(default=None, name="targetId")
    actor_id: Short | None = field(default=None, name="actorId")
    from_: Moment | None = field(default=None, name="from")
    to: Moment | None = None
