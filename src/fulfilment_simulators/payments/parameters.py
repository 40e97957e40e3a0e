"""Parameters of each call. An unknown parameter is an error, as with Stripe."""

from typing import Annotated, Any, Literal

import msgspec

Metadata = dict[str, str] | str
Text = Annotated[str, msgspec.Meta(max_length=5_000)]
Amount = Annotated[int, msgspec.Meta(ge=1, le=99_999_999_999)]


class CallParameters(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Parameters that every call takes."""

    expand: list[str] = []


class TimeFilter(msgspec.Struct, forbid_unknown_fields=True):
    gt: int | None = None
    gte: int | None = None
    lt: int | None = None
    lte: int | None = None


class ListParameters(CallParameters, kw_only=True, forbid_unknown_fields=True):
    """A page, newest first."""

    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 10
    starting_after: str | None = None
    ending_before: str | None = None
    created: TimeFilter | int | None = None
    customer: str | None = None
    subscription: str | None = None
    payment_intent: str | None = None
    charge: str | None = None
    status: str | None = None
    email: str | None = None
    type: str | None = None
    types: list[str] = []
    active: bool | None = None


class CustomerParameters(CallParameters, kw_only=True, forbid_unknown_fields=True):
    email: Text | None = None
    name: Text | None = None
    description: Text | None = None
    phone: Text | None = None
    address: dict[str, str] | str | None = None
    preferred_locales: list[str] | None = None
    metadata: Metadata | None = None


class ProductData(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    name: Text
    description: Text | None = None
    metadata: Metadata | None = None


class Recurring(msgspec.Struct, forbid_unknown_fields=True):
    interval: Literal["month"]
    interval_count: Literal[1] = 1


class PriceData(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    currency: str
    unit_amount: Amount
    product_data: ProductData | None = None
    product: str | None = None
    recurring: Recurring | None = None


class LineItem(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    price: str | None = None
    price_data: PriceData | None = None
    quantity: Annotated[int, msgspec.Meta(ge=1, le=999_999)] = 1


class ForwardedData(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Values that are passed on to the subscription or the payment."""

    metadata: Metadata | None = None
    description: Text | None = None
    receipt_email: Text | None = None
    statement_descriptor: str | None = None
    statement_descriptor_suffix: str | None = None


class InvoiceData(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    metadata: Metadata | None = None
    description: Text | None = None
    footer: Text | None = None


class InvoiceCreation(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    enabled: bool
    invoice_data: InvoiceData = msgspec.field(default_factory=InvoiceData)


class SessionParameters(CallParameters, kw_only=True, forbid_unknown_fields=True):
    """Parameters of a checkout session. The mode `setup` is not simulated; fields of type `Any` are ignored."""

    mode: Literal["payment", "subscription"]
    success_url: Text
    line_items: Annotated[list[LineItem], msgspec.Meta(min_length=1, max_length=100)]
    cancel_url: Text | None = None
    customer: str | None = None
    customer_email: Text | None = None
    currency: str | None = None
    client_reference_id: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    metadata: Metadata | None = None
    subscription_data: ForwardedData | None = None
    payment_intent_data: ForwardedData | None = None
    invoice_creation: InvoiceCreation | None = None
    expires_at: int | None = None
    locale: str | None = None
    submit_type: Literal["auto", "book", "donate", "pay", "subscribe"] | None = None
    ui_mode: Literal["hosted_page"] = "hosted_page"
    payment_method_types: Any = None
    adaptive_pricing: Any = None
    allow_promotion_codes: bool | None = None
    automatic_tax: Any = None
    billing_address_collection: Any = None
    custom_text: Any = None
    customer_creation: Any = None
    customer_update: Any = None
    payment_method_collection: Any = None
    saved_payment_method_options: Any = None
    tax_id_collection: Any = None


class SubscriptionParameters(CallParameters, kw_only=True, forbid_unknown_fields=True):
    cancel_at_period_end: bool | None = None
    metadata: Metadata | None = None
    description: Text | None = None
    cancellation_details: dict[str, str] | None = None
    proration_behavior: Literal["create_prorations", "none", "always_invoice"] | None = None


class CancelParameters(CallParameters, kw_only=True, forbid_unknown_fields=True):
    """Parameters of the immediate cancellation of a subscription."""

    prorate: bool = False
    invoice_now: bool = False
    cancellation_details: dict[str, str] | None = None


class RefundParameters(CallParameters, kw_only=True, forbid_unknown_fields=True):
    payment_intent: str | None = None
    charge: str | None = None
    amount: Amount | None = None
    reason: Literal["duplicate", "fraudulent", "requested_by_customer"] | None = None
    metadata: Metadata | None = None
