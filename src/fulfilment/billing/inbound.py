"""Webhook events received from the payment provider, and their endpoint (decisions, section 9).

An event is a signed hint: the object that it names is fetched from the provider before anything is stored. The
workspace is found by our own row of that object. If the fetch fails the response is an error and nothing is stored, so
that the provider sends the event again.
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
EVENT_BODY_BYTES = 262_144
# The workspace of a subscription or an invoice is known only after it was fetched.
_UNKNOWN_ACCOUNT = ""

route = Routes("Billing")


class MissingEventSignature(ApiError):
    """The event carries no signature."""

    status, code, message = 401, "AUTH_REQUIRED", "The event is not signed."


class BadEventSignature(ApiError):
    """No secret of the endpoint made a recent signature of the event, or the signed body is no event."""

    status, code, message = 401, "BAD_SIGNATURE", "The event is not the payment provider's."


class EventSignatureCheck:
    """Check of an event before its body is read. A failed signature counts against the client's address."""

    async def expect(self, request: Request) -> None:
        """Raise MissingEventSignature if the event has no signature."""
        if request.header(SIGNATURE_HEADER) is None:
            raise MissingEventSignature


class PaymentEventReply(ApiModel):
    """Result of an event of the payment provider."""

    applied: bool
    """True if the event concerned an object of this installation and had not been applied before."""


@route.post(
    "/inbound/payments",
    sdk_method="inbound.receive_payment_event",
    verifier=EventSignatureCheck,
    max_body_bytes=EVENT_BODY_BYTES,
    raises=(BadEventSignature, IntegrationError, NotConfigured),
)
async def receive_payment_event(public: Public, payments: Payments) -> PaymentEventReply:
    """Receive one signed event of the payment provider."""
    return PaymentEventReply(applied=await receive_event(public, payments))


async def receive_event(public: Public, payments: Payments) -> bool:
    """Apply one event. True if it names an object of ours and this call applied it.

    Raises BadEventSignature and NotConfigured, and IntegrationError if the object cannot be fetched.
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
        # The object belongs to another provider account, or was deleted.
        return False
    except port.PaymentsError as problem:
        is_timeout = isinstance(problem, port.ProviderOutcomeUnknown) or problem.timed_out
        raise (IntegrationTimeout if is_timeout else IntegrationError)(problem.message) from None
    return receipt.is_applied


def _parse_event(public: Public, provider: PaymentProvider, secrets: list[str]) -> ProviderEvent:
    """Verify the signature over the raw body, and parse the event. Raises BadEventSignature."""
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
    """Apply a payment. Its event may arrive before that of its page: then the page is applied first."""
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
    """An operation in the workspace of our row. From now on the request counts as that workspace's in the fair share
    of connections.
    """
    fair_semaphore.current_tenant.set(row["account_id"])
    return public.start_operation(System(row["account_id"]))
