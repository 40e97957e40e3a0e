"""The order of a hosted checkout, and its reply in the API (specification, Billing objects)."""

from typing import Literal

import msgspec

from fulfilment.infra.models import ApiModel
from fulfilment.payments.port import Currency, PaidPlan

Kind = Literal["plan", "credit"]
ReturnTo = Literal["console"]


class CheckoutOrder(msgspec.Struct, frozen=True, kw_only=True):
    """The order of a hosted checkout. It is stored unchanged, since a repeat must send the same.

    A plan has the id of its price, credit has the title on the page. The amount is in minor units; an empty `email`
    means none.
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
    """A page of the payment provider on which the buyer pays."""

    subscription_id: str | None
    """The id that the subscription will have once it is paid (`sub_…`); null for credit."""
    invoice_id: str | None
    """The id that the subscription's first invoice will have (`inv_…`); null for credit."""
    checkout_session_id: str
    """The payment provider's id of the page."""
    checkout_url: str
    """The address of the page, for a browser; it expires within a day."""
