"""What goes over the wire about what a workspace is connected to (specification, Integration status)."""

import msgspec

from fulfilment.fields import Timestamp, Wire


class IdentityStatus(Wire):
    """Whoever asks has proved who they are, so it is connected."""

    connected: bool


class AggregatorStatus(Wire):
    """`apiKeyConfigured`: the workspace's own key is on file; nothing of it is shown, not even to the workspace."""

    api_key_configured: bool
    active: bool
    enabled_couriers: list[str]


class PartnerKeyStatus(Wire):
    configured: bool


class PaymentsStatus(Wire):
    webhook_secret_set: bool
    partner_key: PartnerKeyStatus
    last_event_at: Timestamp | None
    # Its name on the wire is not what the camels would make of it.
    event_count_30d: int = msgspec.field(default=0, name="eventCount30d")


class StorefrontStatus(Wire):
    webhook_secret_set: bool
    partner_key: PartnerKeyStatus
    mirrored_product_count: int
    last_sync_at: Timestamp | None


class IntegrationStatus(Wire):
    """`aggregator` is null until the workspace has set an origin or a configuration."""

    identity: IdentityStatus
    aggregator: AggregatorStatus | None
    payments: PaymentsStatus
    storefront: StorefrontStatus
