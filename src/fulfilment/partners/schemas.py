"""API models of partners, of the workspaces that they provision and of their usage (decisions, section 10)."""

from typing import Annotated, Literal

from msgspec import Meta, field

from fulfilment.infra.models import ApiModel, Code, CommandModel, Count, Email, Name200, PageQuery, Timestamp

# The same form as a session's `accountId`, which it may become. The last part of the pattern forbids a line feed.
AccountId = Annotated[str, Meta(max_length=255, pattern=r"^acc_[!-~]+$(?!\s)")]
DiscountRate = Annotated[float, Meta(ge=0, le=0.5)]
BrandName = Annotated[str, Meta(min_length=1, max_length=255)]


class NewWorkspace(CommandModel):
    """A workspace that a partner provisions for a merchant."""

    name: Name200
    """The display name of the workspace, such as the shop's name."""
    external_ref: Code | None = None
    """Your own id of the merchant. The same id returns the same workspace, with 200. Without it and without
    `accountId`, each request creates another workspace.
    """
    account_id: AccountId | None = None
    """The workspace's id at the identity provider (`acc_…`). It is only for partners that the operator has marked as
    sharing the identity provider, else the answer is 403 `FORBIDDEN`.
    """
    brand_name: BrandName | None = None
    """The merchant's brand; stored and shown with the workspace."""
    business_email: Email | None = None
    """The merchant's e-mail address; stored and shown with the workspace."""
    discount_rate: DiscountRate | None = None
    """A discount as a share of the price, 0.1 for 10 %; stored and shown with the workspace."""


class PartnerWorkspace(ApiModel):
    """A workspace that a partner provisioned."""

    account_id: str
    """The workspace's id (`acc_…`); requests on its behalf name it."""
    name: str
    """The display name of the workspace, such as the shop's name."""
    brand_name: str | None
    """The merchant's brand, as it was given; null where none was."""
    business_email: str | None
    """The merchant's e-mail address, as it was given; null where none was."""
    discount_rate: float | None
    """A discount as a share of the price, 0.1 for 10 %, as it was given; null where none was."""
    external_ref: str | None
    """The partner's own id of the merchant; null where none was given."""
    plan: Literal["free", "starter", "growth", "scale"] | None
    """The workspace's plan, at first `starter`; null: it is internal, without limits."""
    partner: str
    """The partner that provisioned it, by its name."""
    created_at: Timestamp
    """When it was provisioned."""


class Partner(ApiModel):
    """A partner, for the operator's command line."""

    name: str
    shares_identity_provider: bool
    created_at: Timestamp
    ended_at: Timestamp | None


# `2026-11-01`, or a timestamp with its offset.
DayOrMoment = Annotated[str, Meta(min_length=1, max_length=40)]


class UsageQuery(PageQuery):
    """Period of a usage report: the calendar months (UTC) wholly or partly between `from` and `to`; at most 24."""

    from_: DayOrMoment | None = field(default=None, name="from")
    """The beginning of the period: a date, which means its midnight in UTC, or a timestamp with its offset. The default
    is the last month of the period.
    """
    to: DayOrMoment | None = None
    """The end of the period, exclusive: a date, or a timestamp with its offset. The default is the end of the present
    month.
    """


class UsageCounts(ApiModel):
    """Usage counts of a workspace, or of all together."""

    shipments_booked: Count
    """Shipments whose courier was booked, even if they were cancelled later."""
    deliveries: Count
    """Digital deliveries that were granted."""
    licenses_issued: Count
    """Licenses that were issued, revoked ones included."""
    orders_fulfilled: Count
    """The sum of the three: the orders that a plan counts."""


class WorkspaceUsage(UsageCounts):
    """Usage of one workspace."""

    words_of = PartnerWorkspace

    account_id: str
    name: str
    external_ref: str | None


class PartnerUsage(ApiModel):
    """Usage of the partner's workspaces in whole calendar months (UTC)."""

    partner: str
    """The partner, by its name."""
    from_: Timestamp = field(name="from")
    """When the first of the months begins."""
    to: Timestamp
    """When the last of the months ends, and the next begins."""
    total: UsageCounts | None
    """The usage of all workspaces of the partner; only on the first page, null on all others."""
    workspaces: list[WorkspaceUsage]
    """A page of the workspaces, in the order of their ids, unused ones included."""
