"""Sweeps of the workers over all workspaces: where nothing is due, and where every row is due.

Each sweep does only a part of the work, so that both databases have that much.
"""

from datetime import datetime, timedelta
from typing import Any

from fulfilment.audit.queries import DELETE_EXPIRED_ENTRIES, LIST_EXPIRED_ENTRIES
from fulfilment.deliveries.queries import LOCK_DUE, SCHEDULE_NEXT_ANNOUNCEMENT, WORKSPACES_WITH_DUE
from fulfilment.infra.auth.authenticator import FIND_IDEMPOTENCY_RECORD, FIND_PRINCIPALS, FIND_WORKSPACE
from fulfilment.infra.database.statements import Statement
from fulfilment.infra.jobs.cleanup_jobs import DELETE_KEYS, DELETE_WINDOWS, FIND_EXPIRED_KEYS, FIND_EXPIRED_WINDOWS
from fulfilment.infra.limits.rate_limiter import REPORT
from fulfilment.shipments.booking.recovery import COURIER_OPERATIONS
from fulfilment.shipments.courier_status.tracking_sync import TRACKING_SYNCS
from fulfilment.shipments.queries import FIND_BY_ORDER
from fulfilment.stock.allocation_queries import EXPIRE, OVERDUE
from fulfilment.webhooks import retention_queries
from fulfilment.webhooks.dispatch.queries import DELETED_ENDPOINTS
from fulfilment.webhooks.replay_queries import REDELIVER, REPLAYS
from tests.harness.scale.asked import add_look_up, add_note, add_work
from tests.harness.scale.loading import ACCOUNT
from tests.harness.scale.places import BEGINNING, Sample, id_of
from tests.harness.scale.webhook_questions import AT_ONCE, BEHIND

_NOW = datetime.fromisoformat("2026-06-01T00:00Z")
_LATE = datetime.fromisoformat("2200-01-01T00:00Z")
_LEASE = timedelta(seconds=30)
# Since before any row was made.
_LIFE = timedelta(days=20 * 365)
_A_FEW = 15
_WINDOWS = [f"acc_{number}" for number in range(1, _A_FEW + 1)]
_WORKSPACES = [id_of("acc", number) for number in range(20)]


def _key(sample: Sample) -> str:
    return f"key-{sample.middle()}"


add_look_up("caller", FIND_PRINCIPALS, lambda s: ([ACCOUNT + "1"], [None], [_key(s)], _LIFE))
add_note(
    "request windows told of",
    REPORT,
    lambda s: ([*_WINDOWS, f"acc_{s.middle()}"], [1] * (_A_FEW + 1), [60.0] * (_A_FEW + 1)),
)
add_look_up("idempotency key", FIND_IDEMPOTENCY_RECORD, lambda s: (ACCOUNT, "", _key(s), _LIFE))
add_look_up("suspension", FIND_WORKSPACE, lambda s: (ACCOUNT,))
add_look_up("shipment by the courier's order", FIND_BY_ORDER, lambda s: (f"order-0-{s.shipment()}",))


def _sweep(name: str, statement: Statement, *given: Any) -> None:
    add_work(f"sweep: {name}", statement, lambda sample: given)


_sweep("reservations to expire", OVERDUE, _NOW, 500)
_sweep("reservations, many to expire", OVERDUE, _LATE, _A_FEW)
_sweep("reservations expired", EXPIRE, [ACCOUNT] * _A_FEW, [id_of("rsv", nth) for nth in range(_A_FEW)], _LATE)
_sweep("idempotency keys to forget", FIND_EXPIRED_KEYS, _NOW, 1_000)
_sweep("idempotency keys, many to forget", FIND_EXPIRED_KEYS, _LATE, AT_ONCE)
_sweep(
    "idempotency keys forgotten", DELETE_KEYS, [ACCOUNT] * _A_FEW, [""] * _A_FEW, [f"key-{n}" for n in range(_A_FEW)]
)
_sweep("request windows that are over", FIND_EXPIRED_WINDOWS, _NOW, 1_000)
_sweep("request windows, many over", FIND_EXPIRED_WINDOWS, _LATE, AT_ONCE)
_sweep("request windows forgotten", DELETE_WINDOWS, _WINDOWS)
_sweep("courier calls of dead processes", COURIER_OPERATIONS.release_dead, 500)
_sweep("courier calls, lanes due", COURIER_OPERATIONS.find_due_tenants, [], 20)
_sweep("courier calls, many due", COURIER_OPERATIONS.claim_due, [ACCOUNT], [4], _LEASE, 4, 1)
_sweep("courier polls, lanes due", TRACKING_SYNCS.find_due_tenants, [], 20)
_sweep(
    "courier polls, many due",
    TRACKING_SYNCS.claim_due,
    [ACCOUNT],
    [20],
    _LEASE,
    20,
)
_sweep("deliveries to tell of, none", WORKSPACES_WITH_DUE, BEGINNING - _LEASE)
_sweep("deliveries to tell of, workspaces", WORKSPACES_WITH_DUE, _NOW)
_sweep("deliveries to tell of, many", LOCK_DUE, BEHIND, _NOW, AT_ONCE)
_sweep("deliveries told of", SCHEDULE_NEXT_ANNOUNCEMENT, BEHIND, _NOW, [id_of("dlv", nth) for nth in range(_A_FEW)])
_sweep("endpoints deleted", DELETED_ENDPOINTS, 100)
_sweep("old secrets to forget", retention_queries.FIND_EXPIRED_SECRETS, AT_ONCE)
_sweep(
    "workspaces with an old log", retention_queries.FIND_WORKSPACES_WITH_OLD_DELIVERIES, _WORKSPACES, BEGINNING - _LEASE
)
_sweep("old log to forget", retention_queries.DELETE_DELIVERIES, ACCOUNT, 0, _LATE, AT_ONCE)
_sweep("workspaces with old events", retention_queries.FIND_WORKSPACES_WITH_OLD_EVENTS, _WORKSPACES, BEGINNING - _LEASE)
_sweep("old events to forget", retention_queries.DELETE_EVENTS, ACCOUNT, "", _LATE, AT_ONCE)
_sweep("old events that wait in the outbox", retention_queries.DELETE_EVENTS, id_of("acc", 3), "", _LATE, AT_ONCE)
_sweep("old hours to forget", retention_queries.FIND_OLD_HOURLY_STATS, _LATE, AT_ONCE)
_sweep("old recoveries to forget", retention_queries.FIND_OLD_REPLAYS, _LATE, AT_ONCE)
_sweep("old audit entries to forget", LIST_EXPIRED_ENTRIES, _LATE, BEGINNING - _LEASE, AT_ONCE)
_sweep("no old audit entries", LIST_EXPIRED_ENTRIES, BEGINNING - _LEASE, BEGINNING - 2 * _LEASE, AT_ONCE)
_sweep("audit entries forgotten", DELETE_EXPIRED_ENTRIES, [ACCOUNT] * _A_FEW, [f"aud{n}" for n in range(_A_FEW)])
_sweep("recoveries, workspaces due", REPLAYS.find_due_tenants, [], 2, "")
_sweep("recoveries to carry on with", REPLAYS.claim_due, [ACCOUNT], [1], _LEASE, 1)
for _name, _workspace in (("that failed", ACCOUNT), ("that are queued", BEHIND)):
    _sweep(
        f"recovery of deliveries {_name}", REDELIVER, _workspace, "recovery0", AT_ONCE, _NOW, "webhook_endpoint.test"
    )
