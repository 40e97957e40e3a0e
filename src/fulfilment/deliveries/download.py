"""Counting downloads (specification, States, Delivery): one guarded statement gives the last one away once."""

from datetime import datetime

from fulfilment.deliveries import events, expiry, queries
from fulfilment.deliveries.schemas import Delivery, to_api
from fulfilment.infra.api.errors import ApiError, NotFound
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import format_timestamp


class ExpiredDelivery(ApiError):
    """The delivery's time is over, or it was revoked."""

    status, code, message = 410, "EXPIRED", "This delivery has expired or was revoked."

    def __init__(self, expires_at: datetime, revoked_at: datetime | None) -> None:
        how, at = ("expired", expires_at) if revoked_at is None else ("was revoked", revoked_at)
        super().__init__(f"This delivery {how} at {format_timestamp(at)}.")


class DownloadLimitReached(ApiError):
    """Every download has been used."""

    status, code, message = 409, "DOWNLOAD_LIMIT", "Every download of this delivery has been used."

    def __init__(self, used: int, limit: int) -> None:
        super().__init__(f"{used} of {limit} downloads (maxDownloads) of this delivery have been used.")


async def count_download(tx: Tx, id: str) -> Delivery:
    """Count a download before the file is served. Raises NotFound, ExpiredDelivery, DownloadLimitReached, in this
    order."""
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
    """Count from zero again; where nothing was counted nothing changes. Raises NotFound."""
    row, now = await expiry.lock_delivery(tx, id)
    before = to_api(row, now)
    if not row["download_count"]:
        return before
    after = to_api(await queries.update(tx, row, download_count=0, updated_at=now), now)
    events.emit_updated(tx, "reset-downloads", before, after)
    return after
