"""Revoking API keys: at once, on every node, for ever (specification, API key)."""

from fulfilment import clock
from fulfilment.api_keys import queries
from fulfilment.api_keys.records import Revoked, RevokedApiKey
from fulfilment.db.tx import Tx
from fulfilment.fields import stamp
from fulfilment.http.errors import ApiError, NotFound


class AlreadyRevoked(ApiError):
    """The key was revoked before."""

    status, code, message = 409, "ALREADY_REVOKED", "This API key is revoked already."


async def revoke(tx: Tx, id: str) -> Revoked:
    """Revoke an active key."""
    now = clock.now()
    if not await queries.revoke(tx, id, now):
        raise AlreadyRevoked if await queries.is_known(tx, id) else NotFound
    key = RevokedApiKey(id=id, revoked_at=stamp(now))
    tx.audit("api_key.revoked", "ApiKey", id, before={"revokedAt": None}, after=key)
    return Revoked(api_key=key)
