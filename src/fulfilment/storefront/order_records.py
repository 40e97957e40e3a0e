"""What goes over the wire about a storefront's checkouts and orders (decisions, section 9)."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from fulfilment.fields import Act, Code, Count, Email, Name200, PageQuery, Positive, Short, Timestamp, Wire
from fulfilment.shipments.records import CourierType
from fulfilment.shipping.records import MAX_ITEMS, Destination

OrderStatus = Literal["open", "fulfilled", "partly_fulfilled", "failed", "expired"]
LineStatus = Literal["waiting", "fulfilled", "failed"]
ProductType = Literal["physical", "digital", "license"]


class StorefrontShipping(Act):
    """The service that the buyer chose and paid for; `insured` is whether there is a premium, unless it is said."""

    courier_code: Code
    courier_service_code: Code
    courier_type: CourierType
    price: Count
    insurance: Count | None = 0
    insured: bool | None = None


class Customer(Act):
    """Who bought it, under the storefront's own id."""

    id: Code
    email: Email | None = None
    name: Short | None = None
    phone: Short | None = None


class Line(Act):
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


Lines = Annotated[list[Line], Meta(min_length=1, max_length=MAX_ITEMS)]


class CheckoutCreated(Act):
    """Somebody is about to pay for these lines."""

    checkout_session_id: Code
    lines: Lines


class CheckoutPaid(Act):
    """These lines are paid for. `externalRef` is the storefront's number of the order."""

    checkout_session_id: Code
    lines: Lines
    customer: Customer
    external_ref: Code | None = None
    destination: Destination | None = None
    shipping: StorefrontShipping | None = None


class CheckoutExpired(Act):
    """Nobody will pay any more."""

    checkout_session_id: Code


class StorefrontLineError(Wire):
    """Why a line is not fulfilled yet, as a request would have been refused."""

    code: str
    message: str
    field: str | None


class StorefrontOrderLine(Wire):
    """One line, and what it became: part of a shipment, a delivery, or a license for each piece."""

    ref: str
    status: LineStatus
    type: ProductType | None
    product_id: str | None
    variant_id: str | None
    product_ref: str | None
    variant_ref: str | None
    quantity: int
    name: str | None
    value: int | None
    weight: int | None
    shipment_id: str | None
    delivery_id: str | None
    license_ids: list[str]
    error: StorefrontLineError | None


class StorefrontOrder(Wire):
    """A checkout of a partner's storefront; `open` until it is paid or `expired`, then by what became of its lines."""

    id: str
    account_id: str
    checkout_session_id: str
    status: OrderStatus
    external_source: str
    external_ref: str | None
    customer: dict[str, Any] | None
    destination: dict[str, Any] | None
    shipping: dict[str, Any] | None
    lines: list[StorefrontOrderLine]
    expires_at: Timestamp
    paid_at: Timestamp | None
    created_at: Timestamp
    updated_at: Timestamp


class StorefrontOrderReply(Wire):
    order: StorefrontOrder


class StorefrontOrders(Wire):
    orders: list[StorefrontOrder]


class OrderQuery(PageQuery, rename="camel"):
    status: OrderStatus | None = None


class StorefrontOrderRetry(Act):
    """What the storefront did not say, or said wrongly; what is left out stays as it was."""

    shipping: StorefrontShipping | None = None
    destination: Destination | None = None
