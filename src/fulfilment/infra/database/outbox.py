"""Transactional outbox: flushes the side effects of a transaction before its commit.

Side effects are events, counters, usage, audit entries and idempotency records. One statement stores those of one
transaction, or of a group that shares a commit. A command therefore needs no round trip per event. Every writer locks
rows in the same order (workspace, subject). The last part prepares audit entries.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import asyncpg
import msgspec
import structlog

from fulfilment.infra import ids
from fulfilment.infra.database.statements import Statement, sql
from fulfilment.infra.database.transaction import AuditLine, Tx
from fulfilment.infra.models import Value

# Audit entries may be kept for ever, so they store only the name and the changed fields, and long texts are cut.
MAX_CHARACTERS = 500
ELLIPSIS = "…"

# Always stored, since the name identifies the record for readers.
_KEPT = "name"
# Never stored, since it equals the time of the entry.
_LEFT_OUT = "updatedAt"


log = structlog.get_logger(__name__)

CHANNEL = "fulfilment_outbox"

_LINE_COLUMNS = 13

_FLUSH = """
    WITH happened AS (
        SELECT e.*, row_number() OVER (PARTITION BY account_id, subject ORDER BY nth) AS step
          FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
               WITH ORDINALITY AS e (account_id, id, type, subject, data, occurred_at, nth)
    ), numbered AS (
        INSERT INTO event_sequences AS s (account_id, subject, last)
        SELECT account_id, subject, count(*) FROM happened GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (account_id, subject) DO UPDATE SET last = s.last + excluded.last
        RETURNING account_id, subject, last
    ), stored AS (
        INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at{trace})
        SELECT h.account_id, h.id, h.type, h.subject,
               n.last - max(h.step) OVER (PARTITION BY h.account_id, h.subject) + h.step,
               h.data::json, h.occurred_at{its_trace}
          FROM happened h JOIN numbered n USING (account_id, subject){traces}
    ), queued AS (
        INSERT INTO outbox (account_id, event_id) SELECT account_id, id FROM happened ORDER BY nth
    ), counted AS (
        INSERT INTO counters AS t (account_id, noun, status, count)
        SELECT account_id, noun, status, sum(change)
          FROM unnest($7::text[], $8::text[], $9::text[], $10::bigint[]) AS c (account_id, noun, status, change)
         GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
        ON CONFLICT (account_id, noun, status) DO UPDATE SET count = t.count + excluded.count
    ), remembered AS (
        INSERT INTO idempotency_keys AS k
               (account_id, partner, key, request_hash, status, response, is_sealed, created_at)
        SELECT m.*, now()
          FROM unnest($11::text[], $12::text[], $13::text[], $14::bytea[], $15::smallint[], $16::bytea[],
          $17::boolean[])
               AS m (account_id, partner, key, request_hash, status, response, is_sealed)
         ORDER BY 1, 2, 3
        ON CONFLICT (account_id, partner, key) DO UPDATE
           SET request_hash = excluded.request_hash, status = excluded.status, response = excluded.response,
               is_sealed = excluded.is_sealed, lease_until = NULL, holder = NULL,
               created_at = excluded.created_at
         WHERE k.created_at <= now() - $18::interval OR (k.status IS NULL AND k.request_hash = excluded.request_hash)
        RETURNING 1
    ){sharded}
    SELECT (SELECT count(*) FROM remembered) AS remembered{audited}
"""
# A sharded counter has a few rows, chosen by connection, so that concurrent transactions rarely wait for each other.
_SHARDED = """, sharded AS (
        INSERT INTO sharded_counters AS s (account_id, noun, status, shard, count)
        SELECT account_id, noun, status, pg_backend_pid() % {shards}, sum(change)
          FROM unnest($19::text[], $20::text[], $21::text[], $22::bigint[]) AS c (account_id, noun, status, change)
         GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
        ON CONFLICT (account_id, noun, status, shard) DO UPDATE SET count = s.count + excluded.count
    ), used AS (
        INSERT INTO monthly_usage AS u (account_id, month, noun, shard, count)
        SELECT account_id, date_trunc('month', now() AT TIME ZONE 'UTC')::date, noun, pg_backend_pid() % {shards},
               sum(change)
          FROM unnest($23::text[], $24::text[], $25::bigint[]) AS m (account_id, noun, change)
         GROUP BY 1, 3 ORDER BY 1, 3
        ON CONFLICT (account_id, month, noun, shard) DO UPDATE SET count = u.count + excluded.count
    )
"""
# An error within the function rolls back nothing outside of it (docs/decisions/0034-audit.md).
_AUDITED = """, done.unwritten, done.problem
      FROM (SELECT array_agg(ROW(e.account_id, e.id, e.actor_type, e.actor_id, e.actor_email, e.action, e.target_type,
                                 e.target_id, e.before, e.after, e.ip, e.user_agent, e.metadata)::audit_line
                             ORDER BY e.nth) AS lines
              FROM unnest({columns})
                   WITH ORDINALITY AS e (account_id, id, actor_type, actor_id, actor_email, action, target_type,
                                         target_id, before, after, ip, user_agent, metadata, nth)
           ) told CROSS JOIN LATERAL record_audit_lines(told.lines) AS done"""
# The trace contexts of those events that have one (infra/observability/tracing).
_TRACES = """
          LEFT JOIN unnest({ids}::text[], {marks}::bytea[]) AS m (id, trace) ON m.id = h.id"""
SHARDS = 8
_BASE_COLUMNS, _SHARDED_COLUMNS = 18, 7


def _audited(after: int) -> str:
    """SQL that writes audit entries; their columns are the parameters after the first `after` ones."""
    columns = ", ".join(f"${nth}::text[]" for nth in range(after + 1, after + 1 + _LINE_COLUMNS))
    return _AUDITED.format(columns=columns)


_SHARDED_PART = _SHARDED.format(shards=SHARDS)


def _statement(*, has_sharded: bool, has_lines: bool, has_traces: bool) -> Statement:
    columns = _BASE_COLUMNS + _SHARDED_COLUMNS * has_sharded
    name = "outbox.batched_flush" + "_sharded" * has_sharded + "_audited" * has_lines + "_traced" * has_traces
    marks = columns + _LINE_COLUMNS * has_lines + 1
    return sql(
        name,
        _FLUSH,
        sharded=_SHARDED_PART if has_sharded else "",
        audited=_audited(columns) if has_lines else "",
        trace=", trace" if has_traces else "",
        its_trace=", m.trace" if has_traces else "",
        traces=_TRACES.format(ids=f"${marks}", marks=f"${marks + 1}") if has_traces else "",
    )


# Variants by the presence of sharded counters, audit entries and traces. A stock movement mostly has none of them, and
# gets the cheapest statement.
FLUSH = {
    (has_sharded, has_lines, has_traces): _statement(
        has_sharded=has_sharded, has_lines=has_lines, has_traces=has_traces
    )
    for has_sharded in (False, True)
    for has_lines in (False, True)
    for has_traces in (False, True)
}

NOTIFY = sql("outbox.unscoped_notify", "SELECT pg_notify($1, '')")


class StoredResponse(msgspec.Struct, frozen=True):
    """The response that an idempotency record stores for replay."""

    partner: str
    key: str
    request_hash: bytes
    status: int
    response: bytes
    is_sealed: bool


class IdempotencyConflict(Exception):
    """Another request with the same idempotency key committed first; roll back, and replay its response."""


async def flush(
    connection: asyncpg.Connection, transactions: Sequence[tuple[Tx, StoredResponse | None]], *, retention_hours: int
) -> None:
    """Store the side effects and responses of transactions that share a commit. Raises IdempotencyConflict."""
    responses = [(tx.account_id, response) for tx, response in transactions if response is not None]
    events = [(tx.account_id, event) for tx, _ in transactions for event in tx.events]
    counts = [(tx.account_id, *what, change) for tx, _ in transactions for what, change in tx.counts.items()]
    sharded = [(tx.account_id, *what, change) for tx, _ in transactions for what, change in tx.sharded_counts.items()]
    usage = [(tx.account_id, *one) for tx, _ in transactions for one in tx.usage.items()]
    lines = [_audit_line(tx, entry) for tx, _ in transactions for entry in tx.audits]
    marks = [(event.id, tx.span.span_context) for tx, _ in transactions if tx.span is not None for event in tx.events]
    has_sharded = bool(sharded or usage)
    if not (responses or events or counts or has_sharded or lines):
        return
    stored = await connection.fetchrow(
        FLUSH[has_sharded, bool(lines), bool(marks)].text,
        *_event_columns(events),
        *_columns(counts, 4),
        *_response_columns(responses),
        timedelta(hours=retention_hours),
        *((*_columns(sharded, 4), *_columns(usage, 3)) if has_sharded else ()),
        *(_columns(lines, _LINE_COLUMNS) if lines else ()),
        *(_columns(marks, 2) if marks else ()),
    )
    assert stored is not None
    if stored["remembered"] != len(responses):
        raise IdempotencyConflict
    if lines:
        _report_lost(stored, lines)


def _event_columns(events: Sequence[tuple]) -> list[list]:
    return _columns(
        [
            (account, event.id, event.type, event.subject, msgspec.json.encode(event.data).decode(), event.occurred_at)
            for account, event in events
        ],
        6,
    )


def _response_columns(responses: Sequence[tuple[str, StoredResponse]]) -> list[list]:
    return _columns(
        [(account, a.partner, a.key, a.request_hash, a.status, a.response, a.is_sealed) for account, a in responses],
        7,
    )


def _columns(rows: Sequence[tuple], width: int) -> list[list]:
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(width)]


def _report_lost(stored: asyncpg.Record, lines: Sequence[tuple]) -> None:
    """Log audit entries that could not be written, since they are best-effort as specified."""
    if stored["problem"] is None:
        return
    lost = set(stored["unwritten"] or ())
    actions = [line[5] for line in lines if line[1] in lost]
    log.warning("audit_not_written", actions=actions, written=len(lines) - len(lost), sqlstate=stored["problem"])


def _audit_line(tx: Tx, entry: AuditLine) -> tuple:
    actor = entry.actor or tx.actor
    before, after = changed_fields(entry.before, entry.after)
    return (
        entry.account_id or tx.account_id,
        ids.cuid(),
        entry.actor_type or ("user" if actor.actor_id else "system"),
        actor.actor_id or None,
        actor.actor_email,
        entry.action,
        entry.target_type,
        entry.target_id,
        _json(before),
        _json(after),
        actor.ip,
        actor.user_agent,
        _json(shortened(entry.metadata or getattr(actor, "audit_metadata", None) or {})),
    )


def _json(value: object) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


def changed_fields(before: object, after: object) -> tuple[Value, Value]:
    """Two records as JSON types, without the fields that are equal in both. Either may be None."""
    old, new = (None if one is None else msgspec.to_builtins(one, str_keys=True) for one in (before, after))
    if isinstance(old, dict) and isinstance(new, dict):
        both = (old, new)
        old, new = ({name: one[name] for name in one if _is_stored(name, *both)} for one in both)
    return shortened(old), shortened(new)


def shortened(value: object) -> Value:
    """The value with all texts in it cut at MAX_CHARACTERS."""
    if isinstance(value, str):
        return value if len(value) <= MAX_CHARACTERS else value[:MAX_CHARACTERS] + ELLIPSIS
    if isinstance(value, dict):
        return {name: shortened(inner) for name, inner in value.items()}
    return [shortened(inner) for inner in value] if isinstance(value, list) else value


def _is_stored(name: str, before: dict[str, Any], after: dict[str, Any]) -> bool:
    if name == _KEPT:
        return True
    is_same = name in before and name in after and before[name] == after[name]
    return not is_same and name != _LEFT_OUT
