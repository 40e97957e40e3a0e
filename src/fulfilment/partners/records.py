"""What goes over the wire about partners and the workspaces that they provision (decisions, section 10)."""

from typing import Annotated, Literal

from msgspec import Meta, field

from fulfilment.fields import Act, Code, Count, Email, Name200, PageQuery, Timestamp, Wire

# As a session's `accountId`, which it may have to be. The last part keeps a line feed out.
AccountId = Annotated[str, Meta(max_length=255, pattern=r"^acc_[!-~]+$(?!\s)")]
DiscountRate = Annotated[float, Meta(ge=0, le=0.5)]
BrandName = Annotated[str, Meta(min_length=1, max_length=255)]


class NewWorkspace(Act):
    """`externalRef` is the partner's own id of it: the same one is the same workspace. `accountId` is for partners that
    share the identity provider of the service.
    """

    name: Name200
    external_ref: Code | None = None
    account_id: AccountId | None = None
    brand_name: BrandName | None = None
    business_email: Email | None = None
    discount_rate: DiscountRate | None = None


class PartnerWorkspace(Wire):
    """A workspace that a partner provisioned; `plan` null: it is internal, without limits."""

    account_id: str
    name: str
    brand_name: str | None
    business_email: str | None
    discount_rate: float | None
    external_ref: str | None
    plan: Literal["free", "starter", "growth", "scale"] | None
    partner: str
    created_at: Timestamp


class Partner(Wire):
    """A partner, as the operator sees it."""

    name: str
    shares_identity_provider: bool
    created_at: Timestamp
    ended_at: Timestamp | None


# `2026-11-01`, or a timestamp with its offset.
Day = Annotated[str, Meta(min_length=1, max_length=40)]


class UsageQuery(PageQuery):
    """The calendar months (UTC) that lie, as a whole or in part, between `from` and `to`, that moment itself not
    included; without them the present one.
    """

    from_: Day | None = field(default=None, name="from")
    to: Day | None = None


class UsageCounts(Wire):
    """What was used; `ordersFulfilled` is all of it."""

    shipments_booked: Count
    deliveries: Count
    licenses_issued: Count
    orders_fulfilled: Count


class WorkspaceUsage(UsageCounts):
    account_id: str
    name: str
    external_ref: str | None


class PartnerUsage(Wire):
    """What the partner's workspaces used in whole calendar months: from the first day of one up to that of another.

    `total` is of all its workspaces, and stands on the first page alone.
    """

    partner: str
    from_: Timestamp = field(name="from")
    to: Timestamp
    total: UsageCounts | None
    workspaces: list[WorkspaceUsage]
