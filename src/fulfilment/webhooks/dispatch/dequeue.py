"""Dequeuing of due deliveries, under a lease by the database's clock.

The lease is the timeout of an attempt plus five seconds. After a crash the delivery is due again when it ends.
Endpoints take turns (`webhook_queue_endpoints`), so that the backlog of one does not delay the others.
"""

import asyncio
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import timedelta

import asyncpg
import msgspec
import structlog

from fulfilment.infra.database.batch_processor import is_database_unavailable
from fulfilment.infra.database.pool import Database
from fulfilment.infra.jobs.backoff import BackoffRegistry
from fulfilment.webhooks.delivery_log import build_envelope
from fulfilment.webhooks.dispatch.concurrency import ClaimCapacity, ConcurrencyLimiter, EndpointKey
from fulfilment.webhooks.dispatch.queries import (
    CLAIM_DUE,
    GET_CLAIMED,
    LOCK_QUEUE_ENDPOINT,
    LOCK_QUEUE_ENDPOINTS,
    MOVE_QUEUE_ENDPOINTS,
    NEXT_DUE,
    RELEASE_CLAIMS,
)

# Limit of the bodies read by one claim; beyond it they stay in the database.
MAX_CLAIM_BYTES = 16 * 1_048_576
# Endpoints considered by one claim; the others follow in the next claims.
ENDPOINTS_PER_CLAIM = 256
# Endpoints whose claim failed and whose back-off has ended, claimed one by one.
QUARANTINED_PER_CLAIM = 8
# Time to store an outcome after the end of an attempt, before another worker may claim the delivery.
LEASE_MARGIN_SECONDS = 5.0

_log = structlog.get_logger(__name__)


class ClaimedDelivery(msgspec.Struct):
    """A delivery claimed by this process until its lease ends: attempt `attempt_number` of `body` to `url`.

    `body` is None where the claim was too large, and the delivery is released. `is_requeued` is true after a retry by
    hand or a recovery. `claimed_at` is a time of the event loop's clock, from before the lease began.
    """

    endpoint_key: EndpointKey
    delivery_id: str
    claim_token: int
    attempt_number: int
    url: str
    secrets: list[bytes]
    patterns: list[str]
    is_active: bool
    is_requeued: bool
    event_id: str
    type: str
    body: bytes | None
    claimed_at: float
    is_readable: bool = True
    # The trace of the event (infra/observability/tracing).
    trace: bytes | None = None

    @property
    def account_id(self) -> str:
        return self.endpoint_key[0]

    @property
    def endpoint_id(self) -> str:
        return self.endpoint_key[1]

    def is_overdue(self, now: float) -> bool:
        """True if too little of the lease is left to begin the attempt at `now`, by the event loop's clock."""
        return now - self.claimed_at > LEASE_MARGIN_SECONDS / 2


async def claim_due(
    db: Database,
    limiter: ConcurrencyLimiter,
    timeout_seconds: float,
    backoff: BackoffRegistry | None = None,
    excluded: Collection[EndpointKey] = (),
) -> list[ClaimedDelivery]:
    """Claim as many due deliveries as there is capacity for; `timeout_seconds` is the limit of an attempt.

    `backoff` has the endpoints whose last claim failed: they are claimed one by one, when their back-off ends.
    Endpoints in `excluded` are skipped.
    """
    backoff = backoff or BackoffRegistry()
    skipped = {*backoff.keys(), *excluded}
    lease = timedelta(seconds=timeout_seconds + LEASE_MARGIN_SECONDS)
    asked_at = asyncio.get_running_loop().time()
    allocations: list[tuple[str, str, int]] = []
    capacity = limiter.claim_capacity()
    try:
        async with db.transaction() as connection:
            found = await connection.fetch(
                LOCK_QUEUE_ENDPOINTS.text,
                *_capacity_columns(capacity, skipped),
                capacity.per_unknown_endpoint,
                ENDPOINTS_PER_CLAIM,
            )
            if limiter.toggle_order():
                # Alternating orders: a recovered endpoint must not wait for a hundred that hang, nor those for ever.
                found.sort(key=lambda due: capacity.get_slow_seconds((due["account_id"], due["endpoint_id"])))
            allocations = _allocate_fairly(found, capacity, limiter.total_claim_capacity)
            rows = await _claim(connection, allocations, lease) if allocations else []
    except Exception as problem:
        if is_database_unavailable(problem) or not allocations:
            raise
        rows = await _claim_one_by_one(db, allocations, lease, backoff)
    if quarantined := [key for key in backoff.retryable() if key not in excluded][:QUARANTINED_PER_CLAIM]:
        rows += await _claim_one_by_one(db, [(*key, capacity.allocate(key, 1)) for key in quarantined], lease, backoff)
    return [_parse_row(row, asked_at) for row in rows]


async def _claim_one_by_one(
    db: Database, allocations: Sequence[tuple[str, str, int]], lease: timedelta, backoff: BackoffRegistry
) -> list[asyncpg.Record]:
    """Claim each endpoint by itself; an endpoint whose claim fails is backed off."""
    rows: list[asyncpg.Record] = []
    for account_id, endpoint_id, capacity in allocations:
        if not capacity:
            continue
        key = account_id, endpoint_id
        try:
            async with db.transaction() as connection:
                if await connection.fetchrow(LOCK_QUEUE_ENDPOINT.text, *key) is not None:
                    rows += await _claim(connection, [(*key, capacity)], lease)
            backoff.record_success(key)
        except Exception as problem:
            if is_database_unavailable(problem):
                raise
            _log.exception("claim_failed", endpoint_id=endpoint_id, tries=backoff.record_failure(key))
    return rows


async def _claim(
    connection: asyncpg.Connection, allocations: Sequence[tuple[str, str, int]], lease: timedelta
) -> list[asyncpg.Record]:
    """Claim due deliveries of these locked endpoints, up to the capacity of each."""
    columns = _columns(allocations, 3)
    claims = await connection.fetch(CLAIM_DUE.text, *columns, lease, _sum_capacity(allocations))
    counts = Counter((row["account_id"], row["endpoint_id"]) for row in claims)
    claimed = [counts[account_id, endpoint_id] for account_id, endpoint_id, _ in allocations]
    await connection.execute(MOVE_QUEUE_ENDPOINTS.text, *columns, claimed)
    if not claims:
        return []
    keys = [(row["account_id"], row["delivery_id"]) for row in claims]
    return await connection.fetch(GET_CLAIMED.text, *_columns(keys, 2), MAX_CLAIM_BYTES)


async def release_claims(db: Database, claimed: Sequence[ClaimedDelivery]) -> None:
    """Make deliveries without an attempt due again, for any worker."""
    rows = [(delivery.account_id, delivery.delivery_id, delivery.claim_token) for delivery in claimed]
    async with db.connection() as connection:
        await connection.execute(RELEASE_CLAIMS.text, *_columns(rows, 3))


async def get_seconds_until_due(
    db: Database, limiter: ConcurrencyLimiter, skipped: Collection[EndpointKey] = ()
) -> float | None:
    """Seconds until a delivery can be claimed; None where nothing is queued.

    Ends of attempts in progress are not foreseen, and skipped endpoints do not count.
    """
    capacity = limiter.claim_capacity()
    async with db.connection() as connection:
        return await connection.fetchval(
            NEXT_DUE.text, *_capacity_columns(capacity, skipped), capacity.per_unknown_endpoint
        )


def _capacity_columns(capacity: ClaimCapacity, skipped: Collection[EndpointKey]) -> list[list]:
    """The capacities as columns of an array parameter; skipped endpoints have none."""
    capacities = capacity.per_known_endpoint | dict.fromkeys(skipped, 0)
    return _columns([(*key, count) for key, count in capacities.items()], 3)


def _allocate_fairly(
    due_endpoints: Sequence[asyncpg.Record], capacity: ClaimCapacity, free: int
) -> list[tuple[str, str, int]]:
    """The number of claims per endpoint: workspaces have equal shares, whatever the number of their endpoints."""
    by_workspace: dict[str, list[tuple[str, str, int]]] = {}
    for account_id, endpoint_id, requested in due_endpoints:
        allocated = capacity.allocate((account_id, endpoint_id), requested)
        by_workspace.setdefault(account_id, []).append((account_id, endpoint_id, allocated))
    workspaces = list(by_workspace.values())
    if free >= len(workspaces):
        # A workspace that needs less than its share leaves the rest to the others.
        workspaces.sort(key=_sum_capacity)
    result = []
    for number, allocations in enumerate(workspaces):
        share = min(_sum_capacity(allocations), -(-free // (len(workspaces) - number)))
        result += _split_share(allocations, share)
        free -= share
    return result


def _split_share(allocations: Sequence[tuple[str, str, int]], share: int) -> Iterator[tuple[str, str, int]]:
    """The endpoints that a workspace's share covers, and those without capacity."""
    for account_id, endpoint_id, requested in allocations:
        allocated = min(requested, share)
        if allocated or not requested:
            yield account_id, endpoint_id, allocated
        share -= allocated


def _sum_capacity(allocations: Sequence[tuple[str, str, int]]) -> int:
    return sum(capacity for _, _, capacity in allocations)


def _columns(rows: Sequence[tuple], width: int) -> list[list]:
    return [[row[number] for row in rows] for number in range(width)]


def _parse_row(row: asyncpg.Record, asked_at: float) -> ClaimedDelivery:
    delivery = ClaimedDelivery(
        endpoint_key=(row["account_id"], row["endpoint_id"]),
        delivery_id=row["delivery_id"],
        claim_token=row["claim_token"],
        attempt_number=row["attempts"] + 1,
        url=row["url"],
        secrets=[secret for secret in (row["secret"], row["previous_secret"]) if secret is not None],
        patterns=row["events"],
        is_active=row["is_active"],
        is_requeued=row["is_requeued"],
        event_id=row["event_id"],
        type=row["type"],
        body=None,
        claimed_at=asked_at,
        trace=row["trace"],
    )
    try:
        delivery.body = None if row["data"] is None else build_envelope(row)
    except Exception:
        # One bad row must not hold up the others: it fails, so that it is not claimed again and again.
        _log.exception("delivery_unreadable", delivery_id=delivery.delivery_id, event_id=delivery.event_id)
        delivery.is_readable = False
    return delivery
