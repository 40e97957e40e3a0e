"""The HTTP edge of integration status (specification, Integrations)."""

from fulfilment.db.tx import Read
from fulfilment.http.route import Routes
from fulfilment.integrations import status
from fulfilment.integrations.port import Connections
from fulfilment.integrations.records import IntegrationStatus

route = Routes("Integrations", "What the workspace is connected to, and whether that works.")


@route.get("/integrations/status", client="integrations.get_status")
async def get_integration_status(read: Read, connections: Connections) -> IntegrationStatus:
    """Show what the workspace is connected to, computed on every call."""
    return await status.tell(read, connections)
