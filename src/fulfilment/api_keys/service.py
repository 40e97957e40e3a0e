"""API keys: creating and revoking them (specification, API key; decisions, section 3).

The secret is shown once and stored encrypted. A revoked key stops working at once on every node. A key may be
restricted to an expiry and to networks (docs/decisions/0007-credentials.md). A restricted key creates only keys with
the same or narrower restrictions, since it could otherwise escape its own. The last part is the operator's commands.
"""

import secrets as random
from collections.abc import Sequence
from datetime import datetime

import asyncpg
import msgspec

from fulfilment.api_keys import queries
from fulfilment.api_keys.schemas import (
    ApiKeyWithSecretReply,
    CreatedApiKey,
    NewApiKey,
    RevokedApiKey,
    RevokedApiKeyReply,
)
from fulfilment.infra import branding, clock, ids
from fulfilment.infra.api.errors import ApiError, Forbidden, NotFound, Validation
from fulfilment.infra.auth import ip_allowlist
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.auth.request_signing import RevokedKey
from fulfilment.infra.database import outbox
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.encryption import keyring
from fulfilment.infra.models import format_timestamp
from fulfilment.infra.operations.idempotency import RETENTION_HOURS
from fulfilment.quotas import limits

# The lock orders making something for a partner and ending that partner: either waits for the other.
LOCK_PARTNER = sql(
    "partnership.unscoped_lock_partner",
    "SELECT name, shares_identity_provider, ended_at FROM partners WHERE name = $1 FOR SHARE",
)

# A platform key may name a partner that has no row yet.
INSERT_PARTNER = sql(
    "partnership.unscoped_insert_partner", "INSERT INTO partners (name) VALUES ($1) ON CONFLICT (name) DO NOTHING"
)

DEFAULT_SCOPES = ("read", "write")
_SECRET_BYTES = 32
_KEY_ID_HEX = 16


class KeyRestrictions(msgspec.Struct, frozen=True):
    """Restrictions of a key: its expiry, or null for never, and its normalised networks, or null for anywhere."""

    expires_at: datetime | None = None
    networks: Sequence[str] | None = None


class CreatedKey(msgspec.Struct, rename="camel"):
    """A new key with its secret, as the operator's commands print it."""

    account_id: str
    key_id: str
    secret: str


class OperatorActor(msgspec.Struct, frozen=True):
    """The operator at the command line, as the actor in a workspace."""

    account_id: str
    actor_id: str | None = None
    actor_email: str | None = None
    ip: str | None = None
    user_agent: str | None = "fulfilment command line"


class OperatorKeyRequest(msgspec.Struct, frozen=True):
    """A key as the operator requests it; `scopes` null: all scopes of the API."""

    name: str = "Operator's key"
    scopes: list[str] | None = None
    expires_at: datetime | None = None
    networks: list[str] | None = None


class KeyAlreadyRevoked(ApiError):
    """The key was revoked before."""

    status, code, message = 409, "ALREADY_REVOKED", "This API key is revoked already."


async def require_active_partner(tx: Tx, partner: str) -> asyncpg.Record:
    """Lock the partner, so that it cannot end before this transaction does.

    Raises RevokedKey where it has ended, since its keys ended with it.
    """
    rows = await tx.fetch_unscoped(LOCK_PARTNER, partner)
    if not rows:
        await tx.fetch_unscoped(INSERT_PARTNER, partner)
        rows = await tx.fetch_unscoped(LOCK_PARTNER, partner)
    if rows[0]["ended_at"] is not None:
        raise RevokedKey
    return rows[0]


async def has_ended(tx: Tx, partner: str) -> bool:
    """True where the partner has ended. Otherwise it cannot end before this transaction does."""
    found = await tx.fetch_unscoped(LOCK_PARTNER, partner)
    return bool(found) and found[0]["ended_at"] is not None


async def validate_restrictions(tx: Tx, expires_at: datetime | None, networks: Sequence[str] | None) -> KeyRestrictions:
    """The requested restrictions in the form in which they are stored. Raises Validation."""
    return KeyRestrictions(await _require_future(tx, expires_at), _normalise_networks(networks))


def require_subset(requested: KeyRestrictions, allowed: KeyRestrictions) -> None:
    """Raise Forbidden where the requested key is less restricted than the key that creates it."""
    if allowed.expires_at is not None and (requested.expires_at is None or requested.expires_at > allowed.expires_at):
        ends = format_timestamp(allowed.expires_at)
        message = f"This key expires at {ends}, and can mint only keys that do not outlive it."
        raise Forbidden(f"{message} Give expiresAt, no later than that.", field="expiresAt")
    if allowed.networks is not None and (
        requested.networks is None or not ip_allowlist.is_subset(requested.networks, allowed.networks)
    ):
        message = "This key can mint only keys for networks within its own"
        raise Forbidden(f"{message}: {', '.join(allowed.networks)}.", field="networks")


async def _require_future(tx: Tx, expires_at: datetime | None) -> datetime | None:
    if expires_at is None:
        return None
    rounded = clock.truncate_ms(min(expires_at, clock.LATEST_EXPIRY))
    if rounded < clock.EARLIEST_EXPIRY or await queries.is_past(tx, rounded):
        raise Validation("expiresAt must lie in the future.", field="expiresAt")
    return rounded


def _normalise_networks(networks: Sequence[str] | None) -> list[str] | None:
    if networks is None:
        return None
    try:
        return ip_allowlist.normalise(networks)
    except ValueError as problem:
        index = problem.args[0]
        message = "is neither an address nor a network such as 10.1.0.0/16 or 2001:db8::/32."
        raise Validation(f"{networks[index]!r} {message}", field=f"networks.{index}") from None


async def create_key(tx: Tx, body: NewApiKey, principal: Principal, *, is_enforced: bool) -> ApiKeyWithSecretReply:
    """Create a merchant's key, at least as restricted as the key that creates it.

    Where scopes are enforced, it has no scope that the creating key lacks. It records the partner that makes it, be it
    on behalf of the merchant or with a key of that partner (decisions, section 13). Raises Validation, Forbidden.
    """
    scopes: list[str] = list(dict.fromkeys(body.scopes if body.scopes is not None else DEFAULT_SCOPES))
    if not scopes:
        raise Validation("scopes must name at least one of read, write, admin.", field="scopes")
    if is_enforced and not set(scopes) <= set(principal.scopes):
        raise Forbidden("A key cannot mint a scope that it lacks.")
    requested = await validate_restrictions(tx, body.expires_at, body.networks)
    require_subset(requested, KeyRestrictions(principal.key_expires_at, principal.key_networks))
    await limits.require_quota(tx, limits.API_KEYS)
    partner = principal.acting_partner
    if partner is not None:
        await require_active_partner(tx, partner)
    return await _insert_key(
        tx, body.name, scopes, requested, created_by=principal.actor_id, created_by_partner=partner
    )


async def create_key_for_operator(
    db: asyncpg.Connection, account_id: str, partner: str | None = None, request: OperatorKeyRequest | None = None
) -> CreatedKey:
    """Create a key from the command line; with `partner` a platform key.

    Raises LookupError for an unknown workspace and for a partner that was ended. Raises Validation for an expiry in
    the past or an invalid network.
    """
    request = request or OperatorKeyRequest()
    scopes = list(dict.fromkeys(request.scopes or ("read", "write", "admin")))
    if partner is not None:
        scopes.append(branding.current().platform_scope)
    async with db.transaction():
        tx = Tx(db, OperatorActor(account_id))
        if partner is not None:
            try:
                await require_active_partner(tx, partner)
            except RevokedKey:
                raise LookupError(f"The partner {partner} was ended.") from None
        restricted = await validate_restrictions(tx, request.expires_at, request.networks)
        reply = await _insert_key(tx, request.name, scopes, restricted, partner=partner)
        await outbox.flush(db, [(tx, None)], retention_hours=RETENTION_HOURS)
    return CreatedKey(account_id, reply.api_key.key_id, reply.secret)


async def _insert_key(
    tx: Tx,
    name: str,
    scopes: list[str],
    key_restrictions: KeyRestrictions,
    *,
    partner: str | None = None,
    created_by: str | None = None,
    created_by_partner: str | None = None,
) -> ApiKeyWithSecretReply:
    now: datetime = clock.now()
    key = CreatedApiKey(
        id=ids.cuid(),
        name=name,
        key_id=branding.current().key_id_prefix + random.token_hex(_KEY_ID_HEX // 2),
        scopes=scopes,
        expires_at=format_timestamp(key_restrictions.expires_at),
        networks=None if key_restrictions.networks is None else list(key_restrictions.networks),
        created_at=format_timestamp(now),
    )
    secret = branding.current().secret_prefix + random.token_urlsafe(_SECRET_BYTES)
    encrypted = keyring.encrypt_text(secret, f"api_key:{key.key_id}")
    preview = keyring.preview(secret, first=8)
    columns = (key.id, name, key.key_id, encrypted, preview, scopes, partner, created_by, now)
    if not await queries.insert(
        tx, *columns, key_restrictions.expires_at, key_restrictions.networks, created_by_partner
    ):
        raise LookupError(f"There is no workspace {tx.account_id}.")
    tx.audit("api_key.created", "ApiKey", key.id, after=key)
    return ApiKeyWithSecretReply(api_key=key, secret=secret)


async def revoke_key(tx: Tx, id: str, partner: str | None = None) -> RevokedApiKeyReply:
    """Revoke an active key. A partner gets NotFound for a key that it did not make."""
    now = clock.now()
    name = await queries.revoke(tx, id, partner, now)
    if name is None:
        raise KeyAlreadyRevoked if await queries.key_exists(tx, id, partner) else NotFound
    key = RevokedApiKey(id=id, revoked_at=format_timestamp(now))
    before, after = ({"name": name, "revokedAt": at} for at in (None, key.revoked_at))
    tx.audit("api_key.revoked", "ApiKey", id, before=before, after=after)
    return RevokedApiKeyReply(api_key=key)


async def revoke_key_for_operator(db: asyncpg.Connection, account_id: str, key: str) -> RevokedApiKeyReply:
    """Revoke a key from the command line; `key` is its key id or its id. Raises LookupError."""
    async with db.transaction():
        tx = Tx(db, OperatorActor(account_id))
        id = await queries.find_id(tx, key)
        if id is None:
            raise LookupError(f"There is no key {key} in the workspace {account_id}.")
        try:
            reply = await revoke_key(tx, id)
        except KeyAlreadyRevoked:
            raise LookupError(f"The key {key} is revoked already.") from None
        await outbox.flush(db, [(tx, None)], retention_hours=RETENTION_HOURS)
    return reply
