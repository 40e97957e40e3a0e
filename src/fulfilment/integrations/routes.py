"""Routes of the integration status: the services that a workspace is connected to (specification, Integrations)."""

from fulfilment.infra.api.routing import Routes
from fulfilment.infra.database.transaction import Read
from fulfilment.integrations.schemas import AggregatorStatus, IdentityStatus, IntegrationStatus, StatusProviders
from fulfilment.shipping import queries as shipping

route = Routes("Integrations", "The external services that the workspace is connected to, and their status.")


@route.get("/integrations/status", sdk_method="integrations.get_status")
async def get_integration_status(read: Read, providers: StatusProviders) -> IntegrationStatus:
    """Show the integrations of the workspace, computed on every call."""
    return await get_status(read, providers)


async def get_status(read: Read, providers: StatusProviders) -> IntegrationStatus:
    """The status of all four integrations, for the merchant's workspace where a partner acts for a merchant."""
    return IntegrationStatus(
        identity=IdentityStatus(connected=True),
        aggregator=await _get_aggregator_status(read),
        payments=await providers.payments(read),
        storefront=await providers.storefront(read),
    )


async def _get_aggregator_status(read: Read) -> AggregatorStatus | None:
    row = await shipping.find_config(read)
    if row is None:
        return None
    return AggregatorStatus(
        api_key_configured=row["api_key"] is not None,
        active=row["active"],
        enabled_couriers=list(row["enabled_couriers"]),
    )
