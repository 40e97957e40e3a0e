"""Lifecycle of digital deliveries: granting, extending, revoking, expiring and counting downloads.

Specification, Deliveries and States; decisions, sections 7 and 8. One guarded statement counts a download, so that the
last download is counted once. `announce_at` is the time of the next event: 24 hours before the expiry, and at the
expiry. The worker changes it in the transaction that stores the event, so that each event is sent once.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

import asyncpg

from fulfilment.deliveries import events, queries
from fulfilment.deliveries.schemas import Delivery, NewDelivery, to_api
from fulfilment.infra import clock, ids
from fulfilment.infra.api.errors import ApiError, NotFound, Validation
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database import database_clock, outbox
from fulfilment.infra.database.batch_processor import MAX_FAILURES, BatchProcessor
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import Read, System, Tx
from fulfilment.infra.models import Row, format_timestamp
from fulfilment.infra.operations.idempotency import RETENTION_HOURS
from fulfilment.quotas import limits
from fulfilment.quotas.queries import DELIVERY

DEFAULT_VALIDITY_DAYS = 14
EXTENSION = timedelta(days=30)
EXPIRING_LEAD = timedelta(hours=24)
ANNOUNCE_INTERVAL_SECONDS = 5.0
BATCH_SIZE = 200

_DUE = BatchProcessor("deliveries", ("account_id", "id"), BATCH_SIZE)


class DuplicateDelivery(ApiError):
    """The checkout has a delivery of the product already."""

    status, code, message = 409, "DUPLICATE", "This checkout has a delivery of the product already."


class ExpiredDelivery(ApiError):
    """The delivery's time is over, or it was revoked."""

    status, code, message = 410, "EXPIRED", "This delivery has expired or was revoked."

    def __init__(self, expires_at: datetime, revoked_at: datetime | None) -> None:
        how, at = ("expired", expires_at) if revoked_at is None else ("was revoked", revoked_at)
        super().__init__(f"This delivery {how} at {format_timestamp(at)}.")


class DownloadLimitReached(ApiError):
    """All downloads of the delivery have been used."""

    status, code, message = 409, "DOWNLOAD_LIMIT", "Every download of this delivery has been used."

    def __init__(self, used: int, limit: int) -> None:
        super().__init__(f"{used} of {limit} downloads (maxDownloads) of this delivery have been used.")


def batch_key(delivery: NewDelivery, principal: Principal) -> tuple | None:
    """Batch key of a grant, in the order of the unique index. None under a limited plan, which counts each grant."""
    if limits.is_limited(principal, limits.ORDERS):
        return None
    return delivery.product_id, delivery.checkout_session_id


async def grant_delivery(tx: Tx, body: NewDelivery) -> Delivery:
    """Grant a customer downloads of a digital product.

    An `expiresAt` in the past is accepted: such a delivery is expired from the start. Raises NotFound, Validation,
    DuplicateDelivery and PlanLimitReached.
    """
    delivery_id = ids.new("dlv")
    now = ids.moment_of(delivery_id)
    expires_at = min(body.expires_at or now + timedelta(days=DEFAULT_VALIDITY_DAYS), clock.LATEST_EXPIRY)
    announce_at = first_announcement(expires_at, now)
    limiting = limits.list_limiting_plans(tx, limits.ORDERS)
    row = await queries.grant(tx, delivery_id, body, expires_at, announce_at, now, limiting)
    _require_digital(row)
    if expires_at < clock.EARLIEST_EXPIRY:
        raise Validation("expiresAt must not be before 1970.", field="expiresAt")
    if row["id"] is None:
        raise DuplicateDelivery(field="checkoutSessionId")
    if row["is_limited"]:
        # Checked last, so that a duplicate is reported as such even if the plan's limit is reached.
        await limits.require_quota(tx, limits.ORDERS)
    delivery = to_api(row, now)
    tx.add_to_sharded_counter("delivery", "granted", +1)
    tx.record_usage(DELIVERY)
    events.emit_created(tx, delivery)
    return delivery


async def extend_delivery(tx: Tx, id: str) -> Delivery:
    """Extend a delivery to 30 days after the later of now and its expiry, even if it was revoked. Raises NotFound.

    The events of its expiry are sent again.
    """
    row, now = await lock_delivery(tx, id)
    expires_at = min(max(now, row["expires_at"]), clock.LATEST_EXPIRY - EXTENSION) + EXTENSION
    extended = await queries.update(
        tx,
        row,
        expires_at=expires_at,
        revoked_at=None,
        announce_at=first_announcement(expires_at, now),
        updated_at=now,
    )
    after = to_api(extended, now)
    events.emit_updated(tx, "extend", to_api(row, now), after)
    return after


async def revoke_delivery(tx: Tx, id: str) -> Delivery:
    """End a delivery now, without events of its expiry. A second time changes nothing. Raises NotFound."""
    row, now = await lock_delivery(tx, id)
    before = to_api(row, now)
    if before.status == "revoked":
        return before
    expires_at = min(now, row["expires_at"])
    revoked = await queries.update(tx, row, revoked_at=now, expires_at=expires_at, announce_at=None, updated_at=now)
    after = to_api(revoked, now)
    events.emit_updated(tx, "revoke", before, after)
    return after


async def count_download(tx: Tx, id: str) -> Delivery:
    """Count a download before the file is served. Raises NotFound, ExpiredDelivery or DownloadLimitReached, checked in
    this order.
    """
    row = await queries.count_download(tx, id)
    if not row["is_known"]:
        raise NotFound
    if row["is_over"]:
        raise ExpiredDelivery(row["ends_at"], row["ended_at"])
    if row["id"] is None:
        raise DownloadLimitReached(row["used"], row["most"])
    delivery = to_api(row, row["now"])
    events.emit(tx, "downloaded", delivery)
    return delivery


async def reset_downloads(tx: Tx, id: str) -> Delivery:
    """Reset the count of downloads to 0; a count of 0 changes nothing. Raises NotFound."""
    row, now = await lock_delivery(tx, id)
    before = to_api(row, now)
    if not row["download_count"]:
        return before
    after = to_api(await queries.update(tx, row, download_count=0, updated_at=now), now)
    events.emit_updated(tx, "reset-downloads", before, after)
    return after


async def announce_due(db: Database) -> None:
    """Emit the due events, in batches of each workspace in turn. If none is due, this is one index lookup."""
    failures: Counter[str] = Counter()
    is_more = True
    while is_more:
        async with db.connection() as connection:
            now = await database_clock.now(connection)
            due = await connection.fetch(queries.WORKSPACES_WITH_DUE.text, now)
        workspaces = [row["account_id"] for row in due if failures[row["account_id"]] < MAX_FAILURES]
        is_more = any([await _announce_batch(db, account_id, now, failures) for account_id in workspaces])


async def emit_due(tx: Tx, due: Sequence[asyncpg.Record], now: datetime) -> None:
    """Emit the events of due deliveries, the soonest expiry first."""
    await queries.schedule_next_announcement(tx, now, [row["id"] for row in due])
    for delivery in sorted((to_api(row, now) for row in due), key=lambda delivery: delivery.expires_at):
        # A delivery whose `expiring` event was not sent in time has only its `expired` event.
        events.emit(tx, "expired" if delivery.status == "expired" else "expiring", delivery)


async def lock_delivery(tx: Tx, id: str) -> tuple[asyncpg.Record, datetime]:
    """Lock a delivery that is about to change, and return it with the present time. Raises NotFound.

    If it has expired and the worker has not emitted that event yet, it is emitted here, before a change can undo it.
    """
    row = await queries.lock(tx, id)
    if row is None:
        raise NotFound
    now = row["now"]
    if row["announce_at"] is not None and row["expires_at"] <= now:
        events.emit(tx, "expired", to_api(row, now))
        return await queries.update(tx, row, announce_at=None), now
    return row, now


def first_announcement(expires_at: datetime, now: datetime) -> datetime:
    """The time of the first event of a delivery: 24 hours before its expiry, or at once if that is past."""
    return max(expires_at, now) - EXPIRING_LEAD


async def _announce_batch(db: Database, account_id: str, now: datetime, failures: Counter[str]) -> bool:
    """Emit a batch of due events of one workspace. True if there may be more."""

    async def select(connection: asyncpg.Connection, most: int) -> Sequence[asyncpg.Record]:
        return await queries.lock_due(Read(connection, System(account_id)), now, most)

    async def process(connection: asyncpg.Connection, due: Sequence[asyncpg.Record]) -> None:
        tx = Tx(connection, System(account_id))
        await emit_due(tx, due, now)
        await outbox.flush(connection, [(tx, None)], retention_hours=RETENTION_HOURS)

    is_more, has_failed = await _DUE.run_batch(db, select, process, account_id)
    failures[account_id] += has_failed
    return is_more


def _require_digital(row: Row) -> None:
    if row["product_type"] is None:
        raise NotFound("No such product.", field="productId")
    if row["product_type"] != "digital":
        raise Validation("Only digital products are delivered by download.", field="productId")
    if row["product_archived"]:
        raise Validation("This product is archived.", field="productId")
