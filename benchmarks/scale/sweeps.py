"""What the workers look for in all workspaces: where nothing is due, and where as much is as there are rows.

They are asked to do a part of it, so that both databases have that much.
"""

from datetime import datetime, timedelta
from typing import Any

from benchmarks.scale.asked import add_look_up, add_note, add_work
from benchmarks.scale.loading import ACCOUNT
from benchmarks.scale.places import BEGINNING, Sample, id_of
from benchmarks.scale.webhook_questions import AT_ONCE, BEHIND
from fulfilment.audit.queries import FORGET_ENTRIES, OLD_ENTRIES
from fulfilment.db.sql import Statement
from fulfilment.deliveries.queries import DUE, MOVE_ON, WORKSPACES_WITH_DUE
from fulfilment.http.callers import FIND_CALLERS, IS_SUSPENDED, REMEMBERED
from fulfilment.http.windows import TELL
from fulfilment.security.queries import OLD_HOURS as OLD_SECURITY_HOURS
from fulfilment.shipments import polls, recovery_queries
from fulfilment.shipments.queries import FIND_BY_ORDER
from fulfilment.stock.allocation_queries import EXPIRE, OVERDUE
from fulfilment.sweeps import FORGET_KEYS, FORGET_WINDOWS, OLD_KEYS, OVER_WINDOWS
from fulfilment.webhooks import retention_queries
from fulfilment.webhooks.queue.queries import DELETED_ENDPOINTS
from fulfilment.webhooks.redelivery_queries import NEXT, REDELIVER

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


add_look_up("caller", FIND_CALLERS, lambda s: ([ACCOUNT + "1"], [None], [_key(s)], _LIFE))
add_note(
    "request windows told of",
    TELL,
    lambda s: ([*_WINDOWS, f"acc_{s.middle()}"], [1] * (_A_FEW + 1), [60.0] * (_A_FEW + 1)),
)
add_look_up("idempotency key", REMEMBERED, lambda s: (ACCOUNT, "", _key(s), _LIFE))
add_look_up("suspension", IS_SUSPENDED, lambda s: (ACCOUNT,))
add_look_up("shipment by the courier's order", FIND_BY_ORDER, lambda s: (f"order-0-{s.shipment()}",))


def _sweep(name: str, statement: Statement, *given: Any) -> None:
    add_work(f"sweep: {name}", statement, lambda sample: given)


_sweep("reservations to expire", OVERDUE, _NOW, 500)
_sweep("reservations, many to expire", OVERDUE, _LATE, _A_FEW)
_sweep("reservations expired", EXPIRE, [ACCOUNT] * _A_FEW, [id_of("rsv", nth) for nth in range(_A_FEW)], _LATE)
_sweep("idempotency keys to forget", OLD_KEYS, _NOW, 1_000)
_sweep("idempotency keys, many to forget", OLD_KEYS, _LATE, AT_ONCE)
_sweep(
    "idempotency keys forgotten", FORGET_KEYS, [ACCOUNT] * _A_FEW, [""] * _A_FEW, [f"key-{n}" for n in range(_A_FEW)]
)
_sweep("request windows that are over", OVER_WINDOWS, _NOW, 1_000)
_sweep("request windows, many over", OVER_WINDOWS, _LATE, AT_ONCE)
_sweep("request windows forgotten", FORGET_WINDOWS, _WINDOWS)
_sweep("holders of courier calls", recovery_queries.FIND_HOLDERS)
_sweep("courier calls of dead processes", recovery_queries.RELEASE, 500, [-1, 1])
_sweep("courier calls, lanes due", recovery_queries.LOCK_LANES, [], 20)
_sweep("courier calls, many due", recovery_queries.TAKE, [ACCOUNT], [4], _LEASE, 1, 4)
_sweep("courier polls, lanes due", polls.LOCK_LANES, [], 20)
_sweep("courier polls, many due", polls.TAKE, [ACCOUNT], _LATE, [20], _LATE + _LEASE, _LATE + _LEASE, 20)
_sweep("deliveries to tell of, none", WORKSPACES_WITH_DUE, BEGINNING - _LEASE)
_sweep("deliveries to tell of, workspaces", WORKSPACES_WITH_DUE, _NOW)
_sweep("deliveries to tell of, many", DUE, BEHIND, _NOW, AT_ONCE)
_sweep("deliveries told of", MOVE_ON, BEHIND, _NOW, [id_of("dlv", nth) for nth in range(_A_FEW)])
_sweep("endpoints deleted", DELETED_ENDPOINTS, 100)
_sweep("old secrets to forget", retention_queries.OLD_SECRETS, AT_ONCE)
_sweep("workspaces with an old log", retention_queries.HAVE_OLD_DELIVERIES, _WORKSPACES, BEGINNING - _LEASE)
_sweep("old log to forget", retention_queries.FORGET_DELIVERIES, ACCOUNT, 0, _LATE, AT_ONCE)
_sweep("workspaces with old events", retention_queries.HAVE_OLD_EVENTS, _WORKSPACES, BEGINNING - _LEASE)
_sweep("old events to forget", retention_queries.FORGET_EVENTS, ACCOUNT, "", _LATE, AT_ONCE)
_sweep("old events that wait in the outbox", retention_queries.FORGET_EVENTS, id_of("acc", 3), "", _LATE, AT_ONCE)
_sweep("old hours to forget", retention_queries.OLD_HOURS, _LATE, AT_ONCE)
_sweep("old recoveries to forget", retention_queries.OLD_RECOVERIES, _LATE, AT_ONCE)
_sweep("old audit entries to forget", OLD_ENTRIES, _LATE, BEGINNING - _LEASE, AT_ONCE)
_sweep("no old audit entries", OLD_ENTRIES, BEGINNING - _LEASE, BEGINNING - 2 * _LEASE, AT_ONCE)
_sweep("audit entries forgotten", FORGET_ENTRIES, [ACCOUNT] * _A_FEW, [f"aud{n}" for n in range(_A_FEW)])
_sweep("old security hours to forget", OLD_SECURITY_HOURS, _LATE, AT_ONCE)
_sweep("recovery to carry on with", NEXT, "")
for _name, _workspace in (("that failed", ACCOUNT), ("that are queued", BEHIND)):
    _sweep(
        f"recovery of deliveries {_name}", REDELIVER, _workspace, "recovery0", AT_ONCE, _NOW, "webhook_endpoint.test"
    )
