"""The HTTP edge of the payment provider's events (decisions, section 9)."""

from fulfilment.billing import inbound
from fulfilment.fields import Wire
from fulfilment.http.public import Public
from fulfilment.http.route import Routes
from fulfilment.payments.access import Payments

route = Routes("Billing")

EVENT_BODY_BYTES = 262_144


class PaymentEventReply(Wire):
    """What an event of the payment provider came to."""

    applied: bool
    """Whether it told of something that is ours, and had not been applied before."""


@route.post(
    "/inbound/payments",
    client="inbound.receive_payment_event",
    proof=inbound.EventProof,
    most_body_bytes=EVENT_BODY_BYTES,
)
async def receive_payment_event(public: Public, payments: Payments) -> PaymentEventReply:
    """Take one event of the payment provider, signed by it."""
    return PaymentEventReply(applied=await inbound.receive(public, payments))
