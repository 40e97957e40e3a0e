"""The HTTP edge of the workspace itself."""

from fulfilment.db.tx import Read, Tx
from fulfilment.http.route import Routes
from fulfilment.settings import Settings
from fulfilment.workspace import preferences, setup
from fulfilment.workspace.records import Workspace, WorkspaceChange
from fulfilment.workspace.setup import WorkspaceSetup

route = Routes("Workspace", "What the workspace says of itself: its name, and how its console shows things.")


@route.get("/workspace", client="workspace.get")
async def get_own_workspace(read: Read, settings: Settings) -> Workspace:
    """Show the workspace of the credential: its name, plan, language, zone and paper."""
    return await preferences.show(read, settings)


@route.get("/workspace/setup", client="workspace.get_setup")
async def get_workspace_setup(read: Read) -> WorkspaceSetup:
    """Show what the workspace has of what its first label needs."""
    return await setup.tell(read)


@route.patch("/workspace", client="workspace.update")
async def update_own_workspace(tx: Tx, change: WorkspaceChange, settings: Settings) -> Workspace:
    """Change the workspace's name, and how its console shows things."""
    return await preferences.change(tx, change, settings)
