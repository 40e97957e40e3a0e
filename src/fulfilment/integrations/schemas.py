"""Records of the integration status, and the providers that report it (specification, Integration status).

Payments and storefront register their status functions when the process is composed (app.py). The defaults report that
the integration is missing.
"""

from collections.abc import Awaitable, Callable

import msgspec

from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import ApiModel, Timestamp


class IdentityStatus(ApiModel):
    """Status of authentication by the identity provider and by API keys."""

    connected: bool
    """Always true: the request itself was authenticated."""


class AggregatorStatus(ApiModel):
    """Status of the courier aggregator."""

    api_key_configured: bool
    """True if the workspace has stored an aggregator key of its own; without one, the platform's key is used."""
    active: bool
    """True while shipping is enabled. While it is not, there are no rates and no bookings."""
    enabled_couriers: list[str]
    """The codes of the couriers that the workspace has chosen. Empty means every courier that needs no coordinates."""


class PartnerKeyStatus(ApiModel):
    """Status of the key that a connection needs."""

    configured: bool
    """True if there is such a key now."""


class PaymentsStatus(ApiModel):
    """Status of the payment provider, which charges for plans and credit."""

    webhook_secret_set: bool
    """True if the operator has set the secret that verifies the provider's events."""
    partner_key: PartnerKeyStatus
    """The platform's own key at the payment provider."""
    last_event_at: Timestamp | None
    """When the provider last reported something about the workspace; null if it never did."""
    # The automatic camel case would give another name than the specification.
    event_count_30d: int = msgspec.field(default=0, name="eventCount30d")
    """Always 0, for now."""


class StorefrontStatus(ApiModel):
    """Status of the workspace's connection to its partner's storefront."""

    webhook_secret_set: bool
    """True if the storefront has a secret with which it signs its events for the workspace."""
    partner_key: PartnerKeyStatus
    """The platform key of the partner that provisioned the workspace."""
    mirrored_product_count: int
    """How many products were mirrored from the storefront, including archived ones."""
    last_sync_at: Timestamp | None
    """When a product was last mirrored; null if none was."""


class IntegrationStatus(ApiModel):
    """The current integrations of the workspace."""

    identity: IdentityStatus
    """Authentication of users and API keys."""
    aggregator: AggregatorStatus | None
    """The courier aggregator; null until the workspace has set an origin or a configuration."""
    payments: PaymentsStatus
    """The payment provider. Plans and credit are bought through it."""
    storefront: StorefrontStatus
    """The partner's storefront, from which products are mirrored."""


async def get_missing_payments_status(read: Read) -> PaymentsStatus:
    """The status without a payment provider: no secret can be set, and no event can have arrived."""
    return PaymentsStatus(
        webhook_secret_set=False,
        partner_key=PartnerKeyStatus(configured=False),
        last_event_at=None,
    )


async def get_missing_storefront_status(read: Read) -> StorefrontStatus:
    """The status without a storefront: no product can have been mirrored."""
    return StorefrontStatus(
        webhook_secret_set=False,
        partner_key=PartnerKeyStatus(configured=False),
        mirrored_product_count=0,
        last_sync_at=None,
    )


class StatusProviders(msgspec.Struct, frozen=True):
    """Status functions of the integrations. Each runs on every call, in the workspace that is shown."""

    payments: Callable[[Read], Awaitable[PaymentsStatus]] = get_missing_payments_status
    storefront: Callable[[Read], Awaitable[StorefrontStatus]] = get_missing_storefront_status
