"""The fan-out: one delivery in the queue for each event and endpoint (specification, Who receives an event).

Workspaces take turns, a batch of first events each. A turn is one transaction: it locks these rows of the outbox,
writes their deliveries and deletes the rows. Rows that another worker has locked are skipped. So a crash releases them,
and an event is found when its transaction commits, however late.

A fault holds up only its own workspace. A workspace with locked endpoints is backed off, and the batch of a workspace
whose events take too long is reduced. An event that cannot be fanned out is postponed, longer each time.

The trace spans of the fan-out and of attempts are here too.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from time import monotonic

import asyncpg
import structlog

from fulfilment.infra import clock
from fulfilment.infra.database.batch_processor import is_database_unavailable
from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS, Database
from fulfilment.infra.database.statements import sql
from fulfilment.infra.jobs import task_supervisor
from fulfilment.infra.jobs.backoff import BackoffRegistry
from fulfilment.infra.jobs.task_supervisor import WakeEvent
from fulfilment.infra.observability.metrics import recorder
from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.observability.tracing.recording import CLIENT, CONSUMER, SPAN_BYTES, TRACE_BYTES, Span, SpanScope
from fulfilment.webhooks.dispatch.fan_out_queries import CLAIM_OUTBOX, CLAIM_POSTPONED, FAN_OUT, POSTPONE

WORKSPACES_PER_BATCH = 20
EVENTS_PER_WORKSPACE = 200
POSTPONED_INTERVAL_SECONDS = 1.0
_BATCH_DIVISOR = 8

# Errors that a repeat resolves: serialization conflicts, and an endpoint deleted while its delivery was written.
_RETRYABLE = (*SERIALIZATION_CONFLICTS, asyncpg.ForeignKeyViolationError)

_log = structlog.get_logger(__name__)

FIND_TRACES = sql(
    "webhooks.batched_find_traces",
    """
    SELECT v.id, v.type, v.trace FROM unnest($1::text[], $2::text[]) AS t (account_id, event_id) CROSS JOIN LATERAL (
        SELECT id, type, trace FROM events WHERE account_id = t.account_id AND id = t.event_id OFFSET 0
    ) v WHERE v.trace IS NOT NULL
    """,
)


class FanOut:
    """Fan-out worker of one process. `on_queued` is called after a commit that queued deliveries."""

    def __init__(self, db: Database, on_queued: Callable[[], None], poll_seconds: float) -> None:
        self.wake_event = WakeEvent()
        self._db = db
        self._on_queued = on_queued
        self._poll_seconds = poll_seconds
        # The last workspace of the previous turn; empty at the start of a round.
        self._after = ""
        self._done_in_round = 0
        self._after_postponed = ""
        self._postponed_at = monotonic()
        # Workspaces with locked endpoints, and the reduced batches of workspaces whose events took too long.
        self._backoff = BackoffRegistry()
        self._batch_sizes: dict[str, int] = {}

    async def run(self) -> None:
        """Fan out events, for ever."""
        while True:
            task_supervisor.tick()
            found = await self.run_batch()
            recorder.record_tick("fan_out")
            if not found:
                await self.wake_event.wait(self._poll_seconds)

    async def run_batch(self) -> int:
        """Fan out one turn's events. Returns their number, and at least 1 until a whole round has found none."""
        if monotonic() - self._postponed_at >= POSTPONED_INTERVAL_SECONDS:
            await self.try_postponed()
        if not self._after:
            self._done_in_round = 0
        done = await self._take_turn()
        self._done_in_round += done
        return done or int(bool(self._after or self._done_in_round))

    async def _take_turn(self) -> int:
        """Fan out the next workspaces' events. Returns the number that are done or worth an immediate repeat."""
        rows: Sequence[asyncpg.Record] = []
        try:
            async with self._db.transaction() as connection:
                rows = await self._claim(connection)
                traced = await start_spans(connection, rows)
                created = await _store_deliveries(connection, rows) if rows else 0
        except _RETRYABLE as problem:
            _log.info("fan_out_retried", error=type(problem).__name__)
            return len(rows)
        except Exception as problem:
            if is_database_unavailable(problem) or not rows:
                raise
            return await self._fan_out_by_workspace(rows)
        end_spans(traced)
        self._restore_batch_size(rows)
        if created:
            self._on_queued()
        return len(rows)

    async def _claim(self, connection: asyncpg.Connection) -> list[asyncpg.Record]:
        """The first events of the next workspaces, locked."""
        sizes = list(self._batch_sizes), list(self._batch_sizes.values())
        arguments = self._after, WORKSPACES_PER_BATCH, EVENTS_PER_WORKSPACE, list(self._backoff.blocked()), *sizes
        found = await connection.fetch(CLAIM_OUTBOX.text, *arguments)
        self._after = _last_account_id(found)
        return sorted(_events(found), key=itemgetter("account_id", "position"))

    async def try_postponed(self) -> None:
        """Retry postponed events, each by itself, one of each workspace."""
        self._postponed_at = monotonic()
        arguments = self._after_postponed, WORKSPACES_PER_BATCH, 1, list(self._backoff.blocked())
        async with self._db.connection() as connection:
            rows = await connection.fetch(CLAIM_POSTPONED.text, *arguments)
        self._after_postponed = _last_account_id(rows)
        for row in _events(rows):
            await self._fan_out_rows([row])

    def _get_batch_size(self, account_id: str) -> int:
        return self._batch_sizes.get(account_id, EVENTS_PER_WORKSPACE)

    def _restore_batch_size(self, rows: Sequence[asyncpg.Record]) -> None:
        """Enlarge the batch of a workspace after a success."""
        for account_id in {row["account_id"] for row in rows} if self._batch_sizes else ():
            if (batch_size := 2 * self._get_batch_size(account_id)) < EVENTS_PER_WORKSPACE:
                self._batch_sizes[account_id] = batch_size
            else:
                self._batch_sizes.pop(account_id, None)

    async def _fan_out_by_workspace(self, rows: Sequence[asyncpg.Record]) -> int:
        """Fan out each workspace by itself. Returns the number of events that are done or worth an immediate repeat."""
        return sum([await self._fan_out_rows(workspace_rows) for workspace_rows in _group_by_workspace(rows)])

    async def _fan_out_rows(self, rows: Sequence[asyncpg.Record]) -> int:
        """Fan out some events of a workspace. Returns the number that are done or worth an immediate repeat."""
        account_id = rows[0]["account_id"]
        try:
            async with self._db.transaction() as connection:
                spans = await start_spans(connection, rows)
                await _store_deliveries(connection, rows)
        except asyncpg.LockNotAvailableError:
            _log.warning("fan_out_retry_scheduled", account=account_id, tries=self._backoff.record_failure(account_id))
            return 0
        except _RETRYABLE as problem:
            _log.info("fan_out_retried", error=type(problem).__name__)
            return len(rows)
        except Exception as problem:
            if is_database_unavailable(problem):
                raise
            return await self._bisect(rows, problem)
        end_spans(spans)
        self._backoff.record_success(account_id)
        self._on_queued()
        return len(rows)

    async def _bisect(self, rows: Sequence[asyncpg.Record], problem: Exception) -> int:
        """Reduce the batch after a timeout; otherwise fan out each event by itself, and postpone a single one."""
        if len(rows) == 1:
            await self._postpone(rows[0], problem)
            return 0
        if isinstance(problem, asyncpg.QueryCanceledError):
            self._batch_sizes[rows[0]["account_id"]] = max(1, len(rows) // _BATCH_DIVISOR)
            return len(rows)
        return sum([await self._fan_out_rows([row]) for row in rows])

    async def _postpone(self, row: asyncpg.Record, problem: Exception) -> None:
        """Postpone an event: it stays in the outbox, is logged, and is retried by itself."""
        async with self._db.connection() as connection:
            failures = await connection.fetchval(POSTPONE.text, row["account_id"], row["position"])
        if failures is None:
            # Another worker has fanned it out since.
            _log.info("fan_out_retried", error=type(problem).__name__)
            return
        fields = {"account": row["account_id"], "event_id": row["event_id"], "tries": failures}
        _log.error("event_not_fanned_out", **fields, exc_info=problem)


async def start_spans(connection: asyncpg.Connection, rows: Sequence[asyncpg.Record]) -> list[Span]:
    """Start a span for each of these events that belongs to a trace; it ends with the commit of the fan-out."""
    if not rows or not recording.state.is_on:
        return []
    columns = ([row[name] for row in rows] for name in ("account_id", "event_id"))
    spans = [
        recording.continue_trace(
            row["trace"],
            "fan out",
            CONSUMER,
            {"fulfilment.event": row["id"], "fulfilment.event_type": row["type"]},
            _span_id(row["trace"], row["id"]),
        )
        for row in await connection.fetch(FIND_TRACES.text, *columns)
    ]
    return [span for span in spans if span is not None]


def end_spans(spans: Sequence[Span]) -> None:
    """End the spans of committed events."""
    for span in spans:
        span.end()


def start_attempt_span(trace: bytes | None, event_id: str, delivery_id: str, number: int) -> SpanScope:
    """Start a span for one attempt, within the event's fan-out."""
    if trace is None or not recording.state.is_on:
        return SpanScope(None)
    fan_out = trace[:TRACE_BYTES] + _span_id(trace, event_id)
    attributes = {"fulfilment.event": event_id, "fulfilment.delivery": delivery_id, "fulfilment.attempt": number}
    return SpanScope(recording.continue_trace(fan_out, "webhook attempt", CLIENT, attributes))


def record_outcome(*, ok: bool, status: int | None) -> None:
    """Record the outcome of the current attempt in its span, without the receiver's text."""
    span = recording.current.get()
    if span is None:
        return
    if status is not None:
        span.set_attribute("http.response.status_code", status)
    if not ok:
        span.fail("no_answer" if status is None else str(status))


def _events(rows: Iterable[asyncpg.Record]) -> list[asyncpg.Record]:
    """The claimed events, without the rows of workspaces that had no free event."""
    return [row for row in rows if row["position"] is not None]


def _last_account_id(rows: Sequence[asyncpg.Record]) -> str:
    """The workspace to continue after; empty where there are no more."""
    is_full = len({row["account_id"] for row in rows}) == WORKSPACES_PER_BATCH
    return rows[-1]["account_id"] if is_full else ""


def _group_by_workspace(rows: Iterable[asyncpg.Record]) -> list[list[asyncpg.Record]]:
    """The rows by workspace; those of one workspace are adjacent."""
    return [list(group) for _, group in groupby(rows, lambda row: row["account_id"])]


async def _store_deliveries(connection: asyncpg.Connection, rows: Sequence[asyncpg.Record]) -> int:
    columns = ([row[name] for row in rows] for name in ("account_id", "position", "event_id"))
    created = await connection.fetchval(FAN_OUT.text, *columns, clock.now())
    assert created is not None
    return created


def _span_id(trace: bytes, event_id: str) -> bytes:
    return hashlib.sha256(trace + event_id.encode()).digest()[:SPAN_BYTES]
