"""Queries of the workers on the outbox and the webhook queue, with as many rows waiting as there are events."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from fulfilment.infra.database.statements import Statement
from fulfilment.webhooks.dispatch import queries, result_queries
from fulfilment.webhooks.dispatch.dequeue import ENDPOINTS_PER_CLAIM, MAX_CLAIM_BYTES
from fulfilment.webhooks.dispatch.fan_out_queries import CLAIM_OUTBOX, CLAIM_POSTPONED, FAN_OUT
from fulfilment.webhooks.dispatch.result_recording import AttemptRecord
from fulfilment.webhooks.stats import COUNT_ATTEMPTS
from tests.harness.scale.asked import add_work
from tests.harness.scale.places import Sample, event_id, id_of, webhook_delivery_id
from tests.harness.scale.webhook_questions import BEHIND

_NOW = datetime.fromisoformat("2026-06-01T00:00Z")
_LEASE = timedelta(seconds=30)
_NOT_FANNED_OUT = id_of("acc", 3)
_NOBODY: tuple[list, list, list] = ([], [], [])
_TOGETHER = 50
_LANE = ([BEHIND], ["endpoint0"])


def _deliveries(sample: Sample) -> tuple[list[str], list[str], list[int]]:
    """Some that were taken: workspaces, ids, tickets."""
    first = sample.middle()
    ids = [webhook_delivery_id(0, first + nth) for nth in range(_TOGETHER)]
    return [BEHIND] * _TOGETHER, ids, [1] * _TOGETHER


def _records(sample: Sample) -> tuple[Any, ...]:
    """Their attempts: every other one failed and is tried again."""
    workspaces, ids, _ = _deliveries(sample)
    records = [
        AttemptRecord(
            number=1,
            status="pending" if nth % 2 else "sent",
            response_code=500 if nth % 2 else 200,
            response_body="thanks",
            error="HTTP 500" if nth % 2 else None,
            duration_ms=12,
            attempted_at=_NOW,
            next_retry_at=_NOW if nth % 2 else None,
        )
        for nth in range(_TOGETHER)
    ]
    return workspaces, ids, [msgspec.json.encode(record).decode() for record in records]


def _events(sample: Sample) -> tuple[Any, ...]:
    """Some of the outbox, where they stand in the order of their numbers."""
    numbers = [sample.middle() + nth for nth in range(_TOGETHER)]
    return [_NOT_FANNED_OUT] * _TOGETHER, [n + 1 for n in numbers], [event_id(n) for n in numbers], _NOW


def _work(name: str, statement: Statement, *given: Any) -> None:
    add_work(f"queue: {name}", statement, lambda sample: given)


_work("events to fan out", CLAIM_OUTBOX, "", 20, 200, [], [], [])
_work("events to fan out, few of a workspace", CLAIM_OUTBOX, "", 20, 200, [], [_NOT_FANNED_OUT], [3])
_work("events to fan out, behind a backlog", CLAIM_OUTBOX, "", 20, 200, [_NOT_FANNED_OUT], [], [])
_work("events postponed", CLAIM_POSTPONED, "", 20, 1, [])
add_work("queue: events fanned out", FAN_OUT, _events)
_work("lanes with deliveries due", queries.LOCK_QUEUE_ENDPOINTS, *_NOBODY, 8, ENDPOINTS_PER_CLAIM)
_work("lanes with deliveries due, none with room", queries.LOCK_QUEUE_ENDPOINTS, *_LANE, [0], 8, ENDPOINTS_PER_CLAIM)
_work("next delivery due", queries.NEXT_DUE, *_NOBODY, 8)
_work("deliveries claimed", queries.CLAIM_DUE, *_LANE, [64], _LEASE, 64)
_work("endpoints moved after a claim", queries.MOVE_QUEUE_ENDPOINTS, *_LANE, [64], [3])
add_work("queue: claimed deliveries", queries.GET_CLAIMED, lambda s: (*_deliveries(s)[:2], MAX_CLAIM_BYTES))
_work("endpoints locked", result_queries.LOCK_ENDPOINTS, *_LANE, [True])
add_work("queue: claims locked", result_queries.LOCK_CLAIMS, _deliveries)
add_work("queue: deliveries updated", result_queries.UPDATE_DELIVERIES, lambda s: (*_records(s), _NOW))
add_work("queue: attempts inserted", result_queries.INSERT_ATTEMPTS, _records)
add_work("queue: deliveries dequeued", result_queries.DEQUEUE_DELIVERIES, lambda s: _deliveries(s)[:2])
add_work(
    "queue: deliveries rescheduled",
    result_queries.RESCHEDULE_DELIVERIES,
    lambda s: (*_deliveries(s)[:2], [_NOW] * _TOGETHER),
)
_work("failures counted", result_queries.COUNT_FAILURES, *_LANE, [False], [3], [_NOW])
_work("lanes woken", result_queries.WAKE_QUEUE_ENDPOINTS, *_LANE, [_NOW])
add_work(
    "queue: deliveries rejected",
    result_queries.DISCARD_DELIVERIES,
    lambda s: (*_deliveries(s), ["no"] * _TOGETHER, _NOW),
)
add_work("queue: deliveries given back", queries.RELEASE_CLAIMS, _deliveries)
_work("attempts counted", COUNT_ATTEMPTS, *_LANE, [_NOW], ["sent"], [3], [1], [_NOW])
