"""HTTP routes of the workspace itself."""

from fulfilment.infra.api.routing import Routes
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.settings import Settings
from fulfilment.workspaces import preferences
from fulfilment.workspaces.preferences import WorkspaceSetup
from fulfilment.workspaces.schemas import Workspace, WorkspaceChange

route = Routes("Workspace", "The workspace itself: its name, and the preferences of its console.")


@route.get("/workspace", sdk_method="workspace.get")
async def get_own_workspace(read: Read, settings: Settings) -> Workspace:
    """Show the workspace of the credential: its name, plan, language, time zone and label size."""
    return await preferences.get_workspace(read, settings)


@route.get("/workspace/setup", sdk_method="workspace.get_setup")
async def get_workspace_setup(read: Read) -> WorkspaceSetup:
    """Show which steps to its first label the workspace has completed."""
    return await preferences.get_setup(read)


@route.patch("/workspace", sdk_method="workspace.update")
async def update_own_workspace(tx: Tx, change: WorkspaceChange, settings: Settings) -> Workspace:
    """Change the workspace's name and the preferences of its console."""
    return await preferences.update_workspace(tx, change, settings)
