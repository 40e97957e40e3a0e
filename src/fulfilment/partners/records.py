"""What goes over the wire about partners and the workspaces that they provision (decisions, section 10)."""

from typing import Annotated, Literal

from msgspec import Meta

from fulfilment.fields import Act, Code, Email, Name200, Timestamp, Wire

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
