"""What goes over the wire about the audit log (specification, Audit entry)."""

from typing import Any, Literal

from msgspec import field

from fulfilment.infra.models import ApiModel, Moment, PageQuery, Query, Short, Timestamp


class AuditEntry(ApiModel):
    """One change: who made it, of what, and from where."""

    id: str
    """Identifies the entry; opaque."""
    account_id: str
    """The workspace in which it was done (`acc_…`)."""
    actor_type: Literal["user", "api_key", "system"]
    """`user`: a person, or an API key; `api_key`: the platform key of a partner that provisioned the workspace;
    `system`: the service by itself, or its operator.
    """
    actor_id: str | None
    """Who did it: the identity provider's id of a person, or the workspace (`acc_…`) for an API key; null for
    `system`.
    """
    actor_email: str | None
    """The address of the person, as their token has it; null where there is none."""
    action: str
    """What was done, in lower case with dots, such as `product.updated`."""
    target_type: str | None
    """What kind of thing it was done to, such as `Product`; null where it is about none."""
    target_id: str | None
    """Which one it was done to, by its id; null where it is about none. To a partner it is null, with `before` and
    `after`, where it is a key of the merchant's own.
    """
    before: dict[str, Any] | None
    """The fields that changed, as they were, and the name; null where it is new. Texts are cut at 500 characters, and
    end with an ellipsis then.
    """
    after: dict[str, Any] | None
    """The fields that changed, as they became, and the name; all of them where it is new, null where it is gone. Texts
    are cut as in `before`.
    """
    ip: str | None
    """The client's address; null where no request did it."""
    user_agent: str | None
    """What the client called itself; null where it did not."""
    metadata: dict[str, Any]
    """What else there is to say; often an empty object. Where a partner acted, `partner` and `keyId` name it and its
    key.
    """
    created_at: Timestamp
    """When it was done."""


class AuditEntries(ApiModel):
    """A page of the audit log."""

    entries: list[AuditEntry]
    """The entries of the page, newest first."""


class AuditFilters(Query):
    """Filters narrow each other."""

    action: Short | None = None
    """Only actions that begin so: `product` finds `product.created` and `product.updated`."""
    target_type: Short | None = None
    """Only entries about this kind of thing, such as `Product`; exact."""
    target_id: Short | None = field(default=None, name="targetId")
    """Only entries about the thing with this id; exact."""
    actor_id: Short | None = field(default=None, name="actorId")
    """Only what this person did, by the identity provider's id, or the API keys, by the id of the workspace; exact."""
    from_: Moment | None = field(default=None, name="from")
    """Only entries from then on, that moment included: a timestamp with its offset."""
    to: Moment | None = None
    """Only entries before then, that moment not included: a timestamp with its offset."""


class AuditQuery(PageQuery):
    """The page, and the same filters."""

    words_of = AuditFilters

    action: Short | None = None
    target_type: Short | None = None
    target_id: Short | None = field(default=None, name="targetId")
    actor_id: Short | None = field(default=None, name="actorId")
    from_: Moment | None = field(default=None, name="from")
    to: Moment | None = None
