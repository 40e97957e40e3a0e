"""Making API keys: the secret is shown once and kept sealed (specification, API key; decisions, section 3)."""

import secrets as random
from datetime import datetime

import asyncpg
import msgspec

from fulfilment.api_keys import partnership, queries, restrictions
from fulfilment.api_keys.restrictions import KeyRestrictions
from fulfilment.api_keys.schemas import ApiKeyWithSecretReply, CreatedApiKey, NewApiKey
from fulfilment.infra import branding, clock, ids
from fulfilment.infra.api.errors import Forbidden, Validation
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.auth.request_signing import RevokedKey
from fulfilment.infra.database import outbox
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.encryption import keyring
from fulfilment.infra.models import format_timestamp
from fulfilment.infra.operations.idempotency import RETENTION_HOURS
from fulfilment.quotas import checks, limits

DEFAULT_SCOPES = ("read", "write")
_SECRET_BYTES = 32
_KEY_ID_HEX = 16


class CreatedKey(msgspec.Struct, rename="camel"):
    """What the operator's commands print."""

    account_id: str
    key_id: str
    secret: str


class OperatorActor(msgspec.Struct, frozen=True):
    """The person at the command line, acting in a workspace."""

    account_id: str
    actor_id: str | None = None
    actor_email: str | None = None
    ip: str | None = None
    user_agent: str | None = "fulfilment command line"


class OperatorKeyRequest(msgspec.Struct, frozen=True):
    """What the operator asks for; `scopes` null: all that the API knows."""

    name: str = "Operator's key"
    scopes: list[str] | None = None
    expires_at: datetime | None = None
    networks: list[str] | None = None


async def create_key(tx: Tx, body: NewApiKey, principal: Principal, *, is_enforced: bool) -> ApiKeyWithSecretReply:
    """A merchant's new key, bound at least as the key that mints it.

    Where scopes are enforced, it can carry none that the minting key lacks. It bears the partner that makes it, on
    behalf or through a key that bears it (decisions, section 13). Raises Validation, Forbidden.
    """
    scopes: list[str] = list(dict.fromkeys(body.scopes if body.scopes is not None else DEFAULT_SCOPES))
    if not scopes:
        raise Validation("scopes must name at least one of read, write, admin.", field="scopes")
    if is_enforced and not set(scopes) <= set(principal.scopes):
        raise Forbidden("A key cannot mint a scope that it lacks.")
    requested = await restrictions.validate_restrictions(tx, body.expires_at, body.networks)
    restrictions.require_subset(requested, KeyRestrictions(principal.key_expires_at, principal.key_networks))
    await checks.require_quota(tx, limits.API_KEYS)
    partner = principal.acting_partner
    if partner is not None:
        await partnership.require_active_partner(tx, partner)
    return await _insert_key(
        tx, body.name, scopes, requested, created_by=principal.actor_id, created_by_partner=partner
    )


async def create_key_for_operator(
    db: asyncpg.Connection, account_id: str, partner: str | None = None, request: OperatorKeyRequest | None = None
) -> CreatedKey:
    """A key from the command line; with `partner` a platform key.

    Raises LookupError for an unknown workspace and for a partner that was ended, and Validation for an expiry in the
    past or a strange network.
    """
    request = request or OperatorKeyRequest()
    scopes = list(dict.fromkeys(request.scopes or ("read", "write", "admin")))
    if partner is not None:
        scopes.append(branding.current().platform_scope)
    async with db.transaction():
        tx = Tx(db, OperatorActor(account_id))
        if partner is not None:
            try:
                await partnership.require_active_partner(tx, partner)
            except RevokedKey:
                raise LookupError(f"The partner {partner} was ended.") from None
        restricted = await restrictions.validate_restrictions(tx, request.expires_at, request.networks)
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
