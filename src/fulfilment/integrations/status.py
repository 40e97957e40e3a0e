"""What a workspace is connected to, looked up whenever it is asked (specification, Integration status)."""

from fulfilment.infra.database.transaction import Read
from fulfilment.integrations.schemas import AggregatorStatus, IdentityStatus, IntegrationStatus
from fulfilment.integrations.status_providers import StatusProviders
from fulfilment.shipping import queries as shipping


async def get_status(read: Read, providers: StatusProviders) -> IntegrationStatus:
    """The status of each of the four; of a merchant's where a partner acts for one."""
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
