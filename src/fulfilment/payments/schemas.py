"""What a hosted checkout is asked for, and what is answered (specification, Billing objects)."""

from typing import Literal

import msgspec

from fulfilment.infra.models import ApiModel
from fulfilment.payments.port import Currency, PaidPlan

Kind = Literal["plan", "credit"]
ReturnTo = Literal["console"]


class CheckoutOrder(msgspec.Struct, frozen=True, kw_only=True):
    """All that the provider is asked for. It is kept as it was: a repeat must ask for the same.

    A plan has its price's id, credit the title that stands on the page. The amount is in minor units; an empty `email`
    is one that nobody said.
    """

    kind: Kind
    amount: int
    currency: Currency
    email: str
    name: str | None
    success_url: str
    cancel_url: str
    plan: PaidPlan | None = None
    price_id: str | None = None
    title: str | None = None


class OpenedCheckout(ApiModel):
    """A page on which a person pays."""

    subscription_id: str | None
    """What the subscription will be called once it is paid (`sub_…`); null where credit is bought."""
    invoice_id: str | None
    """What the subscription's first invoice will be called (`inv_…`); null where credit is bought."""
    checkout_session_id: str
    """The payment provider's id of the page."""
    checkout_url: str
    """The page, for a browser; it closes by itself within a day."""
