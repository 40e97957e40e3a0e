"""Revoking API keys: at once, on every node, for ever (specification, API key)."""

import asyncpg

from fulfilment.api_keys import queries
from fulfilment.api_keys.creation import OperatorActor
from fulfilment.api_keys.schemas import RevokedApiKey, RevokedApiKeyReply
from fulfilment.infra import clock
from fulfilment.infra.api.errors import ApiError, NotFound
from fulfilment.infra.database import outbox
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import format_timestamp
from fulfilment.infra.operations.idempotency import RETENTION_HOURS


class KeyAlreadyRevoked(ApiError):
    """The key was revoked before."""

    status, code, message = 409, "ALREADY_REVOKED", "This API key is revoked already."


async def revoke_key(tx: Tx, id: str, partner: str | None = None) -> RevokedApiKeyReply:
    """Revoke an active key; to a partner, a key that does not bear it does not exist."""
    now = clock.now()
    name = await queries.revoke(tx, id, partner, now)
    if name is None:
        raise KeyAlreadyRevoked if await queries.key_exists(tx, id, partner) else NotFound
    key = RevokedApiKey(id=id, revoked_at=format_timestamp(now))
    before, after = ({"name": name, "revokedAt": at} for at in (None, key.revoked_at))
    tx.audit("api_key.revoked", "ApiKey", id, before=before, after=after)
    return RevokedApiKeyReply(api_key=key)


async def revoke_key_for_operator(db: asyncpg.Connection, account_id: str, key: str) -> RevokedApiKeyReply:
    """The same from the command line; `key` is its key id, or its id. Raises LookupError."""
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
