"""What a workspace is connected to, looked up whenever it is asked (specification, Integration status)."""

from fulfilment.db.tx import Read
from fulfilment.integrations.port import Connections
from fulfilment.integrations.records import AggregatorStatus, IdentityStatus, IntegrationStatus
from fulfilment.shipping import queries as shipping


async def tell(read: Read, connections: Connections) -> IntegrationStatus:
    """The status of each of the four; of a merchant's where a partner acts for one."""
    return IntegrationStatus(
        identity=IdentityStatus(connected=True),
        aggregator=await _aggregator(read),
        payments=await connections.payments(read),
        storefront=await connections.storefront(read),
    )


async def _aggregator(read: Read) -> AggregatorStatus | None:
    row = await shipping.find_config(read)
    if row is None:
        return None
    return AggregatorStatus(
        api_key_configured=row["api_key"] is not None,
        active=row["active"],
        enabled_couriers=list(row["enabled_couriers"]),
    )
