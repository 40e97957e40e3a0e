"""What the domains know of a payment provider (decisions, section 10): the records, the refusals, the calls.

Money is in our minor units: whole rupiah, and US cents. What the provider counts differently is its adapter's to
convert. Times are aware, in UTC.
"""

from datetime import datetime
from typing import Literal, Protocol

import msgspec

Currency = Literal["IDR", "USD"]
PaidPlan = Literal["starter", "growth", "scale"]
SubscriptionStatus = Literal["incomplete", "active", "past_due", "unpaid", "canceled"]
# What an event tells of, so that it can be fetched again.
EventObject = Literal["session", "subscription", "invoice", "payment"]


class PaymentsError(Exception):
    """Something stopped a call to the provider. Its message may be shown: it never carries a credential."""

    def __init__(self, message: str, *, timed_out: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.timed_out = timed_out


class ProviderRefused(PaymentsError):
    """The provider declined what was asked. Nothing was done."""


class ProviderObjectNotFound(ProviderRefused):
    """The provider knows no such object, under this account."""


class ProviderUnavailable(PaymentsError):
    """The provider could not be asked: it is away, does not accept the key, or has had too many requests.

    Nothing was done.
    """


class ProviderOutcomeUnknown(PaymentsError):
    """It may have been done, but no answer of ours says so: a time-out, a cut connection, any 5xx, nonsense.

    What creates or changes something is settled by sending it again under the same idempotency key.
    """


class BadEvent(PaymentsError):
    """A body that the provider did not sign, or signed too long ago, or that is no event."""


class CheckoutSession(msgspec.Struct, frozen=True):
    """A hosted checkout. `reference` is the id that we gave it; the amount is what it asks for altogether.

    `subscription_id` and `payment_id` are the provider's, and there once it is complete. `is_paid` is what decides:
    a complete one may wait for its money, and may never get it.
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
    """`reference` is our id of it. `ended_at` is set once it is over; `cancel_at` while it is to end."""

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
    """`subscription_reference` is our id of the subscription it is for; `receipt_url` is a page of the provider's."""

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
    """One payment and what was taken back of it: `refunded` by us, `disputed` by the buyer's bank.

    A dispute that was won, or only asked about without taking the money, counts nothing.
    """

    id: str
    reference: str | None
    currency: str
    amount: int
    refunded: int
    disputed: int


class ProviderEvent(msgspec.Struct, frozen=True):
    """A hint that something happened to an object, which is fetched before it is believed.

    `object_type` None: nothing that we know or need.
    """

    id: str
    type: str
    created_at: datetime
    object_type: EventObject | None = None
    object_id: str | None = None


class ProviderInvoicePage(msgspec.Struct, frozen=True):
    """A page of invoices, newest first; `has_more` older ones follow."""

    invoices: list[ProviderInvoice]
    has_more: bool


class CheckoutRequest(msgspec.Struct, frozen=True):
    """What a hosted checkout is opened for. `reference` is our id of it, and its idempotency key.

    Either `plan` is set, with the price and our id of the subscription that it begins, or `amount`, with what stands
    on the page.
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

    Those that create or change something are safe to repeat.
    """

    async def create_customer(self, account_id: str, reference: str) -> str:
        """The id of a new customer for the workspace; a repeat for the same checkout, our `reference`, is the same."""
        ...

    async def update_customer(self, customer_id: str, email: str | None, name: str | None) -> None:
        """Who receipts go to, as far as it is said; what is None stays as it is. Raises ProviderObjectNotFound."""

    async def create_session(self, checkout: CheckoutRequest) -> CheckoutSession:
        """Open the hosted page; a repeat of the same checkout answers the same one."""
        ...

    async def retrieve_session(self, session_id: str) -> CheckoutSession: ...

    async def expire_session(self, session_id: str) -> CheckoutSession:
        """Close a page that nobody has paid on. Raises ProviderRefused where that is no longer so."""
        ...

    async def retrieve_subscription(self, subscription_id: str) -> ProviderSubscription: ...

    async def cancel_at_period_end(self, subscription_id: str) -> ProviderSubscription: ...

    async def cancel_subscription(self, subscription_id: str, *, is_paid: bool) -> ProviderSubscription:
        """End it at once; of what is paid, the rest of the period is credited to the customer. Ended already: as it is.

        A provider that is not told otherwise credits what was only billed, too.
        """
        ...

    async def retrieve_invoice(self, invoice_id: str) -> ProviderInvoice: ...

    async def list_invoices(self, customer_id: str, limit: int, after: str | None = None) -> ProviderInvoicePage: ...

    async def retrieve_payment(self, payment_id: str) -> Payment: ...

    def parse_event(self, body: bytes, signature: str, secrets: list[str]) -> ProviderEvent:
        """The event in a signed body. Raises BadEvent unless one of the secrets signed it within 300 s."""
        ...
