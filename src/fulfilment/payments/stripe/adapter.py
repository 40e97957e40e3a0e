"""The port over Stripe's API: which call stands for what, and what may be repeated (docs/decisions/0071)."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

import structlog

from fulfilment.payments.port import (
    Checkout,
    Event,
    Invoice,
    Invoices,
    NotFound,
    Outage,
    Payment,
    Refused,
    Session,
    Subscription,
    Unclear,
)
from fulfilment.payments.stripe import event, readings, requests, shapes

if TYPE_CHECKING:
    from fulfilment.payments.stripe.library import Call, Library

log = structlog.get_logger(__name__)
STRIPE_URL = "https://api.stripe.com"
MOST_INVOICES = 100
_MOST_DISPUTES = 100
_IDENTIFIER = re.compile(r"[A-Za-z0-9_-]{1,255}")
Shape = TypeVar("Shape")


class Stripe:
    """A `Provider` (see the port) for one key."""

    def __init__(self, url: str, key: str, timeout_seconds: float) -> None:
        self._url, self._key, self._timeout_seconds = url or STRIPE_URL, key, timeout_seconds
        # A process without a provider does without the HTTP client.
        from fulfilment.payments.stripe.wire import Wire

        self._wire = Wire(key, timeout_seconds)
        self._library: Library | None = None

    async def close(self) -> None:
        await self._wire.close()

    async def open_customer(self, account_id: str, reference: str) -> str:
        """Under the checkout's own key: a failure that Stripe remembers for a day shall not keep the next one away."""
        params, options = requests.customer(account_id), {"idempotency_key": f"customer_{reference}"}
        async with self._deadline():
            return (await self._ask(lambda v1: v1.customers.create_async(params, options), shapes.Customer)).id

    async def describe_customer(self, customer_id: str, email: str | None, name: str | None) -> None:
        customer, params = _identifier(customer_id, "customer"), requests.description(email, name)
        async with self._deadline():
            await self._ask(lambda v1: v1.customers.update_async(customer, params), shapes.Customer)

    async def open_checkout(self, checkout: Checkout) -> Session:
        """A repeat within a day answers as the first did, so what has become of the page is for `session` to say."""
        params, options = requests.checkout(checkout), {"idempotency_key": checkout.reference}
        async with self._deadline():
            found = await self._ask(lambda v1: v1.checkout.sessions.create_async(params, options), shapes.Session)
            return readings.session(_belonging(found, found.client_reference_id == checkout.reference))

    async def session(self, session_id: str) -> Session:
        session = _identifier(session_id, "checkout session")
        async with self._deadline():
            return await self._session(session, lambda v1: v1.checkout.sessions.retrieve_async(session))

    async def expire_session(self, session_id: str) -> Session:
        session = _identifier(session_id, "checkout session")
        async with self._deadline():
            return await self._session(session, lambda v1: v1.checkout.sessions.expire_async(session))

    async def subscription(self, subscription_id: str) -> Subscription:
        subscription = _identifier(subscription_id, "subscription")
        async with self._deadline():
            return await self._subscription(subscription, lambda v1: v1.subscriptions.retrieve_async(subscription))

    async def cancel_at_period_end(self, subscription_id: str) -> Subscription:
        subscription, params = _identifier(subscription_id, "subscription"), requests.ending_with_period()
        async with self._deadline():
            return await self._subscription(
                subscription, lambda v1: v1.subscriptions.update_async(subscription, params)
            )

    async def end_subscription(self, subscription_id: str, *, is_paid: bool) -> Subscription:
        subscription, params = _identifier(subscription_id, "subscription"), requests.ending_now(is_paid=is_paid)
        async with self._deadline():
            try:
                return await self._subscription(
                    subscription, lambda v1: v1.subscriptions.cancel_async(subscription, params)
                )
            except Refused:
                # One that has ended is not there to be ended, and still there to be looked at.
                found = await self._subscription(subscription, lambda v1: v1.subscriptions.retrieve_async(subscription))
                if found.status != "canceled":
                    raise
                return found

    async def invoice(self, invoice_id: str) -> Invoice:
        invoice = _identifier(invoice_id, "invoice")
        async with self._deadline():
            found = await self._ask(lambda v1: v1.invoices.retrieve_async(invoice), shapes.Invoice)
            return readings.invoice(_belonging(found, found.id == invoice))

    async def invoices(self, customer_id: str, limit: int, after: str | None = None) -> Invoices:
        """At most MOST_INVOICES of them; an answer of many is long, and takes long to read."""
        customer = _identifier(customer_id, "customer")
        params: dict[str, Any] = {"customer": customer, "limit": max(1, min(limit, MOST_INVOICES))}
        if after is not None:
            params["starting_after"] = _identifier(after, "invoice")
        async with self._deadline():
            found = await self._ask(lambda v1: v1.invoices.list_async(params), shapes.InvoiceList)
            _belonging(found, all(readings.id_of(each.customer) == customer for each in found.data))
            return Invoices([readings.invoice(each) for each in found.data], found.has_more)

    async def payment(self, payment_id: str) -> Payment:
        payment = _identifier(payment_id, "payment")
        params, filters = {"expand": ["latest_charge"]}, {"payment_intent": payment, "limit": _MOST_DISPUTES}
        async with self._deadline():
            found = await self._ask(lambda v1: v1.payment_intents.retrieve_async(payment, params), shapes.PaymentIntent)
            _belonging(found, found.id == payment)
            disputes = await self._ask(lambda v1: v1.disputes.list_async(filters), shapes.DisputeList)
            _belonging(disputes, all(readings.id_of(each.payment_intent) == payment for each in disputes.data))
            return readings.payment(found, disputes.data)

    def read_event(self, body: bytes, signature: str, secrets: list[str]) -> Event:
        return event.read(body, signature, secrets, time.time())

    async def _session(self, session: str, call: "Call") -> Session:
        found = await self._ask(call, shapes.Session)
        return readings.session(_belonging(found, found.id == session))

    async def _subscription(self, subscription: str, call: "Call") -> Subscription:
        found = await self._ask(call, shapes.Subscription)
        return readings.subscription(_belonging(found, found.id == subscription))

    async def _ask(self, call: "Call", shape: type[Shape]) -> Shape:
        if self._library is None:
            # In a thread, so that whoever else is served meanwhile does not wait for the import.
            self._library = await asyncio.to_thread(self._load)
        return readings.decoded(await self._library.ask(call), shape)

    def _load(self) -> "Library":
        return import_module("fulfilment.payments.stripe.library").Library(self._url, self._key, self._wire)

    @asynccontextmanager
    async def _deadline(self) -> AsyncIterator[None]:
        """The timeout covers all that one call of the port asks. Trouble leaves a line in the log."""
        try:
            async with asyncio.timeout(self._timeout_seconds):
                yield
        except TimeoutError:
            log.warning("payments_timed_out", timeout_seconds=self._timeout_seconds)
            raise Unclear("The payment provider did not answer in time.", timed_out=True) from None
        except (Outage, Unclear) as problem:
            log.warning("payments_failed", kind=type(problem).__name__, reason=problem.message)
            raise


def _belonging(found: Shape, is_what_was_asked: bool) -> Shape:
    """What was answered, unless it is another's."""
    if not is_what_was_asked:
        raise Unclear("The payment provider answered with something else than was asked for.")
    return found


def _identifier(value: str, what: str) -> str:
    """A part of a path. It may come from an event, so it is checked."""
    if not _IDENTIFIER.fullmatch(value):
        raise NotFound(f"There is no such {what}.")
    return value
