"""Provisioning: a partner's platform key opens a workspace that the partner may act for (decisions, section 10)."""

from fulfilment.api_keys import partnership
from fulfilment.infra import branding, ids
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import ApiError, Forbidden
from fulfilment.infra.auth.principal import Principal, as_principal
from fulfilment.infra.database.transaction import Tx
from fulfilment.partners import queries
from fulfilment.partners.schemas import NewWorkspace, PartnerWorkspace

STARTING_PLAN = "starter"


class OtherPartnersWorkspace(ApiError):
    """The workspace is there, and is not this partner's."""

    status, code = 409, "CROSS_PARTNER"
    message = "This workspace exists, and was not provisioned by this partner."


class WorkspaceReferenceTaken(ApiError):
    """The reference and the id name two workspaces."""

    status, code = 409, "DUPLICATE"
    message = "This externalRef and this accountId are not those of one workspace."


def require_partner(principal: Principal) -> str:
    """The partner whose platform key it is. Raises Forbidden for any other credential.

    On behalf of a merchant the routes of partners are refused before (`infra/auth/partner_policy.py`).
    """
    if principal.partner is None or branding.current().platform_scope not in principal.scopes:
        raise Forbidden("This needs a platform key, which the operator makes.")
    return principal.partner


async def provision_workspace(tx: Tx, body: NewWorkspace) -> Reply[PartnerWorkspace]:
    """Open the workspace, 201, or find that it is there, 200. Raises Forbidden, OtherPartnersWorkspace,
    WorkspaceReferenceTaken."""
    name = require_partner(as_principal(tx.actor))
    partner = await partnership.require_active_partner(tx, name)
    if body.account_id is not None and not partner["shares_identity_provider"]:
        # Before any look-up: it shall not tell which workspaces there are.
        raise Forbidden("Only a partner that shares the identity provider may name the accountId.", field="accountId")
    created = await queries.insert_workspace(tx, body.account_id or ids.new("acc"), body, STARTING_PLAN, name)
    if created is None:
        return Reply(await _find_existing(tx, body, name), status=200)
    _audit(tx, created)
    return Reply(created, status=201)


async def _find_existing(tx: Tx, body: NewWorkspace, partner: str) -> PartnerWorkspace:
    """The partner's workspace that has the id, and the reference, as far as they were given."""
    if body.account_id is None:
        # Of a new id only the reference can be taken.
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
    """In the partner's own log, and as the first entry of the workspace's, whose merchant is to see whose doing it is.

    Both name the partner's workspace as actor: an API key's calls are its workspace's (specification, Audit entry).
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
