"""Whether the measured adjustments did all of their work: a fast answer that forgot its event is no result."""

import asyncpg

from benchmarks.processes import CannotMeasure

_COUNTED = """
    SELECT (SELECT count(*) FROM stock_movements WHERE reason = 'manual_adjust') AS movements,
           (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM outbox) AS queued,
           (SELECT count(*) FROM idempotency_keys WHERE status = 200) AS memories,
           (SELECT count(*) FROM stock_levels l
             WHERE quantity <> (SELECT sum(delta) FROM stock_movements m
                                 WHERE (m.account_id, m.variant_id, m.warehouse_id)
                                     = (l.account_id, l.variant_id, l.warehouse_id))) AS unbalanced
"""


async def check(database_url: str, answered: int) -> None:
    """Raise CannotMeasure unless every answered adjustment left a movement, an event and a memory of its key."""
    db = await asyncpg.connect(database_url)
    try:
        found = await db.fetchrow(_COUNTED)
    finally:
        await db.close()
    missing = [name for name in ("movements", "events", "queued", "memories") if found[name] != answered]
    if missing or found["unbalanced"]:
        raise CannotMeasure(f"{answered} adjustments were answered, but the database holds {dict(found)}.")
