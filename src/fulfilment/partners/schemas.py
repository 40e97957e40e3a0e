"""What goes over the wire about partners and the workspaces that they provision (decisions, section 10)."""

from typing import Annotated, Literal

from msgspec import Meta, field

from fulfilment.infra.models import ApiModel, Code, CommandModel, Count, Email, Name200, PageQuery, Timestamp

# As a session's `accountId`, which it may have to be. The last part keeps a line feed out.
AccountId = Annotated[str, Meta(max_length=255, pattern=r"^acc_[!-~]+$(?!\s)")]
DiscountRate = Annotated[float, Meta(ge=0, le=0.5)]
BrandName = Annotated[str, Meta(min_length=1, max_length=255)]


class NewWorkspace(CommandModel):
    """A workspace that a partner opens for a merchant."""

    name: Name200
    """What people call the workspace, such as the shop's name."""
    external_ref: Code | None = None
    """Your own id of the merchant: the same one is the same workspace, answered with 200. Without it and without
    `accountId`, each request opens another workspace.
    """
    account_id: AccountId | None = None
    """The id that the workspace has at the identity provider (`acc_…`); only for partners that the operator has marked
    as sharing it with the service, else 403 `FORBIDDEN`.
    """
    brand_name: BrandName | None = None
    """The merchant's brand; kept and shown with the workspace."""
    business_email: Email | None = None
    """Where the merchant can be reached; kept and shown with the workspace."""
    discount_rate: DiscountRate | None = None
    """A share of the price, 0.1 for 10 %; kept and shown with the workspace."""


class PartnerWorkspace(ApiModel):
    """A workspace that a partner provisioned."""

    account_id: str
    """Identifies the workspace (`acc_…`); what to name to act on its behalf."""
    name: str
    """What people call the workspace, such as the shop's name."""
    brand_name: str | None
    """The merchant's brand, as it was given; null where none was."""
    business_email: str | None
    """Where the merchant can be reached, as it was given; null where nothing was."""
    discount_rate: float | None
    """A share of the price, 0.1 for 10 %, as it was given; null where none was."""
    external_ref: str | None
    """The partner's own id of the merchant; null where none was given."""
    plan: Literal["free", "starter", "growth", "scale"] | None
    """The plan that the workspace is on, `starter` at first; null: it is internal, without limits."""
    partner: str
    """The partner that provisioned it, by its name."""
    created_at: Timestamp
    """When it was provisioned."""


class Partner(ApiModel):
    """A partner, as the operator sees it."""

    name: str
    shares_identity_provider: bool
    created_at: Timestamp
    ended_at: Timestamp | None


# `2026-11-01`, or a timestamp with its offset.
DayOrMoment = Annotated[str, Meta(min_length=1, max_length=40)]


class UsageQuery(PageQuery):
    """The calendar months (UTC) that lie, as a whole or in part, between `from` and `to`; 24 at most."""

    from_: DayOrMoment | None = field(default=None, name="from")
    """Where the period begins: a date, which is its midnight in UTC, or a timestamp with its offset. Without it, with
    the last month of the period.
    """
    to: DayOrMoment | None = None
    """Where the period ends, that moment not included: a date, or a timestamp with its offset. Without it, with the
    present month.
    """


class UsageCounts(ApiModel):
    """What was used, in numbers."""

    shipments_booked: Count
    """Shipments whose courier was booked, also where they were cancelled later."""
    deliveries: Count
    """Digital deliveries that were granted."""
    licenses_issued: Count
    """Licenses that were issued, revoked ones included."""
    orders_fulfilled: Count
    """All three together, which is what a plan counts as orders."""


class WorkspaceUsage(UsageCounts):
    """What one workspace used."""

    words_of = PartnerWorkspace

    account_id: str
    name: str
    external_ref: str | None


class PartnerUsage(ApiModel):
    """What the partner's workspaces used in whole calendar months (UTC)."""

    partner: str
    """The partner, by its name."""
    from_: Timestamp = field(name="from")
    """When the first of the months begins."""
    to: Timestamp
    """When the last of the months ends, and another begins."""
    total: UsageCounts | None
    """What all workspaces of the partner used; on the first page alone, null on all others."""
    workspaces: list[WorkspaceUsage]
    """A page of the workspaces, in the order of their ids, also those that used nothing."""
