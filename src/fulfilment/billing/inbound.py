"""Events of the payment provider coming in (decisions, section 9).

What is posted is a hint that is signed: what it names is fetched again before anything of it is believed, in the
workspace that our own row of it names. Where that cannot be done the answer is an error, so that it is sent again, and
nothing of it is remembered.
"""

import asyncpg

from fulfilment.billing import checkouts, invoices, subscriptions
from fulfilment.credits import reversals
from fulfilment.infra.api.errors import ApiError, IntegrationError, IntegrationTimeout, NotConfigured
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.transaction import System
from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.models import ApiModel
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.payments import events, port, queries
from fulfilment.payments.events import EventReceipt
from fulfilment.payments.port import PaymentProvider, ProviderEvent
from fulfilment.payments.provider import Payments, require_provider

SIGNATURE_HEADER = "stripe-signature"
# Of a subscription or an invoice the workspace is known once it was fetched.
_UNKNOWN_ACCOUNT = ""


class MissingEventSignature(ApiError):
    """Nobody says that the event is the payment provider's."""

    status, code, message = 401, "AUTH_REQUIRED", "The event is not signed."


class BadEventSignature(ApiError):
    """None of the endpoint's secrets signed the event lately, or what was signed is no event."""

    status, code, message = 401, "BAD_SIGNATURE", "The event is not the payment provider's."


class EventSignatureCheck:
    """What a process asks of an event before its body is read. What fails its signature counts against its address."""

    async def expect(self, request: Request) -> None:
        """Raises MissingEventSignature."""
        if request.header(SIGNATURE_HEADER) is None:
            raise MissingEventSignature


async def receive_event(public: Public, payments: Payments) -> bool:
    """Take one event; whether it was anything that we know, and was applied by this. Raises the refusals of signatures,
    and IntegrationError where what it names cannot be fetched.
    """
    provider = payments.provider
    if provider is None:
        raise NotConfigured("No payment provider is configured.")
    event = _parse_event(public, provider, payments.webhook_secrets)
    if event.object_type is None or event.object_id is None or await events.is_applied(public, event):
        return False
    receipt = EventReceipt(event)
    try:
        await _apply(public, payments, event.object_id, receipt)
    except port.ProviderObjectNotFound:
        # Another account's, or gone: nothing of ours.
        return False
    except port.PaymentsError as problem:
        is_timeout = isinstance(problem, port.ProviderOutcomeUnknown) or problem.timed_out
        raise (IntegrationTimeout if is_timeout else IntegrationError)(problem.message) from None
    return receipt.is_applied


def _parse_event(public: Public, provider: PaymentProvider, secrets: list[str]) -> ProviderEvent:
    """The event, once the signature over the very bytes proved right."""
    signature = public.request.header(SIGNATURE_HEADER) or ""
    try:
        return provider.parse_event(public.request.body, signature, secrets)
    except port.BadEvent as problem:
        raise BadEventSignature(problem.message) from None


async def _apply(public: Public, payments: Payments, object_id: str, receipt: EventReceipt) -> None:
    match receipt.event.object_type:
        case "session":
            row = await public.fetch_optional(queries.FIND_ANY_BY_SESSION, object_id)
            if row is not None:
                await checkouts.sync_checkout(_operation_for(public, row), payments, row["id"], receipt)
        case "payment":
            await _apply_payment(public, payments, object_id, receipt)
        case "subscription":
            await subscriptions.sync_subscription(
                public.start_operation(System(_UNKNOWN_ACCOUNT)), payments, object_id, receipt
            )
        case _:
            await invoices.sync_invoice(public.start_operation(System(_UNKNOWN_ACCOUNT)), payments, object_id, receipt)


async def _apply_payment(public: Public, payments: Payments, payment_id: str, receipt: EventReceipt) -> None:
    """A payment may be heard of before the page that it was made on: the page comes first then."""
    row = await public.fetch_optional(queries.FIND_ANY_BY_PAYMENT, payment_id)
    if row is None:
        payment = await require_provider(payments).retrieve_payment(payment_id)
        row = await public.fetch_optional(queries.FIND_ANY, payment.reference)
    if row is None:
        return
    operation = _operation_for(public, row)
    if row["state"] != "paid":
        await checkouts.sync_checkout(operation, payments, row["id"])
    await reversals.sync_payment(operation, payments, payment_id, receipt)


def _operation_for(public: Public, row: asyncpg.Record) -> ExternalOperation:
    """In the workspace of our own row, whose share of the connections it takes from now on."""
    fair_semaphore.current_tenant.set(row["account_id"])
    return public.start_operation(System(row["account_id"]))


route = Routes("Billing")

EVENT_BODY_BYTES = 262_144


class PaymentEventReply(ApiModel):
    """What an event of the payment provider came to."""

    applied: bool
    """Whether it told of something that is ours, and had not been applied before."""


@route.post(
    "/inbound/payments",
    sdk_method="inbound.receive_payment_event",
    verifier=EventSignatureCheck,
    max_body_bytes=EVENT_BODY_BYTES,
    raises=(BadEventSignature, IntegrationError, NotConfigured),
)
async def receive_payment_event(public: Public, payments: Payments) -> PaymentEventReply:
    """Take one event of the payment provider, signed by it."""
    return PaymentEventReply(applied=await receive_event(public, payments))
