"""What goes over the wire about license files."""

from typing import Literal

from fulfilment.infra.models import ApiModel, Code, CommandModel, Moment, Timestamp


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
