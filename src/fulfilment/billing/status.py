"""How the payment provider is connected (specification, Integration status)."""

from collections.abc import Awaitable, Callable

from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import format_timestamp
from fulfilment.integrations.schemas import PartnerKeyStatus, PaymentsStatus
from fulfilment.payments import queries
from fulfilment.payments.provider import Payments


def build_status_provider(payments: Payments) -> Callable[[Read], Awaitable[PaymentsStatus]]:
    """Who tells it of a workspace."""

    async def get_status(read: Read) -> PaymentsStatus:
        return PaymentsStatus(
            webhook_secret_set=bool(payments.webhook_secrets),
            partner_key=PartnerKeyStatus(configured=payments.is_configured),
            last_event_at=format_timestamp(await queries.find_last_event(read)),
        )

    return get_status
