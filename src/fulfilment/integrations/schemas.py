"""Records of the integration status, and the port that reports it (specification, Integration status).

A payment provider or a storefront registers its own status when the process is composed (app.py). The defaults say that
the service has none.
"""

from collections.abc import Awaitable, Callable

import msgspec

from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import ApiModel, Timestamp


class IdentityStatus(ApiModel):
    """Whether people and keys can prove who they are."""

    connected: bool
    """Always true: whoever asks has proved who they are."""


class AggregatorStatus(ApiModel):
    """How couriers are booked."""

    api_key_configured: bool
    """Whether the workspace's own key of the aggregator is on file; without one, the platform's is used."""
    active: bool
    """Whether shipping is switched on; while it is not, there are no rates and no bookings."""
    enabled_couriers: list[str]
    """The codes of the couriers that the workspace has chosen; empty where it has chosen none, which means every
    courier that needs no coordinates.
    """


class PartnerKeyStatus(ApiModel):
    """Whether a key that the connection needs is there."""

    configured: bool
    """Whether there is such a key now."""


class PaymentsStatus(ApiModel):
    """How plans and credit are paid for."""

    webhook_secret_set: bool
    """Whether the operator has set a secret by which the provider's events are known."""
    partner_key: PartnerKeyStatus
    """The service's own key at the payment provider."""
    last_event_at: Timestamp | None
    """When the provider last told of something of the workspace; null where it never did."""
    # Its name on the wire is not what the camels would make of it.
    event_count_30d: int = msgspec.field(default=0, name="eventCount30d")
    """Always 0, for now."""


class StorefrontStatus(ApiModel):
    """How the workspace is connected to its partner's storefront."""

    webhook_secret_set: bool
    """Whether the storefront has a secret to sign its events for the workspace with."""
    partner_key: PartnerKeyStatus
    """The platform key of the partner that provisioned the workspace."""
    mirrored_product_count: int
    """How many products were mirrored from the storefront, archived ones included."""
    last_sync_at: Timestamp | None
    """When a product was last mirrored; null where none ever was."""


class IntegrationStatus(ApiModel):
    """What the workspace is connected to, as it is at the moment."""

    identity: IdentityStatus
    """How the service knows who asks."""
    aggregator: AggregatorStatus | None
    """The courier aggregator; null until the workspace has set an origin or a configuration."""
    payments: PaymentsStatus
    """The payment provider. Plans and credit are bought through it."""
    storefront: StorefrontStatus
    """The partner's storefront, which products are mirrored from."""


async def get_missing_payments_status(read: Read) -> PaymentsStatus:
    """There is no payment provider: no secret can be set, and no event can have come."""
    return PaymentsStatus(
        webhook_secret_set=False,
        partner_key=PartnerKeyStatus(configured=False),
        last_event_at=None,
    )


async def get_missing_storefront_status(read: Read) -> StorefrontStatus:
    """There is no storefront: nothing can have been mirrored."""
    return StorefrontStatus(
        webhook_secret_set=False,
        partner_key=PartnerKeyStatus(configured=False),
        mirrored_product_count=0,
        last_sync_at=None,
    )


class StatusProviders(msgspec.Struct, frozen=True):
    """Each is asked in the workspace whose status is wanted, on every call."""

    payments: Callable[[Read], Awaitable[PaymentsStatus]] = get_missing_payments_status
    storefront: Callable[[Read], Awaitable[StorefrontStatus]] = get_missing_storefront_status
