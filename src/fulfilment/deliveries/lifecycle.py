"""Granting, extending and revoking a digital delivery (specification, Deliveries, States; decisions, section 7)."""

from datetime import timedelta

from fulfilment.deliveries import events, expiry, queries
from fulfilment.deliveries.schemas import Delivery, NewDelivery, to_api
from fulfilment.infra import clock, ids
from fulfilment.infra.api.errors import ApiError, NotFound, Validation
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import Row
from fulfilment.quotas import checks, limits
from fulfilment.quotas.queries import DELIVERY

EXTENSION = timedelta(days=30)


DEFAULT_VALIDITY_DAYS = 14


class DuplicateDelivery(ApiError):
    """A checkout delivers a product once."""

    status, code, message = 409, "DUPLICATE", "This checkout has a delivery of the product already."


def batch_key(delivery: NewDelivery, principal: Principal) -> tuple | None:
    """Grants at once are sorted as the index of duplicates has them. A limited plan counts each."""
    if checks.is_limited(principal, limits.ORDERS):
        return None
    return delivery.product_id, delivery.checkout_session_id


async def grant_delivery(tx: Tx, body: NewDelivery) -> Delivery:
    """Let a customer download a digital product. Raises NotFound, Validation, DuplicateDelivery, PlanLimitReached.

    An `expiresAt` in the past is taken as it is: such a delivery is expired from the start.
    """
    delivery_id = ids.new("dlv")
    now = ids.moment_of(delivery_id)
    expires_at = min(body.expires_at or now + timedelta(days=DEFAULT_VALIDITY_DAYS), clock.LATEST_EXPIRY)
    announce_at = expiry.first_announcement(expires_at, now)
    limiting = checks.list_limiting_plans(tx, limits.ORDERS)
    row = await queries.grant(tx, delivery_id, body, expires_at, announce_at, now, limiting)
    _require_digital(row)
    if expires_at < clock.EARLIEST_EXPIRY:
        raise Validation("expiresAt must not be before 1970.", field="expiresAt")
    if row["id"] is None:
        raise DuplicateDelivery(field="checkoutSessionId")
    if row["is_limited"]:
        # Only then: whoever asks again for what there is hears so, however full the plan is.
        await checks.require_quota(tx, limits.ORDERS)
    delivery = to_api(row, now)
    tx.add_to_sharded_counter("delivery", "granted", +1)
    tx.record_usage(DELIVERY)
    events.emit_created(tx, delivery)
    return delivery


def _require_digital(row: Row) -> None:
    if row["product_type"] is None:
        raise NotFound("No such product.", field="productId")
    if row["product_type"] != "digital":
        raise Validation("Only digital products are delivered by download.", field="productId")
    if row["product_archived"]:
        raise Validation("This product is archived.", field="productId")


async def extend_delivery(tx: Tx, id: str) -> Delivery:
    """30 days from the later of now and its expiry, revoked or not; both announcements come anew. Raises NotFound."""
    row, now = await expiry.lock_delivery(tx, id)
    expires_at = min(max(now, row["expires_at"]), clock.LATEST_EXPIRY - EXTENSION) + EXTENSION
    extended = await queries.update(
        tx,
        row,
        expires_at=expires_at,
        revoked_at=None,
        announce_at=expiry.first_announcement(expires_at, now),
        updated_at=now,
    )
    after = to_api(extended, now)
    events.emit_updated(tx, "extend", to_api(row, now), after)
    return after


async def revoke_delivery(tx: Tx, id: str) -> Delivery:
    """Take the right to download away; its expiry is told of no more. Again: unchanged. Raises NotFound."""
    row, now = await expiry.lock_delivery(tx, id)
    before = to_api(row, now)
    if before.status == "revoked":
        return before
    expires_at = min(now, row["expires_at"])
    revoked = await queries.update(tx, row, revoked_at=now, expires_at=expires_at, announce_at=None, updated_at=now)
    after = to_api(revoked, now)
    events.emit_updated(tx, "revoke", before, after)
    return after
