"""Revoking API keys: at once, on every node, for ever (specification, API key)."""

import asyncpg

from fulfilment import clock
from fulfilment.api_keys import queries
from fulfilment.api_keys.minting import Operator
from fulfilment.api_keys.records import RevokedApiKey, RevokedApiKeyReply
from fulfilment.db import outbox
from fulfilment.db.tx import Tx
from fulfilment.fields import stamp
from fulfilment.http.errors import ApiError, NotFound
from fulfilment.http.idempotency import MEMORY_HOURS


class AlreadyRevoked(ApiError):
    """The key was revoked before."""

    status, code, message = 409, "ALREADY_REVOKED", "This API key is revoked already."


async def revoke(tx: Tx, id: str, partner: str | None = None) -> RevokedApiKeyReply:
    """Revoke an active key; to a partner, a key that does not bear it does not exist."""
    now = clock.now()
    if not await queries.revoke(tx, id, partner, now):
        raise AlreadyRevoked if await queries.is_known(tx, id, partner) else NotFound
    key = RevokedApiKey(id=id, revoked_at=stamp(now))
    tx.audit("api_key.revoked", "ApiKey", id, before={"revokedAt": None}, after=key)
    return RevokedApiKeyReply(api_key=key)


async def revoke_for_operator(db: asyncpg.Connection, account_id: str, key: str) -> RevokedApiKeyReply:
    """The same from the command line; `key` is its key id, or its id. Raises LookupError."""
    async with db.transaction():
        tx = Tx(db, Operator(account_id))
        id = await queries.find_id(tx, key)
        if id is None:
            raise LookupError(f"There is no key {key} in the workspace {account_id}.")
        try:
            done = await revoke(tx, id)
        except AlreadyRevoked:
            raise LookupError(f"The key {key} is revoked already.") from None
        await outbox.settle(db, [(tx, None)], memory_hours=MEMORY_HOURS)
    return done
