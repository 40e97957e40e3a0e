"""Counting downloads (specification, States, Delivery): one guarded statement gives the last one away once."""

from datetime import datetime

from fulfilment import clock
from fulfilment.db.tx import Tx
from fulfilment.deliveries import events, expiry, queries
from fulfilment.deliveries.records import Delivery, shown
from fulfilment.fields import stamp
from fulfilment.http.errors import ApiError, NotFound


class Expired(ApiError):
    """The delivery's time is over, or it was revoked."""

    status, code, message = 410, "EXPIRED", "This delivery has expired or was revoked."

    def __init__(self, expires_at: datetime, revoked_at: datetime | None):
        how, at = ("expired", expires_at) if revoked_at is None else ("was revoked", revoked_at)
        super().__init__(f"This delivery {how} at {stamp(at)}.")


class DownloadLimit(ApiError):
    """Every download has been used."""

    status, code, message = 409, "DOWNLOAD_LIMIT", "Every download of this delivery has been used."

    def __init__(self, used: int, most: int):
        super().__init__(f"{used} of {most} downloads (maxDownloads) of this delivery have been used.")


async def count(tx: Tx, id: str) -> Delivery:
    """Count a download before the file is served. Raises NotFound, Expired, DownloadLimit, in this order."""
    now = clock.now()
    row = await queries.count_download(tx, id, now)
    if not row["is_known"]:
        raise NotFound
    if row["is_over"]:
        raise Expired(row["ends_at"], row["ended_at"])
    if row["id"] is None:
        raise DownloadLimit(row["used"], row["most"])
    delivery = shown(row, now)
    events.tell(tx, "downloaded", delivery)
    return delivery


async def reset(tx: Tx, id: str) -> Delivery:
    """Count from zero again; where nothing was counted nothing changes. Raises NotFound."""
    now = clock.now()
    row = await expiry.hold(tx, id, now)
    before = shown(row, now)
    if not row["download_count"]:
        return before
    after = shown(await queries.update(tx, row, download_count=0, updated_at=now), now)
    events.tell_updated(tx, "reset-downloads", before, after)
    return after
