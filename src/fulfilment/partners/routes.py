"""The HTTP edge of partners (specification, Partner administration; decisions, section 10)."""

from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.principal import as_principal
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.partners import queries, service, usage
from fulfilment.partners.schemas import NewWorkspace, PartnerUsage, PartnerWorkspace, UsageQuery

route = Routes(
    "Partners",
    "For partner platforms: the workspaces that they provision, and their usage.",
    {"workspaces/{account_id}": "The id (`acc_…`) of a workspace that the partner provisioned."},
    scope="admin",
)


@route.post(
    "/admin/workspaces",
    sdk_method="workspaces.create",
    status=201,
    repeat_status=200,
    raises=(service.OtherPartnersWorkspace, service.WorkspaceReferenceTaken),
)
async def create_workspace(tx: Tx, workspace: NewWorkspace) -> Reply[PartnerWorkspace]:
    """Provision a workspace that the partner may act for; the same `externalRef` returns the same workspace."""
    return await service.provision_workspace(tx, workspace)


@route.get("/admin/workspaces/{account_id}", sdk_method="workspaces.get")
async def get_workspace(read: Read, account_id: str) -> PartnerWorkspace:
    """Show a workspace that the partner provisioned."""
    partner = service.require_partner(as_principal(read.actor))
    found = await queries.find_workspace(read, account_id, partner)
    if found is None:
        raise NotFound
    return found


@route.get("/admin/partner/usage", sdk_method="partner.get_usage", page=usage.LIST)
async def get_partner_usage(read: Read, query: UsageQuery) -> Reply[PartnerUsage]:
    """Show the usage of each workspace of the partner, and their total, by calendar months."""
    return await usage.get_usage(read, service.require_partner(as_principal(read.actor)), query)
