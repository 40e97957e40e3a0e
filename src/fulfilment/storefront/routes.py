"""Routes of storefronts: inbound events, and the integration status (decisions, section 9)."""

from fulfilment.catalog.variants import SkuTaken
from fulfilment.deliveries.lifecycle import DuplicateDelivery
from fulfilment.infra.api.errors import IntegrationError, NotConfigured, NotFound, UnsupportedMediaType
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.principal import WorkspaceSuspended
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.auth.request_signing import BadSignature, ClockSkew
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import format_timestamp
from fulfilment.integrations.schemas import PartnerKeyStatus, StorefrontStatus
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

# Each part is one look-up, however many products there are; the count sums a few rows.
STATUS = sql(
    "storefront.status",
    """
    SELECT a.partner, s.id IS NOT NULL AND p.ended_at IS NULL AS has_secret,
           (SELECT coalesce(sum(count), 0)::bigint FROM sharded_counters
             WHERE account_id = $1 AND noun = 'mirrored_product') AS mirrored,
           (SELECT synced_at FROM mirrored_products WHERE account_id = $1 ORDER BY synced_at DESC LIMIT 1) AS synced_at
      FROM accounts a
      LEFT JOIN storefronts s ON s.account_id = a.id AND s.account_id = $1
      LEFT JOIN partners p ON p.name = a.partner
     WHERE a.id = $1
    """,
)

# The partner's keys belong to a workspace of its own.
HAS_PLATFORM_KEY = sql(
    "storefront.unscoped_has_platform_key",
    """
    SELECT key_id FROM api_keys
     WHERE partner = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) LIMIT 1
    """,
)


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
    """Receive an event of a partner's storefront, signed with the storefront's secret like a webhook."""
    # The verifier has read the query already, before the body (signature_auth.py).
    return await inbound.receive_event(public, aggregators)


async def get_status(read: Read) -> StorefrontStatus:
    """The storefront's status. `mirroredProductCount` includes archived products, which are still mirrored."""
    row = await read.fetch_one(STATUS)
    keys = [] if row["partner"] is None else await read.fetch_unscoped(HAS_PLATFORM_KEY, row["partner"])
    return StorefrontStatus(
        webhook_secret_set=row["has_secret"],
        partner_key=PartnerKeyStatus(configured=bool(keys)),
        mirrored_product_count=row["mirrored"],
        last_sync_at=format_timestamp(row["synced_at"]),
    )
