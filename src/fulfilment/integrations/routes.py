"""The HTTP edge of integration status (specification, Integrations)."""

from fulfilment.infra.api.routing import Routes
from fulfilment.infra.database.transaction import Read
from fulfilment.integrations import status
from fulfilment.integrations.schemas import IntegrationStatus
from fulfilment.integrations.status_providers import StatusProviders

route = Routes("Integrations", "What the workspace is connected to, and whether that works.")


@route.get("/integrations/status", sdk_method="integrations.get_status")
async def get_integration_status(read: Read, providers: StatusProviders) -> IntegrationStatus:
    """Show what the workspace is connected to, computed on every call."""
    return await status.get_status(read, providers)
