"""HTTP routes of API keys (specification, API keys)."""

from datetime import datetime

from fulfilment.api_keys import queries, service
from fulfilment.api_keys.schemas import ApiKeyList, ApiKeyWithSecretReply, NewApiKey, RevokedApiKeyReply
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.principal import as_principal
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.models import PageQuery
from fulfilment.quotas.limits import PlanLimitReached
from fulfilment.settings import Settings

route = Routes(
    "API keys",
    "Keys that programs sign their requests with: create, list, revoke.",
    {"api-keys/{id}": "The key's id, as POST /api-keys answers it and GET /api-keys lists it; it is not the `keyId`."},
    scope="admin",
)

# With `limit`; without it the list is whole, as specified.
LIST = pagination.PageLimits(default=None, max_limit=500)


@route.get("/api-keys", sdk_method="api_keys.list", page=LIST)
async def list_api_keys(read: Read, query: PageQuery) -> Reply[ApiKeyList]:
    """List the workspace's keys, newest first, active and revoked. A partner sees only the keys that it made."""
    page = pagination.parse_page(query, LIST, parts=(datetime, str))
    keys = await queries.list_keys(read, page, as_principal(read.actor).acting_partner)
    return pagination.page_response("apiKeys", keys, page, "created_at", "id")


@route.post("/api-keys", sdk_method="api_keys.create", status=201, raises=(PlanLimitReached,))
async def create_api_key(tx: Tx, key: NewApiKey, settings: Settings) -> Reply[ApiKeyWithSecretReply]:
    """Create a key; its secret is shown in this answer only."""
    created = await service.create_key(tx, key, as_principal(tx.actor), is_enforced=settings.scopes_enforced)
    return Reply(created, holds_secret=True)


@route.post("/api-keys/{id}/revoke", sdk_method="api_keys.revoke", raises=(service.KeyAlreadyRevoked,))
async def revoke_api_key(tx: Tx, id: str) -> RevokedApiKeyReply:
    """Revoke a key; requests signed with it are refused from now on."""
    return await service.revoke_key(tx, id, as_principal(tx.actor).acting_partner)
