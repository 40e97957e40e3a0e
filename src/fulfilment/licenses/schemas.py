"""What goes over the wire about licenses (specification, License and License activation)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, UnsetType

from fulfilment.infra.models import (
    AnyText,
    ApiModel,
    Code,
    CommandModel,
    Moment,
    PageQuery,
    Positive,
    Query,
    RequestModel,
    Short,
    Timestamp,
    row_schema,
)


class LicenseFileRequest(CommandModel):
    """What a license file is to say."""

    instance_id: Code
    """The instance that the file is for; it must hold a slot of the license now."""
    expires_at: Moment | None = None
    """When the file is to end, a timestamp with its offset, at most 366 days from now; 30 days from now unless
    given.
    """


class LicenseFile(ApiModel):
    """A file that proves a license to software which cannot ask the service."""

    license_id: str
    """The license that it proves (`lic_…`)."""
    instance_id: str
    """The one instance that it is good for."""
    key_id: str
    """The key that it is signed with: the signing key's `keyId`."""
    issued_at: Timestamp
    """When it was issued, in whole seconds."""
    expires_at: Timestamp
    """When it ends, in whole seconds: as asked for, or with the license where that ends earlier."""
    content: str
    """The file itself: a signed JSON Web Token, to be kept beside the software."""


class PublicJwk(ApiModel):
    """The public key as a JSON Web Key."""

    kty: Literal["OKP"]
    """The kind of key: an octet key pair (RFC 8037)."""
    crv: Literal["Ed25519"]
    """The curve of the key."""
    x: str
    """The public key itself, 32 bytes in base64url."""
    kid: str
    """Identifies the key; the same as `keyId`."""
    alg: Literal["Ed25519"]
    """What to verify with (RFC 9864). Fix it in the software, rather than take it from a file."""
    use: Literal["sig"]
    """What the key is for: signatures."""


class SigningKey(ApiModel):
    """What the workspace's license files are signed with; one for good."""

    key_id: str
    """Identifies the key, by its thumbprint (RFC 7638)."""
    public_key: PublicJwk
    """What software verifies license files with; to be built into it."""
    created_at: Timestamp
    """When the key was made, which the first request that needed it did."""


class LicenseFileReply(ApiModel):
    """A license file that was issued."""

    license_file: LicenseFile
    """The file, and what it says."""


class SigningKeyReply(ApiModel):
    """The workspace's signing key."""

    signing_key: SigningKey
    """The key, without its private part."""


MAX_BULK_LICENSES = 500

Status = Literal["active", "revoked"]
OwnKey = Annotated[str, Meta(min_length=8, max_length=120)]
AnyKey = Annotated[AnyText, Meta(min_length=1)]
ExternalSource = Annotated[str, Meta(min_length=1, max_length=50)]


class License(ApiModel):
    """The right of a customer to run a product on so many instances at once."""

    id: str
    """Identifies the license (`lic_…`)."""
    account_id: str
    product_id: str
    """The product that is licensed (`prod_…`)."""
    customer_id: str
    """Whose license it is, by the id that was given at the issue."""
    key: str
    """What proves the license: five groups of five characters with hyphens between, or the text that was chosen at the
    issue. It never changes.
    """
    status: Status
    """`active` until it is revoked, then `revoked` for good. A license that has expired or is suspended stays `active`:
    `expiresAt` and `suspendedAt` tell.
    """
    activations: int
    """How many instances hold a slot now; never above `maxActivations`."""
    max_activations: int
    """How many instances may be active at once."""
    expires_at: Timestamp | None
    """When it ends: from then on it cannot be activated, and validates as `expired`. Null: never."""
    suspended_at: Timestamp | None
    """Since when it is suspended: it cannot be activated, and validates as `suspended`. Null while it is not."""
    external_source: str | None
    """The system that it comes from, as given at the issue; the partner, where its storefront sold it. Null where none
    was named.
    """
    external_ref: str | None
    """The id that this system has for it, as given at the issue; null where there is none."""
    created_at: Timestamp
    """When it was issued."""


class LicenseActivation(ApiModel):
    """One instance's time in a slot; an instance that comes back has another."""

    id: str
    """Identifies the activation (`act_…`)."""
    license_id: str
    """The license whose slot it is (`lic_…`)."""
    instance_id: str
    """The instance, by the id that its software chose."""
    activated_at: Timestamp
    """When the instance took the slot."""
    deactivated_at: Timestamp | None
    """When the slot was given back or released; null while the instance holds it."""


class NewLicense(CommandModel):
    """A license to issue."""

    product_id: Code
    """The product to license (`prod_…`): of type `license`, with `licenseEnabled`, and not archived."""
    customer_id: Code
    """Your own id of the customer."""
    max_activations: Positive | None = None
    """How many instances may be active at once; unless given, the product's `maxActivations`, else 1."""
    expires_at: Moment | None = None
    """When it is to end, a timestamp with its offset; without one it never ends. A time in the past, from 1970 on, is
    taken too: such a license is expired.
    """
    external_source: ExternalSource | None = None
    """The system that it comes from, for your own use; kept as given."""
    external_ref: Code | None = None
    """The id that this system has for it, for your own use; kept as given."""
    key: OwnKey | None = None
    """A key of your own choosing, kept as it is; one is made unless it is given. The same key for the same product and
    customer answers 200 with the license that there is; one of any other license is 409 `KEY_TAKEN`.
    """


class LicenseChange(RequestModel):
    """What is to change of a license; what is left out stays as it is."""

    max_activations: Positive | UnsetType = UNSET
    """How many instances may be active at once from now on; not fewer than are active."""
    expires_at: Moment | UnsetType | None = UNSET
    """When it is to end, a timestamp with its offset; null: never."""


class BulkLicenses(CommandModel):
    """Licenses to issue in one request."""

    licenses: Annotated[list[Raw], row_schema("NewLicense", most=MAX_BULK_LICENSES)]
    """What to issue. Each row is taken as a request of its own to issue a license, and has its own outcome."""


class LicenseQuery(PageQuery, rename="camel"):
    """Filters narrow each other."""

    product_id: Code | None = None
    """Only licenses of this product (`prod_…`); an unknown one gives an empty list."""
    customer_id: Code | None = None
    """Only licenses of this customer, by the id that was given at the issue; exact."""
    status: Status | None = None
    """Only licenses with this status; expired and suspended ones count as `active`."""
    q: Short | None = None
    """The beginning of a key, a `customerId` or an `externalRef`, in either case of a to z. The licenses come in the
    order of these texts then, and a page may have fewer than asked for while more follow.
    """


class ActivationQuery(PageQuery):
    """Which activations of a license, and the page."""

    active: Literal["true", "false"] = "false"
    """`true` shows only the activations that hold a slot now; `false` shows those that have ended too."""


class LookupQuery(PageQuery, kw_only=True):
    """`key` may be anything; the page is one of activations."""

    key: AnyKey
    """The whole license key. One that the service made is found in lower case too, one of your own choosing only as it
    is.
    """


class ValidityQuery(Query, rename="camel", kw_only=True):
    """`key` may be anything; with `productId` it must be a key of that product."""

    words_of = LookupQuery

    key: AnyKey
    product_id: Short | None = None
    """The product that asks (`prod_…`): a key of any other product is then answered like an unknown one."""


class LicenseActivationRequest(CommandModel):
    """An instance that wants a slot, or gives it back; the key may hold any characters."""

    words_of = LookupQuery

    key: Annotated[AnyText, Meta(min_length=8)]
    instance_id: Code
    """Identifies the installation, such as an id of the machine. The software chooses it, and must say the same one at
    every start.
    """


class LicenseReply(ApiModel):
    """One license."""

    license: License
    """The license as it is now."""


class LicenseList(ApiModel):
    """A page of licenses."""

    licenses: list[License]
    """The licenses of the page, newest first; with `q`, in the order of what was found."""


class LicenseActivationReply(ApiModel):
    """One activation of a license."""

    activation: LicenseActivation
    """The activation as it is now."""


class LicenseActivations(ApiModel):
    """A page of a license's activations."""

    activations: list[LicenseActivation]
    """The activations of the page, newest first."""


class LicenseWithActivations(ApiModel):
    """A license with its activations."""

    license: License
    """The license that the key is of."""
    activations: list[LicenseActivation]
    """A page of its activations, newest first, those that have ended included; at most 1,000."""


class LicenseValidity(ApiModel):
    """Whether a key is good to run with. Of an unknown key, and of one of another product, everything but `valid` is
    null.
    """

    words_of = License

    valid: bool
    """Whether the software may run: the key is known, and its license neither revoked nor expired nor suspended."""
    key: str | None = None
    """The license key as it is stored."""
    status: Literal["active", "revoked", "expired", "suspended"] | None = None
    """`active`, or why the key is not good: the first that applies of `revoked`, `expired` and `suspended`."""
    product_id: str | None = None
    product_name: str | None = None
    """What the product is called now."""
    activations: int | None = None
    max_activations: int | None = None
    expires_at: Timestamp | None = None
    """When the license ends; null too where it never does."""


class PublicLicense(ApiModel):
    """What a license tells to whoever knows its key."""

    words_of = License

    id: str
    product_id: str
    customer_id: str
    key: str
    status: Status
    """Always `active`: no other license can be activated."""
    activations: int
    max_activations: int
    expires_at: Timestamp | None


class ActivatedLicenseReply(ApiModel):
    """An instance that holds a slot of a license now."""

    license: PublicLicense
    """The license that the key is of."""
    activation: LicenseActivation
    """The instance's activation."""
    already_active: bool
    """Whether the instance held a slot before, so that nothing has changed."""


class DeactivatedLicenseReply(ApiModel):
    """An instance that holds no slot of a license any more."""

    deactivated: bool
    """Whether this request gave a slot back."""
    already_deactivated: bool
    """Whether there was nothing to give back: the instance held no slot, or the key is unknown."""
    activations: int
    """How many instances hold a slot of the license now; 0 for an unknown key."""
