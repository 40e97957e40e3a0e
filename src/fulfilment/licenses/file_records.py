"""What goes over the wire about license files."""

from typing import Literal

from fulfilment.fields import Act, Code, Moment, Timestamp, Wire


class FileRequest(Act):
    """The instance must be active. `expiresAt` is 30 days from now unless it is given, and 366 at most."""

    instance_id: Code
    expires_at: Moment | None = None


class LicenseFile(Wire):
    """`content` is the file: a signed JSON Web Token. The license may end its validity before the request's date."""

    license_id: str
    instance_id: str
    key_id: str
    issued_at: Timestamp
    expires_at: Timestamp
    content: str


class PublicJwk(Wire):
    """The public key as a JSON Web Key."""

    kty: Literal["OKP"]
    crv: Literal["Ed25519"]
    x: str
    kid: str
    alg: Literal["Ed25519"]
    use: Literal["sig"]


class SigningKey(Wire):
    """What the workspace's license files are signed with; `publicKey` is for the software that verifies them."""

    key_id: str
    public_key: PublicJwk
    created_at: Timestamp


class LicenseFileReply(Wire):
    license_file: LicenseFile


class SigningKeyReply(Wire):
    signing_key: SigningKey
