"""Partners: their creation and termination by the operator, and provisioning of workspaces with a platform key.

Decisions, sections 10 and 13.
"""

from datetime import datetime

import asyncpg
import msgspec

from fulfilment.api_keys import service
from fulfilment.infra import branding, ids
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import ApiError, Forbidden
from fulfilment.infra.auth.principal import Principal, as_principal
from fulfilment.infra.database import outbox
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import ApiModel, format_timestamp
from fulfilment.infra.operations.idempotency import RETENTION_HOURS
from fulfilment.partners import queries
from fulfilment.partners.schemas import NewWorkspace, Partner, PartnerWorkspace
from fulfilment.webhooks import endpoints

STARTING_PLAN = "starter"

REVOKE_BATCH_SIZE = 1_000
DISABLE_BATCH_SIZE = 100


class OtherPartnersWorkspace(ApiError):
    """The workspace exists, and this partner did not provision it."""

    status, code = 409, "CROSS_PARTNER"
    message = "This workspace exists, and was not provisioned by this partner."


class WorkspaceReferenceTaken(ApiError):
    """The reference and the id belong to two workspaces."""

    status, code = 409, "DUPLICATE"
    message = "This externalRef and this accountId are not those of one workspace."


class PartnerTermination(ApiModel):
    """Result of a termination: counts of the partner's own keys, the keys made for merchants, and webhook endpoints."""

    name: str
    platform_keys: int
    made_keys: int
    webhook_endpoints: int = 0


class PartnerTerminationActor(msgspec.Struct, frozen=True):
    """The operator as an actor who ends a partner, in a workspace of its keys or endpoints."""

    account_id: str
    partner: str
    actor_id: str | None = None
    actor_email: str | None = None
    ip: str | None = None
    user_agent: str | None = "fulfilment command line"

    @property
    def audit_metadata(self) -> dict[str, str]:
        return {"partner": self.partner}


def require_partner(principal: Principal) -> str:
    """The partner of the principal's platform key. Raises Forbidden for any other credential.

    Requests on behalf of a merchant are refused before, on all routes of partners (`infra/auth/partner_policy.py`).
    """
    if principal.partner is None or branding.current().platform_scope not in principal.scopes:
        raise Forbidden("This needs a platform key, which the operator makes.")
    return principal.partner


async def provision_workspace(tx: Tx, body: NewWorkspace) -> Reply[PartnerWorkspace]:
    """Create a workspace (201), or return the existing one (200).

    Raises Forbidden, OtherPartnersWorkspace and WorkspaceReferenceTaken.
    """
    name = require_partner(as_principal(tx.actor))
    partner = await service.require_active_partner(tx, name)
    if body.account_id is not None and not partner["shares_identity_provider"]:
        # Checked before any look-up, so that the answer does not reveal which workspaces exist.
        raise Forbidden("Only a partner that shares the identity provider may name the accountId.", field="accountId")
    created = await queries.insert_workspace(tx, body.account_id or ids.new("acc"), body, STARTING_PLAN, name)
    if created is None:
        return Reply(await _find_existing(tx, body, name), status=200)
    _audit(tx, created)
    return Reply(created, status=201)


async def create_partner(db: asyncpg.Connection, name: str, *, shares_identity_provider: bool) -> Partner:
    """Create a partner. Raises LookupError if the name was used before."""
    created = queries.decode_partner(await db.fetchrow(queries.CREATE.text, name, shares_identity_provider))
    if created is None:
        raise LookupError(f"There is, or was, a partner {name} already.")
    return created


async def update_partner(db: asyncpg.Connection, name: str, *, shares_identity_provider: bool) -> Partner:
    """Change whether a partner shares the identity provider. Raises LookupError."""
    changed = queries.decode_partner(await db.fetchrow(queries.UPDATE.text, name, shares_identity_provider))
    if changed is None:
        raise LookupError(f"There is no partner {name}, or it was ended.")
    return changed


async def list_partners(db: asyncpg.Connection) -> list[Partner]:
    """All partners, by name."""
    rows: list[asyncpg.Record] = await db.fetch(queries.LIST.text)
    return [queries.decode_partner(row) for row in rows]


async def terminate_partner(db: asyncpg.Connection, name: str) -> PartnerTermination:
    """Revoke the partner's platform keys and all keys that it made, and disable its webhook endpoints.

    This is one transaction. It waits for keys and endpoints that are being created, and ends them too. The partner's
    workspaces stay with their merchants. Raises LookupError.
    """
    async with db.transaction():
        at = await db.fetchval(queries.END.text, name)
        if at is None:
            raise LookupError(f"There is no partner {name}, or it was ended already.")
        counts = []
        for statement in (queries.REVOKE_PLATFORM_KEYS, queries.REVOKE_CREATED_KEYS):
            count = 0
            while revoked := await db.fetch(statement.text, name, at, REVOKE_BATCH_SIZE):
                await _audit_revoked(db, name, revoked)
                count += len(revoked)
            counts.append(count)
        counts.append(await _disable_endpoints(db, name, at))
    return PartnerTermination(name, *counts)


async def _find_existing(tx: Tx, body: NewWorkspace, partner: str) -> PartnerWorkspace:
    """The partner's existing workspace with the given id and reference."""
    if body.account_id is None:
        # A generated id is never taken, so the reference is.
        assert body.external_ref is not None
        held = await queries.find_by_reference(tx, partner, body.external_ref)
        assert held is not None
        return held
    found = await queries.find_workspace(tx, body.account_id, partner)
    if found is None:
        raise (
            OtherPartnersWorkspace
            if await queries.workspace_exists(tx, body.account_id)
            else WorkspaceReferenceTaken(field="externalRef")
        )
    if body.external_ref not in (None, found.external_ref):
        raise WorkspaceReferenceTaken(field="externalRef")
    return found


def _audit(tx: Tx, workspace: PartnerWorkspace) -> None:
    """Audit the provisioning in the partner's log, and as the first entry of the workspace's, for the merchant to see.

    Both name the partner's workspace as actor: requests of an API key are its workspace's (specification, Audit entry).
    """
    principal = as_principal(tx.actor)
    metadata = {"partner": workspace.partner, "keyId": principal.key_id or ""}
    for account_id in (tx.account_id, workspace.account_id):
        tx.audit(
            "partner.workspace_provisioned",
            "PartnerWorkspace",
            workspace.account_id,
            after=workspace,
            account_id=account_id,
            actor_type="api_key",
            metadata=metadata,
        )


async def _disable_endpoints(db: asyncpg.Connection, partner: str, at: datetime) -> int:
    """Disable the partner's webhook endpoints, and return their number."""
    count = 0
    while found := await db.fetch(queries.LIST_ENDPOINTS.text, partner, DISABLE_BATCH_SIZE):
        transactions: dict[str, Tx] = {}
        for row in found:
            account_id = row["account_id"]
            tx = transactions.setdefault(account_id, Tx(db, PartnerTerminationActor(account_id, partner)))
            await endpoints.disable_endpoint(tx, row["id"], f"the partner {partner} has ended", at)
        await outbox.flush(db, [(tx, None) for tx in transactions.values()], retention_hours=RETENTION_HOURS)
        count += len(found)
    return count


async def _audit_revoked(db: asyncpg.Connection, partner: str, revoked: list[asyncpg.Record]) -> None:
    """Audit each revoked key in the log of its workspace."""
    transactions: dict[str, Tx] = {}
    for row in revoked:
        account_id = row["account_id"]
        tx = transactions.setdefault(account_id, Tx(db, PartnerTerminationActor(account_id, partner)))
        before, after = ({"name": row["name"], "revokedAt": format_timestamp(at)} for at in (None, row["revoked_at"]))
        tx.audit("api_key.revoked", "ApiKey", row["id"], before=before, after=after)
    await outbox.flush(db, [(tx, None) for tx in transactions.values()], retention_hours=RETENTION_HOURS)
