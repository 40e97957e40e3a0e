"""The HTTP edge of storefronts (decisions, section 9)."""

from fulfilment.catalog.variants import SkuTaken
from fulfilment.deliveries.lifecycle import DuplicateDelivery
from fulfilment.infra.api.errors import IntegrationError, NotConfigured, NotFound, UnsupportedMediaType
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.principal import WorkspaceSuspended
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.auth.request_signing import BadSignature, ClockSkew
from fulfilment.licenses.lifecycle import LicenseKeyTaken
from fulfilment.quotas.limits import PlanLimitReached
from fulfilment.shipping.courier_clients import CourierClients
from fulfilment.stock.adjustment import NegativeStock
from fulfilment.stock.allocation import StockInsufficient
from fulfilment.storefront import inbound
from fulfilment.storefront.schemas import StorefrontEventQuery, StorefrontEventReply
from fulfilment.storefront.signature_auth import SignatureRequired, StorefrontPartnerEnded, StorefrontVerifier

route = Routes("Storefront")

MAX_BODY_BYTES = 262_144


@route.post(
    "/inbound/storefront",
    sdk_method="inbound.receive_storefront_event",
    verifier=StorefrontVerifier,
    max_body_bytes=MAX_BODY_BYTES,
    raises=(
        BadSignature,
        ClockSkew,
        DuplicateDelivery,
        IntegrationError,
        LicenseKeyTaken,
        NegativeStock,
        NotConfigured,
        NotFound,
        PlanLimitReached,
        SignatureRequired,
        SkuTaken,
        StockInsufficient,
        StorefrontPartnerEnded,
        UnsupportedMediaType,
        WorkspaceSuspended,
    ),
)
async def receive_storefront_event(
    public: Public, query: StorefrontEventQuery, aggregators: CourierClients
) -> StorefrontEventReply:
    """Take an event of a partner's storefront, signed with the storefront's secret as webhooks are."""
    # What the address says was read before the body was taken in (signature_auth.py).
    return await inbound.receive_event(public, aggregators)
