"""The port over Stripe's API: which call stands for what, and what may be repeated (docs/decisions/0071)."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

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
from fulfilment.payments.stripe.wire import Wire

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
        self._wire = Wire(key, timeout_seconds)
        self._library: Library | None = None

    async def close(self) -> None:
        await self._wire.close()

    async def open_customer(self, account_id: str) -> str:
        params, options = requests.customer(account_id), {"idempotency_key": f"customer_{account_id}"}
        async with self._deadline():
            return (await self._ask(lambda v1: v1.customers.create_async(params, options), shapes.Customer)).id

    async def describe_customer(self, customer_id: str, email: str, name: str | None) -> None:
        customer, params = _identifier(customer_id, "customer"), requests.description(email, name)
        async with self._deadline():
            await self._ask(lambda v1: v1.customers.update_async(customer, params), shapes.Customer)

    async def open_checkout(self, checkout: Checkout) -> Session:
        """A repeat within a day answers as the first did, so what has become of the page is for `session` to say."""
        params, options = requests.checkout(checkout), {"idempotency_key": checkout.reference}
        async with self._deadline():
            return readings.session(
                await self._ask(lambda v1: v1.checkout.sessions.create_async(params, options), shapes.Session)
            )

    async def session(self, session_id: str) -> Session:
        session = _identifier(session_id, "checkout session")
        async with self._deadline():
            return readings.session(
                await self._ask(lambda v1: v1.checkout.sessions.retrieve_async(session), shapes.Session)
            )

    async def expire_session(self, session_id: str) -> Session:
        session = _identifier(session_id, "checkout session")
        async with self._deadline():
            return readings.session(
                await self._ask(lambda v1: v1.checkout.sessions.expire_async(session), shapes.Session)
            )

    async def subscription(self, subscription_id: str) -> Subscription:
        async with self._deadline():
            return await self._subscription(_identifier(subscription_id, "subscription"))

    async def cancel_at_period_end(self, subscription_id: str) -> Subscription:
        subscription = _identifier(subscription_id, "subscription")
        async with self._deadline():
            return readings.subscription(
                await self._ask(
                    lambda v1: v1.subscriptions.update_async(subscription, {"cancel_at_period_end": True}),
                    shapes.Subscription,
                )
            )

    async def end_subscription(self, subscription_id: str) -> Subscription:
        subscription = _identifier(subscription_id, "subscription")
        async with self._deadline():
            try:
                return readings.subscription(
                    await self._ask(
                        lambda v1: v1.subscriptions.cancel_async(subscription, requests.ending()), shapes.Subscription
                    )
                )
            except Refused:
                # One that has ended is not there to be ended, and still there to be looked at.
                found = await self._subscription(subscription)
                if found.status != "canceled":
                    raise
                return found

    async def invoice(self, invoice_id: str) -> Invoice:
        invoice = _identifier(invoice_id, "invoice")
        async with self._deadline():
            return readings.invoice(await self._ask(lambda v1: v1.invoices.retrieve_async(invoice), shapes.Invoice))

    async def invoices(self, customer_id: str, limit: int, after: str | None = None) -> Invoices:
        """At most MOST_INVOICES of them; an answer of many is long, and takes long to read."""
        params = {"customer": _identifier(customer_id, "customer"), "limit": max(1, min(limit, MOST_INVOICES))}
        if after is not None:
            params["starting_after"] = _identifier(after, "invoice")
        async with self._deadline():
            found = await self._ask(lambda v1: v1.invoices.list_async(params), shapes.InvoiceList)
        return Invoices([readings.invoice(each) for each in found.data], found.has_more)

    async def payment(self, payment_id: str) -> Payment:
        payment = _identifier(payment_id, "payment")
        async with self._deadline():
            found = await self._ask(
                lambda v1: v1.payment_intents.retrieve_async(payment, {"expand": ["latest_charge"]}),
                shapes.PaymentIntent,
            )
            disputes = await self._ask(
                lambda v1: v1.disputes.list_async({"payment_intent": payment, "limit": _MOST_DISPUTES}),
                shapes.DisputeList,
            )
        return readings.payment(found, disputes.data)

    def read_event(self, body: bytes, signature: str, secrets: list[str]) -> Event:
        return event.read(body, signature, secrets)

    async def _subscription(self, subscription: str) -> Subscription:
        return readings.subscription(
            await self._ask(lambda v1: v1.subscriptions.retrieve_async(subscription), shapes.Subscription)
        )

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


def _identifier(value: str, what: str) -> str:
    """A part of a path. It may come from an event, so it is checked."""
    if not _IDENTIFIER.fullmatch(value):
        raise NotFound(f"There is no such {what}.")
    return value
