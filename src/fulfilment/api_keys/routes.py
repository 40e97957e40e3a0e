"""The HTTP edge of API keys (specification, API keys)."""

from fulfilment.api_keys import minting, queries, revocation
from fulfilment.api_keys.records import ApiKeyList, ApiKeyWithSecretReply, NewApiKey, RevokedApiKeyReply
from fulfilment.db.tx import Read, Tx
from fulfilment.fields import PageQuery
from fulfilment.http import paging
from fulfilment.http.envelope import Reply
from fulfilment.http.route import Routes
from fulfilment.settings import Settings

route = Routes(
    "API keys",
    "The keys that programs sign their requests with: creating, listing, revoking.",
    {"api-keys/{id}": "The key's id, as POST /api-keys answers it and GET /api-keys lists it; it is not the `keyId`."},
    scope="admin",
)

# With `limit`; without it the list is whole, as specified.
LIST = paging.Limits(default=None, most=500)


@route.get("/api-keys", client="api_keys.list", page=LIST)
async def list_api_keys(read: Read, query: PageQuery) -> ApiKeyList:
    """List the workspace's keys, newest first, active and revoked; a partner sees those that it made."""
    page = paging.read(query, LIST, parts=2)
    keys = await queries.list_keys(read, page, read.actor.partner_behind)
    return paging.listed("apiKeys", keys, page, "created_at", "id")


@route.post("/api-keys", client="api_keys.create", status=201)
async def create_api_key(tx: Tx, key: NewApiKey, settings: Settings) -> ApiKeyWithSecretReply:
    """Create a key; its secret is shown in this answer only."""
    minted = await minting.mint(tx, key, tx.actor, is_enforced=settings.scopes_enforced)
    return Reply(minted, holds_secret=True)


@route.post("/api-keys/{id}/revoke", client="api_keys.revoke")
async def revoke_api_key(tx: Tx, id: str) -> RevokedApiKeyReply:
    """Revoke a key; requests signed with it are refused from now on."""
    return await revocation.revoke(tx, id, tx.actor.partner_behind)
