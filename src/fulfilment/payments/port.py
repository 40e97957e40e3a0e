"""Port to payment providers: their records, errors and calls (decisions, section 10).

Money is in our minor units: whole rupiah, and US cents. The adapter converts the provider's own units. Times are aware,
in UTC.
"""

from datetime import datetime
from typing import Literal, Protocol

import msgspec

Currency = Literal["IDR", "USD"]
PaidPlan = Literal["starter", "growth", "scale"]
SubscriptionStatus = Literal["incomplete", "active", "past_due", "unpaid", "canceled"]
# The kinds of objects that an event may refer to.
EventObject = Literal["session", "subscription", "invoice", "payment"]


class PaymentsError(Exception):
    """Failure of a call to the provider. Its message may be shown: it never contains a credential."""

    def __init__(self, message: str, *, timed_out: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.timed_out = timed_out


class ProviderRefused(PaymentsError):
    """The provider refused the request. Nothing was done."""


class ProviderObjectNotFound(ProviderRefused):
    """The provider's account has no such object."""


class ProviderUnavailable(PaymentsError):
    """The provider could not process the request: it is unreachable, rejects the key, or has had too many requests.

    Nothing was done.
    """


class ProviderOutcomeUnknown(PaymentsError):
    """The outcome is unknown: a time-out, a lost connection, any 5xx, or an invalid response.

    A call that creates or changes something is repeated with the same idempotency key.
    """


class BadEvent(PaymentsError):
    """The body has no recent signature of the provider, or is no event."""


class CheckoutSession(msgspec.Struct, frozen=True):
    """A hosted checkout page. `reference` is our id of it; `amount` is the total.

    `subscription_id` and `payment_id` are the provider's, and set once the session is complete. Only `is_paid` means
    that it was paid: a complete session may still wait for its payment, which may fail.
    """

    id: str
    reference: str | None
    mode: Literal["subscription", "payment"]
    status: Literal["open", "complete", "expired"]
    is_paid: bool
    url: str | None
    expires_at: datetime
    amount: int | None
    currency: str | None
    customer_id: str | None = None
    subscription_id: str | None = None
    payment_id: str | None = None


class ProviderSubscription(msgspec.Struct, frozen=True):
    """A subscription. `reference` is our id; `ended_at` is set after its end, `cancel_at` if an end is scheduled."""

    id: str
    reference: str | None
    customer_id: str
    status: SubscriptionStatus
    price_id: str
    currency: str
    current_period_start: datetime
    current_period_end: datetime
    cancel_at_period_end: bool
    cancel_at: datetime | None
    ended_at: datetime | None
    created_at: datetime


class ProviderInvoice(msgspec.Struct, frozen=True):
    """An invoice. `subscription_reference` is our id of its subscription; `receipt_url` is a page of the provider."""

    id: str
    customer_id: str
    subscription_id: str | None
    subscription_reference: str | None
    amount: int
    currency: str
    status: Literal["draft", "open", "paid", "void", "uncollectible"]
    paid_at: datetime | None
    receipt_url: str | None
    created_at: datetime


class Payment(msgspec.Struct, frozen=True):
    """A payment with its reversed amounts: `refunded` by us, `disputed` by the buyer's bank.

    A dispute that was won, or an inquiry that took no money, does not count.
    """

    id: str
    reference: str | None
    currency: str
    amount: int
    refunded: int
    disputed: int


class ProviderEvent(msgspec.Struct, frozen=True):
    """A webhook event: a hint that an object has changed. The object is fetched before anything is stored.

    `object_type` is None for objects that the service does not use.
    """

    id: str
    type: str
    created_at: datetime
    object_type: EventObject | None = None
    object_id: str | None = None


class ProviderInvoicePage(msgspec.Struct, frozen=True):
    """A page of invoices, newest first; `has_more` is True if older ones follow."""

    invoices: list[ProviderInvoice]
    has_more: bool


class CheckoutRequest(msgspec.Struct, frozen=True):
    """A request for a hosted checkout. `reference` is our id of it, and its idempotency key.

    Either `plan` is set, with the price and our id of the new subscription, or `amount` with the title on the page.
    """

    reference: str
    account_id: str
    customer_id: str
    currency: Currency
    success_url: str
    cancel_url: str
    plan: PaidPlan | None = None
    price_id: str | None = None
    subscription_reference: str | None = None
    amount: int | None = None
    title: str | None = None


class PaymentProvider(Protocol):
    """One account at a payment provider. Every call is bounded in time and raises PaymentsError.

    Calls that create or change something are safe to repeat.
    """

    async def create_customer(self, account_id: str, reference: str) -> str:
        """Create a customer for the workspace, and return its id. The same `reference` returns the same customer."""
        ...

    async def update_customer(self, customer_id: str, email: str | None, name: str | None) -> None:
        """Update the recipient of receipts; None leaves a field as it is. Raises ProviderObjectNotFound."""

    async def create_session(self, checkout: CheckoutRequest) -> CheckoutSession:
        """Open the hosted page. A repeat for the same checkout returns the same page."""
        ...

    async def retrieve_session(self, session_id: str) -> CheckoutSession: ...

    async def expire_session(self, session_id: str) -> CheckoutSession:
        """Expire an unpaid page. Raises ProviderRefused if it was paid or has expired."""
        ...

    async def retrieve_subscription(self, subscription_id: str) -> ProviderSubscription: ...

    async def cancel_at_period_end(self, subscription_id: str) -> ProviderSubscription: ...

    async def cancel_subscription(self, subscription_id: str, *, is_paid: bool) -> ProviderSubscription:
        """End a subscription at once; an ended one is returned as it is.

        The unused rest of a paid period is credited to the customer. Without `is_paid` a provider would also credit a
        period that was only billed.
        """
        ...

    async def retrieve_invoice(self, invoice_id: str) -> ProviderInvoice: ...

    async def list_invoices(self, customer_id: str, limit: int, after: str | None = None) -> ProviderInvoicePage: ...

    async def retrieve_payment(self, payment_id: str) -> Payment: ...

    def parse_event(self, body: bytes, signature: str, secrets: list[str]) -> ProviderEvent:
        """Verify and parse an event. Raises BadEvent unless one of the secrets signed the body within 300 s."""
        ...
