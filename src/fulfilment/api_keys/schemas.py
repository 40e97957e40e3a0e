"""Request and response schemas of API keys (specification, API key)."""

from typing import Annotated, Literal

from msgspec import Meta

from fulfilment.infra.models import ApiModel, CommandModel, Moment, Name120, Timestamp

Scope = Literal["read", "write", "admin"]
# Duplicates are allowed, so the maximum is larger than the number of scopes. An empty list gets its own message.
Scopes = Annotated[list[Scope], Meta(max_length=20, extra_json_schema={"minItems": 1})]

# The longest IPv6 address with a prefix length is shorter.
NetworkText = Annotated[str, Meta(min_length=1, max_length=64)]
Networks = Annotated[list[NetworkText], Meta(min_length=1, max_length=20)]


class ApiKey(ApiModel):
    """A key that signs requests. Its secret is never shown again."""

    id: str
    """Identifies the key in paths; opaque."""
    name: str
    """The display name of the key."""
    key_id: str
    """The `keyId` of signed requests: 24 characters, not secret."""
    secret_preview: str
    """The first 8 and the last 4 characters of the secret, with an ellipsis between."""
    scopes: list[str]
    """The scopes of the key: `read`, `write`, `admin`; the platform key of a partner has one more. They are always
    recorded, but enforced only where the operator's settings say so.
    """
    created_at: Timestamp
    last_used_at: Timestamp | None
    """When the key last signed a request, updated within seconds; null before the first use."""
    revoked_at: Timestamp | None
    """When the key was revoked, which is final; null for an active key."""
    expires_at: Timestamp | None
    """When the key expires: from then on requests are refused. Null: never."""
    networks: list[str] | None
    """The networks that requests must come from, in normal form (`203.0.113.7/32`); null: from anywhere."""
    created_by: str | None
    """The creator: the identity provider's id of a person, or the workspace (`acc_…`) where an API key created it.
    Null where the operator created it.
    """
    made_by_partner: str | None
    """The name of the partner that made the key on behalf of the merchant; null for all other keys."""


class NewApiKey(CommandModel):
    """A key to create. It may not outlive the key that creates it, nor work from networks outside that key's. Where
    scopes are enforced, it may not have a scope that the creating key lacks.
    """

    name: Name120
    """The display name of the key."""
    scopes: Scopes | None = None
    """The scopes of the key; `read` and `write` by default. Duplicates are ignored."""
    expires_at: Moment | None = None
    """When the key expires: a timestamp in the future, with its offset. Without it, never."""
    networks: Networks | None = None
    """Addresses and networks that requests must come from, IPv4 or IPv6, such as `203.0.113.7` and `10.1.0.0/16`.
    Without it, from anywhere.
    """


class CreatedApiKey(ApiModel):
    """A key that was just created."""

    words_of = ApiKey

    id: str
    name: str
    key_id: str
    scopes: list[str]
    expires_at: Timestamp | None
    networks: list[str] | None
    created_at: Timestamp


class ApiKeyWithSecretReply(ApiModel):
    """A new key with its secret."""

    api_key: CreatedApiKey
    """The key that was created."""
    secret: str
    """The secret that signs requests. Only this response has it; it cannot be fetched again."""


class RevokedApiKey(ApiModel):
    """A key that was just revoked."""

    words_of = ApiKey

    id: str
    revoked_at: Timestamp
    """When the key was revoked; from then on requests are refused."""


class RevokedApiKeyReply(ApiModel):
    """A key that was just revoked."""

    api_key: RevokedApiKey
    """The key that was revoked."""


class ApiKeyList(ApiModel):
    """A list of the workspace's keys."""

    api_keys: list[ApiKey]
    """The keys, newest first, including revoked and expired keys. A partner sees only the keys that it made."""
