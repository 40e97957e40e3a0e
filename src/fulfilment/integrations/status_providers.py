"""The port through which a payment provider and a storefront say how they are connected.

Whoever brings one puts its own answer into the place of these when the process is put together (app.py). Where nobody
does, the service has no such thing, and these say so.
"""

from collections.abc import Awaitable, Callable

import msgspec

from fulfilment.infra.database.transaction import Read
from fulfilment.integrations.schemas import PartnerKeyStatus, PaymentsStatus, StorefrontStatus


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
