"""What goes over the wire about licenses (specification, License and License activation)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, UnsetType

from fulfilment.fields import (
    Act,
    AnyText,
    Body,
    Code,
    Moment,
    PageQuery,
    Positive,
    Query,
    Short,
    Timestamp,
    Wire,
    rows_of,
)

MOST_AT_ONCE = 500

Status = Literal["active", "revoked"]
OwnKey = Annotated[str, Meta(min_length=8, max_length=120)]
AnyKey = Annotated[AnyText, Meta(min_length=1)]
ExternalSource = Annotated[str, Meta(min_length=1, max_length=50)]


class License(Wire):
    """The right of a customer to run a product on so many instances. `suspendedAt` is set while it is suspended."""

    id: str
    account_id: str
    product_id: str
    customer_id: str
    key: str
    status: Status
    activations: int
    max_activations: int
    expires_at: Timestamp | None
    suspended_at: Timestamp | None
    external_source: str | None
    external_ref: str | None
    created_at: Timestamp


class LicenseActivation(Wire):
    """One instance's time in a slot; `deactivatedAt` is null while it holds it."""

    id: str
    license_id: str
    instance_id: str
    activated_at: Timestamp
    deactivated_at: Timestamp | None


class NewLicense(Act):
    """`maxActivations` defaults to the product's, else 1; `key` is made unless it is given."""

    product_id: Code
    customer_id: Code
    max_activations: Positive | None = None
    expires_at: Moment | None = None
    external_source: ExternalSource | None = None
    external_ref: Code | None = None
    key: OwnKey | None = None


class LicenseChange(Body):
    """What is left out stays as it is; `expiresAt` null makes it perpetual."""

    max_activations: Positive | UnsetType = UNSET
    expires_at: Moment | UnsetType | None = UNSET


class BulkLicenses(Act):
    """`licenses` as POST /licenses takes them."""

    licenses: Annotated[list[Raw], rows_of("NewLicense", most=MOST_AT_ONCE)]


class LicenseQuery(PageQuery, rename="camel"):
    """Filters are exact and narrow each other; `q` is the beginning of a key, a customer or an external reference."""

    product_id: Code | None = None
    customer_id: Code | None = None
    status: Status | None = None
    q: Short | None = None


class ActivationQuery(PageQuery):
    """`active` leaves out the activations that have ended."""

    active: Literal["true", "false"] = "false"


class LookupQuery(PageQuery, kw_only=True):
    """`key` may be anything; the page is one of activations."""

    key: AnyKey


class ValidityQuery(Query, rename="camel", kw_only=True):
    """`key` may be anything; with `productId` it must be a key of that product."""

    key: AnyKey
    product_id: Short | None = None


class LicenseSlot(Act):
    """An instance that wants a slot, or gives it back; the key may hold any characters."""

    key: Annotated[AnyText, Meta(min_length=8)]
    instance_id: Code


class LicenseReply(Wire):
    license: License


class Licenses(Wire):
    licenses: list[License]


class LicenseActivationReply(Wire):
    activation: LicenseActivation


class LicenseActivations(Wire):
    activations: list[LicenseActivation]


class LicenseWithActivations(Wire):
    """A license with its activations, the newest first."""

    license: License
    activations: list[LicenseActivation]


class LicenseValidity(Wire):
    """Whether a key is good to run with; of an unknown key nothing else is told."""

    valid: bool
    key: str | None = None
    status: Literal["active", "revoked", "expired", "suspended"] | None = None
    product_id: str | None = None
    product_name: str | None = None
    activations: int | None = None
    max_activations: int | None = None
    expires_at: Timestamp | None = None


class PublicLicense(Wire):
    """What a license tells to whoever knows its key."""

    id: str
    product_id: str
    customer_id: str
    key: str
    status: Status
    activations: int
    max_activations: int
    expires_at: Timestamp | None


class ActivatedLicenseReply(Wire):
    license: PublicLicense
    activation: LicenseActivation
    already_active: bool


class DeactivatedLicenseReply(Wire):
    deactivated: bool
    already_deactivated: bool
    activations: int
