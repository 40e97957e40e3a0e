"""The HTTP edge of storefronts (decisions, section 9)."""

from fulfilment.http.public import Public
from fulfilment.http.route import Routes
from fulfilment.shipping.aggregator_access import Aggregators
from fulfilment.storefront import inbound
from fulfilment.storefront.proof import Storefronts
from fulfilment.storefront.records import Addressed, StorefrontEventReply

route = Routes("Storefront")

MOST_BODY_BYTES = 262_144


@route.post(
    "/inbound/storefront", client="inbound.receive_storefront_event", proof=Storefronts, most_body_bytes=MOST_BODY_BYTES
)
async def receive_storefront_event(public: Public, query: Addressed, aggregators: Aggregators) -> StorefrontEventReply:
    """Take an event of a partner's storefront, signed with the storefront's secret as webhooks are."""
    # What the address says was read before the body was taken in (proof.py).
    return await inbound.receive(public, aggregators)
