"""How the payment provider is connected (specification, Integration status)."""

from collections.abc import Awaitable, Callable

from fulfilment.db.tx import Read
from fulfilment.fields import stamp
from fulfilment.integrations.records import PartnerKeyStatus, PaymentsStatus
from fulfilment.payments import queries
from fulfilment.payments.access import Payments


def of(payments: Payments) -> Callable[[Read], Awaitable[PaymentsStatus]]:
    """Who tells it of a workspace."""

    async def tell(read: Read) -> PaymentsStatus:
        return PaymentsStatus(
            webhook_secret_set=bool(payments.webhook_secrets),
            partner_key=PartnerKeyStatus(configured=payments.is_configured),
            last_event_at=stamp(await queries.find_last_event(read)),
        )

    return tell
