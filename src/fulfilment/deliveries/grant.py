"""Granting a digital delivery (specification, Deliveries; decisions, section 7)."""

from datetime import timedelta

from fulfilment import clock, ids
from fulfilment.catalog import references
from fulfilment.db.tx import Tx
from fulfilment.deliveries import events, expiry, queries
from fulfilment.deliveries.records import Delivery, NewDelivery, shown
from fulfilment.http.errors import ApiError, NotFound, Validation
from fulfilment.usage import limits, places
from fulfilment.usage.queries import DELIVERY

DEFAULT_VALIDITY_DAYS = 14


class Duplicate(ApiError):
    """A checkout delivers a product once."""

    status, code, message = 409, "DUPLICATE", "This checkout has a delivery of the product already."


async def grant(tx: Tx, given: NewDelivery) -> Delivery:
    """Let a customer download a digital product. Raises NotFound, Validation, Duplicate, PlanLimit.

    An `expiresAt` in the past is taken as it is: such a delivery is expired from the start.
    """
    await _require_digital(tx, given.product_id)
    delivery_id = ids.new("dlv")
    now = ids.moment_of(delivery_id)
    expires_at = min(given.expires_at or now + timedelta(days=DEFAULT_VALIDITY_DAYS), clock.LATEST_EXPIRY)
    if expires_at < clock.EARLIEST_EXPIRY:
        raise Validation("expiresAt must not be before 1970.", field="expiresAt")
    row = await queries.insert(tx, delivery_id, given, expires_at, expiry.first_announcement(expires_at, now), now)
    if row is None:
        raise Duplicate(field="checkoutSessionId")
    # Only then: whoever asks again for what there is hears so, however full the plan is.
    await places.require(tx, limits.ORDERS)
    delivery = shown(row, now)
    tx.count_spread("delivery", "granted", +1)
    tx.use(DELIVERY)
    events.tell_created(tx, delivery)
    return delivery


async def _require_digital(tx: Tx, product_id: str) -> None:
    product = (await references.find_defaults(tx, [product_id])).get(product_id)
    if product is None:
        raise NotFound("No such product.", field="productId")
    if product["type"] != "digital":
        raise Validation("Only digital products are delivered by download.", field="productId")
    if product["archived"]:
        raise Validation("This product is archived.", field="productId")
