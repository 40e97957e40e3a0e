"""What goes over the wire about a storefront's checkouts and orders (decisions, section 9)."""

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
    """The service that the buyer chose and paid for; `insured` is whether there is a premium, unless it is said."""

    courier_code: Code
    """The courier, from a rate or the catalogue."""
    courier_service_code: Code
    """The courier's service, from a rate or the catalogue."""
    courier_type: CourierType
    """How fast the service is, as the rate says."""
    price: Count
    """What the buyer paid for shipping without the premium, in minor units; it becomes the shipment's `price`."""
    insurance: Count | None = 0
    """The insurance premium in minor units."""
    insured: bool | None = None
    """Whether the courier is to insure the parcel; left out: true where `insurance` is above 0."""


class CheckoutCustomer(CommandModel):
    """Who bought it, under the storefront's own id."""

    id: Code
    email: Email | None = None
    name: Short | None = None
    phone: Short | None = None


class CheckoutLine(CommandModel):
    """So many pieces of one product: of a variant, or of the product's default one.

    Products and variants are named by the storefront's own references, or by our ids. `name`, `value` and `weight` are
    those of one piece on the parcel; what is left out is the catalog's.
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
    """Somebody is about to pay for these lines."""

    checkout_session_id: Code
    lines: CheckoutLines


class CheckoutPaid(CommandModel):
    """These lines are paid for. `externalRef` is the storefront's number of the order."""

    checkout_session_id: Code
    lines: CheckoutLines
    customer: CheckoutCustomer
    external_ref: Code | None = None
    destination: Destination | None = None
    shipping: StorefrontShipping | None = None


class CheckoutExpired(CommandModel):
    """Nobody will pay any more."""

    checkout_session_id: Code


class StorefrontLineError(ApiModel):
    """Why a line is not fulfilled yet, as a request would have been refused."""

    code: str
    """The machine code that a request would have been refused with, such as `STOCK_INSUFFICIENT`."""
    message: str
    """What is wrong, for people."""
    field: str | None
    """Where it lies in the order (`lines.0.productRef`, `shipping.courierCode`), else null."""


class StorefrontOrderLine(ApiModel):
    """One line, and what it became: part of a shipment, a delivery, or a license for each piece."""

    ref: str
    """The storefront's own id of the line, once in an order."""
    status: LineStatus
    """`waiting` until the order is paid, then `fulfilled`, or `failed` until a retry succeeds."""
    type: ProductType | None
    """The type of the product, which decides what becomes of the line; null while the product is unknown."""
    product_id: str | None
    """The product that is meant (`prod_…`); null while it is unknown."""
    variant_id: str | None
    """The variant that is meant (`var_…`); null while it is unknown."""
    product_ref: str | None
    """The storefront's own id of the product; null where it named none."""
    variant_ref: str | None
    """The storefront's own id of the variant; null where it named none."""
    quantity: int
    """How many pieces were bought. A digital line is one delivery, whatever this says."""
    name: str | None
    """What the storefront calls one piece on the parcel; null: the catalog's name."""
    value: int | None
    """What one piece is worth in minor units, as the storefront says; null: the variant's price, else 0."""
    weight: int | None
    """Grams of one piece, as the storefront says; null: the catalog's weight."""
    shipment_id: str | None
    """The shipment that a physical line went into (`ship_…`); null until then."""
    delivery_id: str | None
    """The delivery that a digital line became (`dlv_…`); null until then."""
    license_ids: list[str]
    """The licenses that a license line became (`lic_…`), one for each piece; empty until then."""
    error: StorefrontLineError | None
    """Why the line failed the last time; null unless it is `failed`."""


class StorefrontOrder(ApiModel):
    """A checkout of a partner's storefront; `open` until it is paid or `expired`, then by what became of its lines."""

    id: str
    """The order's id (`ord_…`)."""
    account_id: str
    checkout_session_id: str
    """The storefront's own id of the checkout, one order each."""
    status: OrderStatus
    """`open` until it is paid or its time is over (`expired`); once paid,
    `fulfilled`, `partly_fulfilled` or `failed`, by what became of its lines.
    """
    external_source: str
    """The partner whose storefront it is."""
    external_ref: str | None
    """The storefront's number of the order; null where it has none, and until it is paid."""
    customer: dict[str, Any] | None
    """Who bought it, as the storefront said: `id`, `email`, `name`, `phone`. Null until it is paid."""
    destination: dict[str, Any] | None
    """Where the parcel goes, as the storefront or the last retry
    said, with the fields of `Destination`; null where nobody said.
    """
    shipping: dict[str, Any] | None
    """The courier's service that the buyer chose, as the storefront or the last retry said, with the fields of
    `StorefrontShipping`; null where nobody said.
    """
    lines: list[StorefrontOrderLine]
    """What was bought, 1 to 200 lines; empty where a checkout ended before anything was said of it."""
    expires_at: Timestamp
    """Until when an unpaid order is waited for and its stock stays reserved: 60 minutes after it was last said."""
    paid_at: Timestamp | None
    """When the payment was heard of; null until then."""
    created_at: Timestamp
    updated_at: Timestamp


class StorefrontOrderReply(ApiModel):
    """One order."""

    order: StorefrontOrder
    """The order as it is now."""


class StorefrontOrders(ApiModel):
    """A page of orders."""

    orders: list[StorefrontOrder]
    """Newest first, with their lines."""


class OrderQuery(PageQuery, rename="camel"):
    """Which orders to list."""

    status: OrderStatus | None = None
    """Only orders that have this status now."""


class StorefrontOrderRetry(CommandModel):
    """What the storefront did not say, or said wrongly; what is left out stays as it was."""

    shipping: StorefrontShipping | None = None
    """Takes the place of the service that the storefront named."""
    destination: Destination | None = None
    """Takes the place of the destination that the storefront named, as a whole."""
