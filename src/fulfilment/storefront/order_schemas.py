"""Request and response records of a storefront's checkouts and orders (decisions, section 9)."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from fulfilment.infra.models import (
    ApiModel,
    Code,
    CommandModel,
    Count,
    Email,
    Name200,
    PageQuery,
    Positive,
    Short,
    Timestamp,
)
from fulfilment.shipments.schemas import CourierType
from fulfilment.shipping.schemas import MAX_ITEMS, Destination

OrderStatus = Literal["open", "fulfilled", "partly_fulfilled", "failed", "expired"]
LineStatus = Literal["waiting", "fulfilled", "failed"]
ProductType = Literal["physical", "digital", "license"]


class StorefrontShipping(CommandModel):
    """The shipping service that the buyer chose and paid for.

    `insured` defaults to true where there is a premium, and to false otherwise.
    """

    courier_code: Code
    """The courier, from a rate or the catalogue."""
    courier_service_code: Code
    """The courier's service, from a rate or the catalogue."""
    courier_type: CourierType
    """How fast the service is, as the rate says."""
    price: Count
    """The shipping price that the buyer paid, without the premium, in minor units; it becomes the shipment's `price`.
    """
    insurance: Count | None = 0
    """The insurance premium in minor units."""
    insured: bool | None = None
    """True if the courier is to insure the parcel; left out: true where `insurance` is above 0."""


class CheckoutCustomer(CommandModel):
    """The buyer, under the storefront's own id."""

    id: Code
    email: Email | None = None
    name: Short | None = None
    phone: Short | None = None


class CheckoutLine(CommandModel):
    """A quantity of one variant, or of a product's default variant.

    Products and variants are named by the storefront's references or by our ids. `name`, `value` and `weight` describe
    one piece on the parcel; a field that is left out is taken from the catalog.
    """

    ref: Code
    quantity: Positive
    product_ref: Code | None = None
    variant_ref: Code | None = None
    product_id: Code | None = None
    variant_id: Code | None = None
    name: Name200 | None = None
    value: Count | None = None
    weight: Positive | None = None


CheckoutLines = Annotated[list[CheckoutLine], Meta(min_length=1, max_length=MAX_ITEMS)]


class CheckoutCreated(CommandModel):
    """Data of `checkout.created`: a buyer is about to pay for these lines."""

    checkout_session_id: Code
    lines: CheckoutLines


class CheckoutPaid(CommandModel):
    """Data of `checkout.paid`: these lines are paid for. `externalRef` is the storefront's order number."""

    checkout_session_id: Code
    lines: CheckoutLines
    customer: CheckoutCustomer
    external_ref: Code | None = None
    destination: Destination | None = None
    shipping: StorefrontShipping | None = None


class CheckoutExpired(CommandModel):
    """Data of `checkout.expired`: the checkout ended without a payment."""

    checkout_session_id: Code


class StorefrontLineError(ApiModel):
    """The reason why a line is not fulfilled yet, as the error of a request."""

    code: str
    """The machine code that a request would have been refused with, such as `STOCK_INSUFFICIENT`."""
    message: str
    """The problem in words."""
    field: str | None
    """The part of the order at fault (`lines.0.productRef`, `shipping.courierCode`), else null."""


class StorefrontOrderLine(ApiModel):
    """One line and its outcome: part of a shipment, a delivery, or a license for each piece."""

    ref: str
    """The storefront's own id of the line, unique in the order."""
    status: LineStatus
    """`waiting` until the order is paid, then `fulfilled`, or `failed` until a retry succeeds."""
    type: ProductType | None
    """The product's type, which decides how the line is fulfilled; null while the product is unknown."""
    product_id: str | None
    """The product of the line (`prod_…`); null while it is unknown."""
    variant_id: str | None
    """The variant of the line (`var_…`); null while it is unknown."""
    product_ref: str | None
    """The storefront's own id of the product; null where the line has none."""
    variant_ref: str | None
    """The storefront's own id of the variant; null where the line has none."""
    quantity: int
    """The number of pieces bought. A digital line is one delivery, whatever the quantity."""
    name: str | None
    """The storefront's name of one piece on the parcel; null: the catalog's name."""
    value: int | None
    """The storefront's value of one piece, in minor units; null: the variant's price, else 0."""
    weight: int | None
    """The storefront's weight of one piece, in grams; null: the catalog's weight."""
    shipment_id: str | None
    """The shipment of a physical line (`ship_…`); null until there is one."""
    delivery_id: str | None
    """The delivery of a digital line (`dlv_…`); null until there is one."""
    license_ids: list[str]
    """The licenses of a license line (`lic_…`), one for each piece; empty until there are any."""
    error: StorefrontLineError | None
    """The error of the last attempt; null unless the line is `failed`."""


class StorefrontOrder(ApiModel):
    """A checkout of a partner's storefront, and its fulfilment once it is paid."""

    id: str
    """The order's id (`ord_…`)."""
    account_id: str
    checkout_session_id: str
    """The storefront's own id of the checkout; each checkout is one order."""
    status: OrderStatus
    """`open` until it is paid, or `expired` where it was not paid in time. Once paid, the outcomes of its lines decide:
    `fulfilled`, `partly_fulfilled` or `failed`.
    """
    external_source: str
    """The partner that runs the storefront."""
    external_ref: str | None
    """The storefront's order number; null where it has none, and until the order is paid."""
    customer: dict[str, Any] | None
    """The buyer, as sent by the storefront: `id`, `email`, `name`, `phone`. Null until it is paid."""
    destination: dict[str, Any] | None
    """The parcel's destination, from the storefront or the last retry, with the fields of `Destination`; null where
    neither has given one.
    """
    shipping: dict[str, Any] | None
    """The courier's service that the buyer chose, from the storefront or the last retry. It has the fields of
    `StorefrontShipping`; null where neither has given one.
    """
    lines: list[StorefrontOrderLine]
    """The lines bought, 1 to 200; empty where a checkout ended before any line was sent."""
    expires_at: Timestamp
    """When an unpaid order expires and its reserved stock is released: 60 minutes after the storefront's last report.
    """
    paid_at: Timestamp | None
    """When the payment was reported; null until then."""
    created_at: Timestamp
    updated_at: Timestamp


class StorefrontOrderReply(ApiModel):
    """One order."""

    order: StorefrontOrder
    """The order as it is now."""


class StorefrontOrders(ApiModel):
    """A page of orders."""

    orders: list[StorefrontOrder]
    """The orders of the page, newest first, with their lines."""


class OrderQuery(PageQuery, rename="camel"):
    """Page and filter of the list of orders."""

    status: OrderStatus | None = None
    """Only orders that have this status now."""


class StorefrontOrderRetry(CommandModel):
    """Corrections to the storefront's data; a field that is left out keeps its value."""

    shipping: StorefrontShipping | None = None
    """Replaces the shipping service that the storefront sent."""
    destination: Destination | None = None
    """Replaces the destination that the storefront sent, as a whole."""
