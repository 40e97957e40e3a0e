"""The fan-out of events whose requests were traced, and what an attempt to deliver them belongs to.

The span of an event's fan-out has an id that follows from the event: so each attempt, in whichever process and however
much later, knows it without its being stored.
"""

import hashlib
from collections.abc import Sequence

import asyncpg

from fulfilment.infra.database.statements import sql
from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.observability.tracing.recording import CLIENT, CONSUMER, SPAN_BYTES, TRACE_BYTES, Span, SpanScope

FIND_TRACES = sql(
    "webhooks.batched_find_traces",
    """
    SELECT v.id, v.type, v.trace FROM unnest($1::text[], $2::text[]) AS t (account_id, event_id) CROSS JOIN LATERAL (
        SELECT id, type, trace FROM events WHERE account_id = t.account_id AND id = t.event_id OFFSET 0
    ) v WHERE v.trace IS NOT NULL
    """,
)


async def start_spans(connection: asyncpg.Connection, rows: Sequence[asyncpg.Record]) -> list[Span]:
    """A span for each of these events that belongs to a trace, to be ended when they are fanned out."""
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
    """They were fanned out, and that is committed."""
    for span in spans:
        span.end()


def start_attempt_span(trace: bytes | None, event_id: str, delivery_id: str, number: int) -> SpanScope:
    """A span for one attempt, within the event's fan-out."""
    if trace is None or not recording.state.is_on:
        return SpanScope(None)
    fan_out = trace[:TRACE_BYTES] + _span_id(trace, event_id)
    attributes = {"fulfilment.event": event_id, "fulfilment.delivery": delivery_id, "fulfilment.attempt": number}
    return SpanScope(recording.continue_trace(fan_out, "webhook attempt", CLIENT, attributes))


def record_outcome(*, ok: bool, status: int | None) -> None:
    """What came of the attempt that runs now; what the receiver said is left away."""
    span = recording.current.get()
    if span is None:
        return
    if status is not None:
        span.set_attribute("http.response.status_code", status)
    if not ok:
        span.fail("no_answer" if status is None else str(status))


def _span_id(trace: bytes, event_id: str) -> bytes:
    return hashlib.sha256(trace + event_id.encode()).digest()[:SPAN_BYTES]
