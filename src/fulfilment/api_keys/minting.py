"""Making API keys: the secret is shown once and kept sealed (specification, API key; decisions, section 3)."""

import secrets as random
from datetime import datetime

import asyncpg
import msgspec

from fulfilment import brand, clock, ids, secrets
from fulfilment.api_keys import bounds, partnership, queries
from fulfilment.api_keys.bounds import Bounds
from fulfilment.api_keys.records import ApiKeyWithSecretReply, CreatedApiKey, NewApiKey
from fulfilment.db import outbox
from fulfilment.db.tx import Tx
from fulfilment.fields import stamp
from fulfilment.http.caller import Caller
from fulfilment.http.errors import Forbidden, Validation
from fulfilment.http.idempotency import MEMORY_HOURS
from fulfilment.http.signing import RevokedKey
from fulfilment.usage import limits, places

DEFAULT_SCOPES = ("read", "write")
_SECRET_BYTES = 32
_KEY_ID_HEX = 16


class Opened(msgspec.Struct, rename="camel"):
    """What the operator's commands print."""

    account_id: str
    key_id: str
    secret: str


class Operator(msgspec.Struct, frozen=True):
    """The person at the command line, acting in a workspace."""

    account_id: str
    actor_id: str | None = None
    actor_email: str | None = None
    ip: str | None = None
    user_agent: str | None = "fulfilment command line"


class OperatorsKey(msgspec.Struct, frozen=True):
    """What the operator asks for; `scopes` null: all that the API knows."""

    name: str = "Operator's key"
    scopes: list[str] | None = None
    expires_at: datetime | None = None
    networks: list[str] | None = None


async def mint(tx: Tx, given: NewApiKey, caller: Caller, *, is_enforced: bool) -> ApiKeyWithSecretReply:
    """A merchant's new key, bound at least as the key that mints it.

    Where scopes are enforced, it can carry none that the minting key lacks. It bears the partner that makes it, on
    behalf or through a key that bears it (decisions, section 13). Raises Validation, Forbidden.
    """
    scopes = list(dict.fromkeys(given.scopes if given.scopes is not None else DEFAULT_SCOPES))
    if not scopes:
        raise Validation("scopes must name at least one of read, write, admin.", field="scopes")
    if is_enforced and not set(scopes) <= set(caller.scopes):
        raise Forbidden("A key cannot mint a scope that it lacks.")
    asked = await bounds.read(tx, given.expires_at, given.networks)
    bounds.require_within(asked, Bounds(caller.key_expires_at, caller.key_networks))
    await places.require(tx, limits.API_KEYS)
    made_by = caller.partner_behind
    if made_by is not None:
        await partnership.require_alive(tx, made_by)
    return await _store(tx, given.name, scopes, asked, created_by=caller.actor_id, made_by=made_by)


async def mint_for_operator(
    db: asyncpg.Connection, account_id: str, partner: str | None = None, asked: OperatorsKey | None = None
) -> Opened:
    """A key from the command line; with `partner` a platform key.

    Raises LookupError for an unknown workspace and for a partner that was ended, and Validation for an expiry in the
    past or a strange network.
    """
    asked = asked or OperatorsKey()
    scopes = list(dict.fromkeys(asked.scopes or ("read", "write", "admin")))
    if partner is not None:
        scopes.append(brand.current().platform_scope)
    async with db.transaction():
        tx = Tx(db, Operator(account_id))
        if partner is not None:
            try:
                await partnership.require_alive(tx, partner)
            except RevokedKey:
                raise LookupError(f"The partner {partner} was ended.") from None
        bound = await bounds.read(tx, asked.expires_at, asked.networks)
        minted = await _store(tx, asked.name, scopes, bound, partner=partner)
        await outbox.settle(db, [(tx, None)], memory_hours=MEMORY_HOURS)
    return Opened(account_id, minted.api_key.key_id, minted.secret)


async def _store(
    tx: Tx,
    name: str,
    scopes: list[str],
    bound: Bounds,
    *,
    partner: str | None = None,
    created_by: str | None = None,
    made_by: str | None = None,
) -> ApiKeyWithSecretReply:
    now: datetime = clock.now()
    key = CreatedApiKey(
        id=ids.opaque(),
        name=name,
        key_id=brand.current().key_id_prefix + random.token_hex(_KEY_ID_HEX // 2),
        scopes=scopes,
        expires_at=stamp(bound.expires_at),
        networks=bound.networks,
        created_at=stamp(now),
    )
    secret = brand.current().secret_prefix + random.token_urlsafe(_SECRET_BYTES)
    sealed = secrets.seal_text(secret, f"api_key:{key.key_id}")
    preview = f"{secret[:8]}…{secret[-4:]}"
    columns = (key.id, name, key.key_id, sealed, preview, scopes, partner, created_by, now)
    if not await queries.insert(tx, *columns, bound.expires_at, bound.networks, made_by):
        raise LookupError(f"There is no workspace {tx.account_id}.")
    tx.audit("api_key.created", "ApiKey", key.id, after=key)
    return ApiKeyWithSecretReply(api_key=key, secret=secret)
