"""What goes over the wire about API keys (specification, API key)."""

from typing import Annotated, Literal

from msgspec import Meta

from fulfilment.fields import Act, Moment, Name120, Timestamp, Wire

Scope = Literal["read", "write", "admin"]
# There are three; naming one again does no harm.
Scopes = Annotated[list[Scope], Meta(max_length=20)]

# As the longest address is written, with a prefix length and to spare.
NetworkText = Annotated[str, Meta(min_length=1, max_length=64)]
Networks = Annotated[list[NetworkText], Meta(min_length=1, max_length=20)]


class ApiKey(Wire):
    """A key as the list shows it; the secret is never shown again.

    `expiresAt` null: it never expires. `networks` null: it works from anywhere. `madeByPartner`: which partner made it,
    on behalf of the merchant.
    """

    id: str
    name: str
    key_id: str
    secret_preview: str
    scopes: list[str]
    created_at: Timestamp
    last_used_at: Timestamp | None
    revoked_at: Timestamp | None
    expires_at: Timestamp | None
    networks: list[str] | None
    created_by: str | None
    made_by_partner: str | None


class NewApiKey(Act):
    """`networks`: addresses, and networks such as `10.1.0.0/16`, that requests are to come from."""

    name: Name120
    scopes: Scopes | None = None
    expires_at: Moment | None = None
    networks: Networks | None = None


class CreatedApiKey(Wire):
    id: str
    name: str
    key_id: str
    scopes: list[str]
    expires_at: Timestamp | None
    networks: list[str] | None
    created_at: Timestamp


class ApiKeyWithSecretReply(Wire):
    api_key: CreatedApiKey
    secret: str


class RevokedApiKey(Wire):
    id: str
    revoked_at: Timestamp


class RevokedApiKeyReply(Wire):
    api_key: RevokedApiKey


class ApiKeys(Wire):
    api_keys: list[ApiKey]
