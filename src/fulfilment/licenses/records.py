"""What goes over the wire about licenses (specification, License and License activation)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, UnsetType

from fulfilment.fields import Body, Code, Moment, PageQuery, Positive, Timestamp, Wire, rows_of

MOST_AT_ONCE = 500

Status = Literal["active", "revoked"]
OwnKey = Annotated[str, Meta(min_length=8, max_length=120)]
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


class Activation(Wire):
    """One instance's time in a slot; `deactivatedAt` is null while it holds it."""

    id: str
    license_id: str
    instance_id: str
    activated_at: Timestamp
    deactivated_at: Timestamp | None


class NewLicense(Body):
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


class BulkLicenses(Body):
    """`licenses` as POST /licenses takes them."""

    licenses: Annotated[list[Raw], rows_of("NewLicense", most=MOST_AT_ONCE)]


class LicenseQuery(PageQuery, rename="camel"):
    """Filters are exact and narrow each other; `q` is the beginning of a key, a customer or an external reference."""

    product_id: Code | None = None
    customer_id: Code | None = None
    status: Status | None = None
    q: str | None = None


class LicenseReply(Wire):
    license: License


class Licenses(Wire):
    licenses: list[License]
