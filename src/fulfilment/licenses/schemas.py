"""API models of licenses, activations and license files (specification, License and License activation)."""

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
    """A license file to issue."""

    instance_id: Code
    """The instance that the file is for; the license must be active on it."""
    expires_at: Moment | None = None
    """When the file expires, a timestamp with its offset, at most 366 days from now; the default is 30 days from now.
    """


class LicenseFile(ApiModel):
    """A signed license file, for software that validates offline."""

    license_id: str
    """The license that it certifies (`lic_…`)."""
    instance_id: str
    """The only instance that it is valid for."""
    key_id: str
    """The key that it is signed with: the signing key's `keyId`."""
    issued_at: Timestamp
    """When it was issued, in whole seconds."""
    expires_at: Timestamp
    """When it expires, in whole seconds: as requested, or with the license if that is earlier."""
    content: str
    """The file itself: a signed JSON Web Token, to be stored with the software."""


class PublicJwk(ApiModel):
    """The public key as a JSON Web Key."""

    kty: Literal["OKP"]
    """The key type: an octet key pair (RFC 8037)."""
    crv: Literal["Ed25519"]
    """The curve of the key."""
    x: str
    """The public key itself, 32 bytes in base64url."""
    kid: str
    """The key's id; the same as `keyId`."""
    alg: Literal["Ed25519"]
    """The signature algorithm (RFC 9864). Fix it in the software, rather than take it from a file."""
    use: Literal["sig"]
    """The use of the key: signatures."""


class SigningKey(ApiModel):
    """The workspace's signing key of license files; it never changes."""

    key_id: str
    """The key's id: its thumbprint (RFC 7638)."""
    public_key: PublicJwk
    """The key that verifies license files; to be built into the software."""
    created_at: Timestamp
    """When the key was created, by the first request that needed it."""


class LicenseFileReply(ApiModel):
    """A license file that was issued."""

    license_file: LicenseFile
    """The file with its main claims."""


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
    """A customer's right to run a product on a number of instances at once."""

    id: str
    """The license's id (`lic_…`)."""
    account_id: str
    product_id: str
    """The product that is licensed (`prod_…`)."""
    customer_id: str
    """Your id of the customer, as given at the issue."""
    key: str
    """The license key: five groups of five characters with hyphens between, or the custom key given at the issue. It
    never changes.
    """
    status: Status
    """`active` until it is revoked, then `revoked` for good. An expired or suspended license stays `active`: see
    `expiresAt` and `suspendedAt`.
    """
    activations: int
    """The number of active instances; never above `maxActivations`."""
    max_activations: int
    """The maximum number of instances that are active at once."""
    expires_at: Timestamp | None
    """When it expires: from then on it cannot be activated, and validates as `expired`. Null: never."""
    suspended_at: Timestamp | None
    """When it was suspended: it cannot be activated, and validates as `suspended`. Null while it is not."""
    external_source: str | None
    """The source system, as given at the issue; the partner if its storefront sold it. Null where none was given."""
    external_ref: str | None
    """The source system's id of the license, as given at the issue; null where there is none."""
    created_at: Timestamp
    """When it was issued."""


class LicenseActivation(ApiModel):
    """An activation of a license on an instance, from activation to deactivation."""

    id: str
    """The activation's id (`act_…`)."""
    license_id: str
    """The license that is activated (`lic_…`)."""
    instance_id: str
    """The instance, by the id that its software chose."""
    activated_at: Timestamp
    """When the license was activated."""
    deactivated_at: Timestamp | None
    """When the license was deactivated, or the merchant released the activation; null while it is active."""


class NewLicense(CommandModel):
    """A license to issue."""

    product_id: Code
    """The product to license (`prod_…`): of type `license`, with `licenseEnabled`, and not archived."""
    customer_id: Code
    """Your own id of the customer."""
    max_activations: Positive | None = None
    """The maximum number of instances active at once; the default is the product's `maxActivations`, else 1."""
    expires_at: Moment | None = None
    """When it expires, a timestamp with its offset; the default is never. A time in the past, from 1970 on, is accepted
    too: such a license is expired.
    """
    external_source: ExternalSource | None = None
    """The source system, for your own use; stored as given."""
    external_ref: Code | None = None
    """The source system's id of the license, for your own use; stored as given."""
    key: OwnKey | None = None
    """A custom key, stored as it is; by default the service generates one. For the same product and customer, the same
    key returns the existing license with 200. A key of any other license is 409 `KEY_TAKEN`.
    """


class LicenseChange(RequestModel):
    """Changes of a license. Omitted fields stay as they are."""

    max_activations: Positive | UnsetType = UNSET
    """The new maximum number of instances active at once; not fewer than are active."""
    expires_at: Moment | UnsetType | None = UNSET
    """When it expires, a timestamp with its offset; null: never."""


class BulkLicenses(CommandModel):
    """Licenses to issue in one request."""

    licenses: Annotated[list[Raw], row_schema("NewLicense", most=MAX_BULK_LICENSES)]
    """The licenses to issue. Each row is handled like a request of its own, and has its own outcome."""


class LicenseQuery(PageQuery, rename="camel"):
    """Filters of the list of licenses, combined with AND."""

    product_id: Code | None = None
    """Only licenses of this product (`prod_…`); an unknown product gives an empty list."""
    customer_id: Code | None = None
    """Only licenses of this customer, by your id as given at the issue; exact."""
    status: Status | None = None
    """Only licenses with this status; expired and suspended ones count as `active`."""
    q: Short | None = None
    """The beginning of a key, a `customerId` or an `externalRef`, in upper or lower case of a to z. The licenses then
    come in the order of these texts. A page may have fewer than `limit` while more follow.
    """


class ActivationQuery(PageQuery):
    """Filter of the list of activations of a license."""

    active: Literal["true", "false"] = "false"
    """`true` shows only present activations; `false` shows ended ones too."""


class LookupQuery(PageQuery, kw_only=True):
    """Look-up of a license by its key; `key` may be any text, and the page is one of activations."""

    key: AnyKey
    """The whole license key. A generated key is found in lower case too, a custom key only as it is."""


class ValidityQuery(Query, rename="camel", kw_only=True):
    """Validation of a license key; `key` may be any text, and with `productId` it must be a key of that product."""

    words_of = LookupQuery

    key: AnyKey
    product_id: Short | None = None
    """The product of the software (`prod_…`). A key of any other product is then answered like an unknown one."""


class LicenseActivationRequest(CommandModel):
    """Activation or deactivation of a license on an instance; the key may be any text."""

    words_of = LookupQuery

    key: Annotated[AnyText, Meta(min_length=8)]
    instance_id: Code
    """The id of the instance, such as an id of the machine. The software chooses it, and must send the same one at
    every start.
    """


class LicenseReply(ApiModel):
    """A license."""

    license: License
    """The license as it is now."""


class LicenseList(ApiModel):
    """A page of licenses."""

    licenses: list[License]
    """The licenses of the page, newest first; with `q`, in the order of the matching texts."""


class LicenseActivationReply(ApiModel):
    """An activation of a license."""

    activation: LicenseActivation
    """The activation as it is now."""


class LicenseActivations(ApiModel):
    """A page of a license's activations."""

    activations: list[LicenseActivation]
    """The activations of the page, newest first."""


class LicenseWithActivations(ApiModel):
    """A license with its activations."""

    license: License
    """The license with the key."""
    activations: list[LicenseActivation]
    """A page of its activations, newest first, ended ones included; at most 1,000."""


class LicenseValidity(ApiModel):
    """Result of the validation of a license key. For an unknown key, or a key of another product, all fields but
    `valid` are null.
    """

    words_of = License

    valid: bool
    """True if the software may run: the key is known, and its license neither revoked nor expired nor suspended."""
    key: str | None = None
    """The license key as it is stored."""
    status: Literal["active", "revoked", "expired", "suspended"] | None = None
    """`active`, or the reason why the key is not valid: the first that applies of `revoked`, `expired`, `suspended`."""
    product_id: str | None = None
    product_name: str | None = None
    """The present name of the product."""
    activations: int | None = None
    max_activations: int | None = None
    expires_at: Timestamp | None = None
    """When the license expires; null also if it never does."""


class PublicLicense(ApiModel):
    """The fields of a license that the license key alone gives access to."""

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
    """Result of an activation: the license is active on the instance."""

    license: PublicLicense
    """The license with the key."""
    activation: LicenseActivation
    """The instance's activation."""
    already_active: bool
    """True if the license was active on the instance before, so that nothing has changed."""


class DeactivatedLicenseReply(ApiModel):
    """Result of a deactivation: the license is not active on the instance."""

    deactivated: bool
    """True if this request ended an activation."""
    already_deactivated: bool
    """True if there was no activation to end: the license was not active on the instance, or the key is unknown."""
    activations: int
    """The number of active instances of the license; 0 for an unknown key."""
