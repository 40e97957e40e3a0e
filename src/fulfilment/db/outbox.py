"""Settling a mutation: its events, counts, audit entries and idempotency memory, stored before the commit.

One statement stores the events, counts, memories and audit entries of one transaction, or of several that travel
together, so that a mutation costs no round trip per event. Rows are locked in one order (workspace, subject), whoever
writes.
"""

from collections.abc import Sequence
from datetime import timedelta

import asyncpg
import msgspec
import structlog

from fulfilment import ids
from fulfilment.db.sql import Statement, sql
from fulfilment.db.tx import AuditEntry, Tx

log = structlog.get_logger(__name__)

CHANNEL = "fulfilment_outbox"

_LINE_COLUMNS = 13

_SETTLE = """
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
        INSERT INTO tallies AS t (account_id, noun, status, count)
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
    ){spread}
    SELECT (SELECT count(*) FROM remembered) AS remembered{audited}
"""
# Such a count is one row of a few, by the connection: of those who count at once, few wait for each other's commit.
_SPREAD = """, spread AS (
        INSERT INTO spread_tallies AS s (account_id, noun, status, shard, count)
        SELECT account_id, noun, status, pg_backend_pid() % {shards}, sum(change)
          FROM unnest($19::text[], $20::text[], $21::text[], $22::bigint[]) AS c (account_id, noun, status, change)
         GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
        ON CONFLICT (account_id, noun, status, shard) DO UPDATE SET count = s.count + excluded.count
    ), used AS (
        INSERT INTO usage_months AS u (account_id, month, noun, shard, count)
        SELECT account_id, date_trunc('month', now() AT TIME ZONE 'UTC')::date, noun, pg_backend_pid() % {shards},
               sum(change)
          FROM unnest($23::text[], $24::text[], $25::bigint[]) AS m (account_id, noun, change)
         GROUP BY 1, 3 ORDER BY 1, 3
        ON CONFLICT (account_id, month, noun, shard) DO UPDATE SET count = u.count + excluded.count
    )
"""
# What goes wrong within the function undoes nothing outside of it (docs/decisions/0065-audit-log.md).
_AUDITED = """, done.unwritten, done.problem
      FROM (SELECT array_agg(ROW(e.account_id, e.id, e.actor_type, e.actor_id, e.actor_email, e.action, e.target_type,
                                 e.target_id, e.before, e.after, e.ip, e.user_agent, e.metadata)::audit_line
                             ORDER BY e.nth) AS lines
              FROM unnest({columns})
                   WITH ORDINALITY AS e (account_id, id, actor_type, actor_id, actor_email, action, target_type,
                                         target_id, before, after, ip, user_agent, metadata, nth)
           ) told CROSS JOIN LATERAL record_audit_lines(told.lines) AS done"""
# What the events belong to, of those alone that belong to something (fulfilment/traces).
_TRACES = """
          LEFT JOIN unnest({ids}::text[], {marks}::bytea[]) AS m (id, trace) ON m.id = h.id"""
SHARDS = 8
_PLAIN_COLUMNS, _SPREAD_COLUMNS = 18, 7


def _audited(after: int) -> str:
    """The part that writes audit entries, whose columns are the parameters that come after so many others."""
    columns = ", ".join(f"${nth}::text[]" for nth in range(after + 1, after + 1 + _LINE_COLUMNS))
    return _AUDITED.format(columns=columns)


_HAS_SPREAD = _SPREAD.format(shards=SHARDS)


def _statement(*, has_spread: bool, has_lines: bool, has_traces: bool) -> Statement:
    columns = _PLAIN_COLUMNS + _SPREAD_COLUMNS * has_spread
    name = "outbox.batched_settle" + "_spread" * has_spread + "_audited" * has_lines + "_traced" * has_traces
    marks = columns + _LINE_COLUMNS * has_lines + 1
    return sql(
        name,
        _SETTLE,
        spread=_HAS_SPREAD if has_spread else "",
        audited=_audited(columns) if has_lines else "",
        trace=", trace" if has_traces else "",
        its_trace=", m.trace" if has_traces else "",
        traces=_TRACES.format(ids=f"${marks}", marks=f"${marks + 1}") if has_traces else "",
    )


# By whether spread counts change, whether there are audit entries, and whether one of the events belongs to a trace:
# moving stock, for one, mostly has none of that, and does not pay for it.
SETTLE = {
    (has_spread, has_lines, has_traces): _statement(has_spread=has_spread, has_lines=has_lines, has_traces=has_traces)
    for has_spread in (False, True)
    for has_lines in (False, True)
    for has_traces in (False, True)
}

RING = sql("outbox.unscoped_ring", "SELECT pg_notify($1, '')")


class Answer(msgspec.Struct, frozen=True):
    """What an idempotency key will remember of a transaction."""

    partner: str
    key: str
    request_hash: bytes
    status: int
    response: bytes
    is_sealed: bool


class Unwritten(msgspec.Struct):
    """How many audit entries this process could not write since somebody took the count."""

    count: int = 0

    def take(self) -> int:
        count, self.count = self.count, 0
        return count


unwritten = Unwritten()


class KeyTaken(Exception):
    """Another request committed under the same idempotency key first; this one must be undone and replayed."""


async def settle(
    connection: asyncpg.Connection, members: Sequence[tuple[Tx, Answer | None]], *, memory_hours: int
) -> None:
    """Store what the members' transactions emitted, counted and answered. Raises KeyTaken."""
    answers = [(tx.account_id, answer) for tx, answer in members if answer is not None]
    events = [(tx.account_id, event) for tx, _ in members for event in tx.events]
    counts = [(tx.account_id, *what, change) for tx, _ in members for what, change in tx.counts.items()]
    spread = [(tx.account_id, *what, change) for tx, _ in members for what, change in tx.spread.items()]
    used = [(tx.account_id, *one) for tx, _ in members for one in tx.used.items()]
    lines = [_audit_line(tx, entry) for tx, _ in members for entry in tx.audits]
    marks = [(event.id, tx.span.mark) for tx, _ in members if tx.span is not None for event in tx.events]
    has_spread = bool(spread or used)
    if not (answers or events or counts or has_spread or lines):
        return
    stored = await connection.fetchrow(
        SETTLE[has_spread, bool(lines), bool(marks)].text,
        *_event_columns(events),
        *_columns(counts, 4),
        *_answer_columns(answers),
        timedelta(hours=memory_hours),
        *((*_columns(spread, 4), *_columns(used, 3)) if has_spread else ()),
        *(_columns(lines, _LINE_COLUMNS) if lines else ()),
        *(_columns(marks, 2) if marks else ()),
    )
    if stored["remembered"] != len(answers):
        raise KeyTaken
    if lines:
        _tell_unwritten(stored, lines)


def _event_columns(events: Sequence[tuple]) -> list[list]:
    return _columns(
        [
            (account, event.id, event.type, event.subject, msgspec.json.encode(event.data).decode(), event.occurred_at)
            for account, event in events
        ],
        6,
    )


def _answer_columns(answers: Sequence[tuple[str, Answer]]) -> list[list]:
    return _columns(
        [(account, a.partner, a.key, a.request_hash, a.status, a.response, a.is_sealed) for account, a in answers],
        7,
    )


def _columns(rows: Sequence[tuple], width: int) -> list[list]:
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(width)]


def _tell_unwritten(stored: asyncpg.Record, lines: Sequence[tuple]) -> None:
    """Audit entries are best-effort, as specified: what could not be written is told of and counted."""
    if stored["problem"] is None:
        return
    lost = set(stored["unwritten"] or ())
    unwritten.count += len(lost)
    actions = [line[5] for line in lines if line[1] in lost]
    log.warning("audit_not_written", actions=actions, written=len(lines) - len(lost), sqlstate=stored["problem"])


def _audit_line(tx: Tx, entry: AuditEntry) -> tuple:
    actor = entry.actor or tx.actor
    return (
        entry.account_id or tx.account_id,
        ids.opaque(),
        entry.actor_type or ("user" if actor.actor_id else "system"),
        actor.actor_id or None,
        actor.actor_email,
        entry.action,
        entry.target_type,
        entry.target_id,
        _json(entry.before),
        _json(entry.after),
        actor.ip,
        actor.user_agent,
        _json(entry.metadata or getattr(actor, "audit_metadata", None) or {}),
    )


def _json(value: object) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()
