"""Every look that runs over and over, and what it reads while nothing is there to be found."""

import json
import time
from collections.abc import Callable
from datetime import timedelta
from statistics import median
from typing import Any

import asyncpg
import msgspec

from benchmarks.long.passing import Shop
from fulfilment.infra import clock
from fulfilment.infra.database.statements import STATEMENTS
from fulfilment.infra.jobs.cleanup_jobs import FIND_EXPIRED_KEYS, FIND_EXPIRED_WINDOWS
from fulfilment.infra.observability import installation_status  # noqa: F401 (for its statement)
from fulfilment.shipments.booking.recovery import COURIER_OPERATIONS
from fulfilment.shipments.courier_status.tracking_sync import TRACKING_SYNCS
from fulfilment.stock.allocation_queries import OVERDUE
from fulfilment.webhooks.dispatch import queries
from fulfilment.webhooks.dispatch.dequeue import ENDPOINTS_PER_CLAIM
from fulfilment.webhooks.dispatch.fan_out_queries import CLAIM_OUTBOX, CLAIM_POSTPONED

_ROUNDS = 5
_QUEUES = "standing.unscoped_queues"
_NOBODY: tuple[list, list, list] = ([], [], [])


class Cost(msgspec.Struct, frozen=True):
    """Cost of one look: pages of 8 kB that it touched, and milliseconds."""

    pages: int
    milliseconds: float


Given = Callable[[Shop], tuple[Any, ...]]

LOOKS: dict[str, tuple[str, Given]] = {
    "outbox, a turn": (CLAIM_OUTBOX.text, lambda shop: ("", 20, 200, [], [], [])),
    "outbox, postponed events": (CLAIM_POSTPONED.text, lambda shop: ("", 20, 1, [])),
    "webhooks, lanes due": (queries.LOCK_QUEUE_ENDPOINTS.text, lambda shop: (*_NOBODY, 8, ENDPOINTS_PER_CLAIM)),
    "webhooks, next due": (queries.NEXT_DUE.text, lambda shop: (*_NOBODY, 8)),
    "webhooks, one endpoint's queue": (
        queries.CLAIM_DUE.text,
        lambda shop: ([shop.account_id], [shop.endpoint_id], [64], timedelta(seconds=30), 64),
    ),
    "courier calls, lanes due": (COURIER_OPERATIONS.find_due_tenants.text, lambda shop: ([], 20)),
    "courier polls, lanes due": (TRACKING_SYNCS.find_due_tenants.text, lambda shop: ([], 20)),
    "reservations to expire": (OVERDUE.text, lambda shop: (clock.now(), 500)),
    "idempotency keys to forget": (FIND_EXPIRED_KEYS.text, lambda shop: (clock.now() - timedelta(days=1), 1_000)),
    "request windows that are over": (FIND_EXPIRED_WINDOWS.text, lambda shop: (clock.now(), 1_000)),
    "the operator's look at queues": (
        STATEMENTS[_QUEUES].text,
        lambda shop: (),
    ),
}


async def cost(connection: asyncpg.Connection, shop: Shop, name: str) -> Cost:
    """Current cost of a look; its changes are rolled back."""
    text, given = LOOKS[name]
    costs = [await _once(connection, text, given, shop) for _ in range(_ROUNDS)]
    return Cost(min(each.pages for each in costs), median(each.milliseconds for each in costs))


async def _once(connection: asyncpg.Connection, text: str, given: Given, shop: Shop) -> Cost:
    undone = connection.transaction()
    await undone.start()
    try:
        arguments = given(shop)
        explained = json.loads(
            await connection.fetchval(f"EXPLAIN (ANALYZE, BUFFERS, TIMING off, FORMAT JSON) {text}", *arguments)
        )
        plan = explained[0]["Plan"]
        began = time.perf_counter()
        await connection.fetch(text, *arguments)
        seconds = time.perf_counter() - began
    finally:
        await undone.rollback()
    return Cost(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"], 1_000 * seconds)
