"""What goes over the wire about API keys (specification, API key)."""

from typing import Annotated, Literal

from msgspec import Meta

from fulfilment.fields import Act, Name120, Timestamp, Wire

Scope = Literal["read", "write", "admin"]
# There are three; naming one again does no harm.
Scopes = Annotated[list[Scope], Meta(max_length=20)]


class ApiKey(Wire):
    """A key as the list shows it; the secret is never shown again."""

    id: str
    name: str
    key_id: str
    secret_preview: str
    scopes: list[str]
    created_at: Timestamp
    last_used_at: Timestamp | None
    revoked_at: Timestamp | None
    created_by: str | None


class NewApiKey(Act):
    name: Name120
    scopes: Scopes | None = None


class MintedApiKey(Wire):
    id: str
    name: str
    key_id: str
    scopes: list[str]
    created_at: Timestamp


class Minted(Wire):
    api_key: MintedApiKey
    secret: str


class RevokedApiKey(Wire):
    id: str
    revoked_at: Timestamp


class Revoked(Wire):
    api_key: RevokedApiKey


class ApiKeys(Wire):
    api_keys: list[ApiKey]
