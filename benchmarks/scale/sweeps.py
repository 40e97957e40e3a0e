"""What knows no workspace: the workers' looks at what is due, where nothing is, and the look-ups of callers."""

from datetime import UTC, datetime
from typing import Any

from benchmarks.scale.loading import ACCOUNT
from benchmarks.scale.places import BEGINNING, Sample
from fulfilment.db.sql import Statement
from fulfilment.http.callers import FIND_CALLERS, REMEMBERED
from fulfilment.shipments.calls import LEFT_BEHIND
from fulfilment.shipments.queries import FIND_BY_ORDER
from fulfilment.stock.allocation_queries import EXPIRE
from fulfilment.sweeps import FORGET_KEYS
from fulfilment.webhooks.fan_out_queries import TAKE_OUTBOX
from fulfilment.webhooks.queries import PURGE_LOG
from fulfilment.webhooks.queue_queries import DELETED_ENDPOINTS, LOCK_LANES, NEXT_DUE

_NOW = datetime(2026, 6, 1, tzinfo=UTC)
_NOBODY: tuple[list, list, list] = ([], [], [])


def caller(sample: Sample) -> tuple[Statement, tuple[Any, ...]]:
    """The look-up of a caller with its idempotency key."""
    key = f"key-{sample.middle()}"
    return FIND_CALLERS, ([ACCOUNT + "1"], [None], [key], BEGINNING)


def remembered(sample: Sample) -> tuple[Statement, tuple[Any, ...]]:
    return REMEMBERED, (ACCOUNT, "", f"key-{sample.middle()}", BEGINNING)


def reported(sample: Sample) -> tuple[Statement, tuple[Any, ...]]:
    """The look-up of a courier's report."""
    return FIND_BY_ORDER, (f"order-0-{sample.shipment()}",)


LOOK_UPS = {"caller": caller, "idempotency key": remembered, "shipment by the courier's order": reported}

# What the workers ask every few seconds.
SWEEPS = {
    "reservations to expire": (EXPIRE, (_NOW, 500)),
    "idempotency keys to forget": (FORGET_KEYS, (_NOW, 1_000)),
    "events to fan out": (TAKE_OUTBOX, ("", 20, 200)),
    "lanes with deliveries due": (LOCK_LANES, (*_NOBODY, 8, 64)),
    "next delivery due": (NEXT_DUE, (*_NOBODY, 8)),
    "courier calls left behind": (LEFT_BEHIND, (_NOW, 20)),
    "endpoints deleted": (DELETED_ENDPOINTS, ()),
    "log of an endpoint to purge": (PURGE_LOG, (ACCOUNT, "endpoint4", 1_000)),
}
