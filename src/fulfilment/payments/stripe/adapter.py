"""Stripe adapter: the calls of the port's methods, with their idempotency keys (docs/decisions/0011-payments.md)."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

import structlog

from fulfilment.infra import clock
from fulfilment.payments.port import (
    CheckoutRequest,
    CheckoutSession,
    Payment,
    ProviderEvent,
    ProviderInvoice,
    ProviderInvoicePage,
    ProviderObjectNotFound,
    ProviderOutcomeUnknown,
    ProviderRefused,
    ProviderSubscription,
    ProviderUnavailable,
)
from fulfilment.payments.stripe import event, mapping, requests, schemas

if TYPE_CHECKING:
    from stripe import RequestOptions
    from stripe.params import DisputeListParams, InvoiceListParams, PaymentIntentRetrieveParams

    from fulfilment.payments.stripe.transport import Call, StripeLibrary

log = structlog.get_logger(__name__)
STRIPE_URL = "https://api.stripe.com"
MAX_INVOICES = 100
_MAX_DISPUTES = 100
_IDENTIFIER = re.compile(r"[A-Za-z0-9_-]{1,255}")
Shape = TypeVar("Shape")


class Stripe:
    """A `PaymentProvider` (see the port) for one key."""

    def __init__(self, url: str, key: str, timeout_seconds: float) -> None:
        self._url, self._key, self._timeout_seconds = url or STRIPE_URL, key, timeout_seconds
        # Imported here, so that a process without a provider does not load the HTTP client.
        from fulfilment.payments.stripe.transport import StripeTransport

        self._transport = StripeTransport(key, timeout_seconds)
        self._library: StripeLibrary | None = None

    async def close(self) -> None:
        await self._transport.close()

    async def create_customer(self, account_id: str, reference: str) -> str:
        """The idempotency key is the checkout's: a failure that Stripe repeats for a day affects only this checkout."""
        params = requests.customer_params(account_id)
        options: RequestOptions = {"idempotency_key": f"customer_{reference}"}
        async with self._deadline():
            return (await self._send(lambda v1: v1.customers.create_async(params, options), schemas.StripeCustomer)).id

    async def update_customer(self, customer_id: str, email: str | None, name: str | None) -> None:
        customer, params = _validate_identifier(customer_id, "customer"), requests.description_params(email, name)
        async with self._deadline():
            await self._send(lambda v1: v1.customers.update_async(customer, params), schemas.StripeCustomer)

    async def create_session(self, checkout: CheckoutRequest) -> CheckoutSession:
        """A repeat within a day returns the first answer; use `retrieve_session` for the page's present state."""
        params = requests.session_params(checkout)
        options: RequestOptions = {"idempotency_key": checkout.reference}
        async with self._deadline():
            found = await self._send(
                lambda v1: v1.checkout.sessions.create_async(params, options), schemas.StripeSession
            )
            return mapping.to_session(_require_requested(found, found.client_reference_id == checkout.reference))

    async def retrieve_session(self, session_id: str) -> CheckoutSession:
        session = _validate_identifier(session_id, "checkout session")
        async with self._deadline():
            return await self._request_session(session, lambda v1: v1.checkout.sessions.retrieve_async(session))

    async def expire_session(self, session_id: str) -> CheckoutSession:
        session = _validate_identifier(session_id, "checkout session")
        async with self._deadline():
            return await self._request_session(session, lambda v1: v1.checkout.sessions.expire_async(session))

    async def retrieve_subscription(self, subscription_id: str) -> ProviderSubscription:
        subscription = _validate_identifier(subscription_id, "subscription")
        async with self._deadline():
            return await self._request_subscription(
                subscription, lambda v1: v1.subscriptions.retrieve_async(subscription)
            )

    async def cancel_at_period_end(self, subscription_id: str) -> ProviderSubscription:
        subscription, params = (
            _validate_identifier(subscription_id, "subscription"),
            requests.cancel_at_period_end_params(),
        )
        async with self._deadline():
            return await self._request_subscription(
                subscription, lambda v1: v1.subscriptions.update_async(subscription, params)
            )

    async def cancel_subscription(self, subscription_id: str, *, is_paid: bool) -> ProviderSubscription:
        subscription, params = (
            _validate_identifier(subscription_id, "subscription"),
            requests.cancel_now_params(is_paid=is_paid),
        )
        async with self._deadline():
            try:
                return await self._request_subscription(
                    subscription, lambda v1: v1.subscriptions.cancel_async(subscription, params)
                )
            except ProviderRefused:
                # Stripe refuses to cancel an ended subscription, but still returns it.
                found = await self._request_subscription(
                    subscription, lambda v1: v1.subscriptions.retrieve_async(subscription)
                )
                if found.status != "canceled":
                    raise
                return found

    async def retrieve_invoice(self, invoice_id: str) -> ProviderInvoice:
        invoice = _validate_identifier(invoice_id, "invoice")
        async with self._deadline():
            found = await self._send(lambda v1: v1.invoices.retrieve_async(invoice), schemas.StripeInvoice)
            return mapping.to_invoice(_require_requested(found, found.id == invoice))

    async def list_invoices(self, customer_id: str, limit: int, after: str | None = None) -> ProviderInvoicePage:
        """At most MAX_INVOICES a page, which bounds the size of the response and the time to decode it."""
        customer = _validate_identifier(customer_id, "customer")
        params: InvoiceListParams = {"customer": customer, "limit": max(1, min(limit, MAX_INVOICES))}
        if after is not None:
            params["starting_after"] = _validate_identifier(after, "invoice")
        async with self._deadline():
            found = await self._send(lambda v1: v1.invoices.list_async(params), schemas.InvoiceList)
            _require_requested(found, all(mapping.get_id(each.customer) == customer for each in found.data))
            return ProviderInvoicePage([mapping.to_invoice(each) for each in found.data], found.has_more)

    async def retrieve_payment(self, payment_id: str) -> Payment:
        payment = _validate_identifier(payment_id, "payment")
        params: PaymentIntentRetrieveParams = {"expand": ["latest_charge"]}
        filters: DisputeListParams = {"payment_intent": payment, "limit": _MAX_DISPUTES}
        async with self._deadline():
            found = await self._send(
                lambda v1: v1.payment_intents.retrieve_async(payment, params), schemas.PaymentIntent
            )
            _require_requested(found, found.id == payment)
            disputes = await self._send(lambda v1: v1.disputes.list_async(filters), schemas.DisputeList)
            _require_requested(disputes, all(mapping.get_id(each.payment_intent) == payment for each in disputes.data))
            return mapping.to_payment(found, disputes.data)

    def parse_event(self, body: bytes, signature: str, secrets: list[str]) -> ProviderEvent:
        return event.parse_event(body, signature, secrets, clock.epoch())

    async def _request_session(self, session: str, call: "Call") -> CheckoutSession:
        found = await self._send(call, schemas.StripeSession)
        return mapping.to_session(_require_requested(found, found.id == session))

    async def _request_subscription(self, subscription: str, call: "Call") -> ProviderSubscription:
        found = await self._send(call, schemas.StripeSubscription)
        return mapping.to_subscription(_require_requested(found, found.id == subscription))

    async def _send(self, call: "Call", shape: type[Shape]) -> Shape:
        if self._library is None:
            # In a thread, so that other requests do not wait for the import.
            self._library = await asyncio.to_thread(self._load)
        return mapping.decode_response(await self._library.send(call), shape)

    def _load(self) -> "StripeLibrary":
        return import_module("fulfilment.payments.stripe.transport").StripeLibrary(
            self._url, self._key, self._transport
        )

    @asynccontextmanager
    async def _deadline(self) -> AsyncIterator[None]:
        """The time limit of one call of the port, with all its requests. Failures are logged."""
        try:
            async with asyncio.timeout(self._timeout_seconds):
                yield
        except TimeoutError:
            log.warning("payments_timed_out", timeout_seconds=self._timeout_seconds)
            raise ProviderOutcomeUnknown("The payment provider did not answer in time.", timed_out=True) from None
        except (ProviderUnavailable, ProviderOutcomeUnknown) as problem:
            log.warning("payments_failed", kind=type(problem).__name__, reason=problem.message)
            raise


def _require_requested(found: Shape, is_requested: bool) -> Shape:
    """The response. Raises ProviderOutcomeUnknown if it is another object than requested."""
    if not is_requested:
        raise ProviderOutcomeUnknown("The payment provider answered with something else than was asked for.")
    return found


def _validate_identifier(value: str, noun: str) -> str:
    """Check an id before it becomes part of a path: it may come from an event."""
    if not _IDENTIFIER.fullmatch(value):
        raise ProviderObjectNotFound(f"There is no such {noun}.")
    return value
