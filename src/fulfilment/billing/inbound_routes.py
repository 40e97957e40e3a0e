"""The HTTP edge of the payment provider's events (decisions, section 9)."""

from fulfilment.billing import inbound
from fulfilment.infra.api.errors import IntegrationError, NotConfigured
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.models import ApiModel
from fulfilment.payments.provider import Payments

route = Routes("Billing")

EVENT_BODY_BYTES = 262_144


class PaymentEventReply(ApiModel):
    """What an event of the payment provider came to."""

    applied: bool
    """Whether it told of something that is ours, and had not been applied before."""


@route.post(
    "/inbound/payments",
    sdk_method="inbound.receive_payment_event",
    verifier=inbound.EventSignatureCheck,
    max_body_bytes=EVENT_BODY_BYTES,
    raises=(inbound.BadEventSignature, IntegrationError, NotConfigured),
)
async def receive_payment_event(public: Public, payments: Payments) -> PaymentEventReply:
    """Take one event of the payment provider, signed by it."""
    return PaymentEventReply(applied=await inbound.receive_event(public, payments))
