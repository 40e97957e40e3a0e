"""What goes over the wire about API keys (specification, API key)."""

from typing import Annotated, Literal

from msgspec import Meta

from fulfilment.infra.models import ApiModel, CommandModel, Moment, Name120, Timestamp

Scope = Literal["read", "write", "admin"]
# There are three; naming one again does no harm. That one at least must be named is refused in words of its own.
Scopes = Annotated[list[Scope], Meta(max_length=20, extra_json_schema={"minItems": 1})]

# As the longest address is written, with a prefix length and to spare.
NetworkText = Annotated[str, Meta(min_length=1, max_length=64)]
Networks = Annotated[list[NetworkText], Meta(min_length=1, max_length=20)]


class ApiKey(ApiModel):
    """A key that requests are signed with; its secret is never shown again."""

    id: str
    """Identifies the key in paths; opaque."""
    name: str
    """What people call the key."""
    key_id: str
    """What a signed request names as its `keyId`: 24 characters, no secret."""
    secret_preview: str
    """The first 8 and the last 4 characters of the secret, with an ellipsis between."""
    scopes: list[str]
    """What the key is for: `read`, `write`, `admin`; the platform key of a partner has one more. They are recorded, and
    enforced only where the operator has that set.
    """
    created_at: Timestamp
    last_used_at: Timestamp | None
    """When a request was last signed with it, known within seconds; null before the first one."""
    revoked_at: Timestamp | None
    """When it was revoked, for ever; null while it is not."""
    expires_at: Timestamp | None
    """From when on it is refused; null: it never expires."""
    networks: list[str] | None
    """The networks that requests must come from, as they are kept (`203.0.113.7/32`); null: from anywhere."""
    created_by: str | None
    """Who created it: the identity provider's id of a person, or the workspace (`acc_…`) where a key did; null where
    the operator did.
    """
    made_by_partner: str | None
    """The partner that made it on behalf of the merchant, by its name; null for all others."""


class NewApiKey(CommandModel):
    """A key to create. It lasts no longer than the key that creates it, and works from nowhere else; where scopes are
    enforced, it has none that the other one lacks.
    """

    name: Name120
    """What people are to call the key."""
    scopes: Scopes | None = None
    """What the key is for; `read` and `write` unless given. Naming one twice does no harm."""
    expires_at: Moment | None = None
    """From when on it is to be refused: a timestamp ahead, with its offset. Without it, never."""
    networks: Networks | None = None
    """Addresses and networks that requests are to come from, such as `203.0.113.7` and `10.1.0.0/16`, of IPv4 or IPv6.
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
    """What requests are signed with. It is in this answer only, and cannot be fetched again."""


class RevokedApiKey(ApiModel):
    """A key that was just revoked."""

    words_of = ApiKey

    id: str
    revoked_at: Timestamp
    """When it was revoked; from then on it is refused."""


class RevokedApiKeyReply(ApiModel):
    """A key that was just revoked."""

    api_key: RevokedApiKey
    """The key that was revoked."""


class ApiKeyList(ApiModel):
    """A list of the workspace's keys."""

    api_keys: list[ApiKey]
    """The keys, newest first, with those that are revoked or have expired. A partner sees those alone that it made."""
