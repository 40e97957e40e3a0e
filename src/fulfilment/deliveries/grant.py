"""Granting a digital delivery (specification, Deliveries; decisions, section 7)."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from fulfilment import clock, ids
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
    delivery_id = ids.new("dlv")
    now = ids.moment_of(delivery_id)
    expires_at = min(given.expires_at or now + timedelta(days=DEFAULT_VALIDITY_DAYS), clock.LATEST_EXPIRY)
    announce_at = expiry.first_announcement(expires_at, now)
    limiting = places.limiting_plans(tx, limits.ORDERS)
    if places.is_limited(tx, limiting):
        # Its places are counted alone; so nothing is done in vain.
        tx.leave_convoy()
    row = await queries.grant(tx, delivery_id, given, expires_at, announce_at, now, limiting)
    _require_digital(row)
    if expires_at < clock.EARLIEST_EXPIRY:
        raise Validation("expiresAt must not be before 1970.", field="expiresAt")
    if row["id"] is None:
        raise Duplicate(field="checkoutSessionId")
    if row["is_limited"]:
        # Only then: whoever asks again for what there is hears so, however full the plan is.
        await places.require(tx, limits.ORDERS)
    delivery = shown(row, now)
    tx.count_spread("delivery", "granted", +1)
    tx.use(DELIVERY)
    events.tell_created(tx, delivery)
    return delivery


def _require_digital(row: Mapping[str, Any]) -> None:
    if row["product_type"] is None:
        raise NotFound("No such product.", field="productId")
    if row["product_type"] != "digital":
        raise Validation("Only digital products are delivered by download.", field="productId")
    if row["product_archived"]:
        raise Validation("This product is archived.", field="productId")
