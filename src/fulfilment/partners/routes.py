"""The HTTP edge of partners (specification, Partner administration; decisions, section 10)."""

from fulfilment.db.tx import Read, Tx
from fulfilment.http.errors import NotFound
from fulfilment.http.route import Routes
from fulfilment.partners import provisioning, queries, usage
from fulfilment.partners.records import NewWorkspace, PartnerUsage, PartnerWorkspace, UsageQuery

route = Routes(
    "Partners",
    "For partner platforms: the workspaces that they provision, and what these use.",
    {"workspaces/{account_id}": "The id (`acc_…`) of a workspace that the partner provisioned."},
    scope="admin",
)


@route.post("/admin/workspaces", client="workspaces.create", status=201, repeat_status=200)
async def create_workspace(tx: Tx, workspace: NewWorkspace) -> PartnerWorkspace:
    """Provision a workspace that the partner may act for; the same `externalRef` is the same workspace."""
    return await provisioning.provision(tx, workspace)


@route.get("/admin/workspaces/{account_id}", client="workspaces.get")
async def get_workspace(read: Read, account_id: str) -> PartnerWorkspace:
    """Show a workspace that the partner provisioned."""
    partner = provisioning.require_partner(read.actor)
    found = await queries.find_workspace(read, account_id, partner)
    if found is None:
        raise NotFound
    return found


@route.get("/admin/partner/usage", client="partner.get_usage", page=usage.LIST)
async def get_partner_usage(read: Read, query: UsageQuery) -> PartnerUsage:
    """Show what each workspace of the partner used, and all together, by calendar months."""
    return await usage.show(read, provisioning.require_partner(read.actor), query)
