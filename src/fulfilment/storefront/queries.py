"""SQL of storefronts: candidates for a signature, and the record of applied events."""

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx

_STOREFRONT = """
    SELECT s.account_id, s.id, s.partner, s.secret, s.created_at,
           CASE WHEN s.previous_until > now() THEN s.previous_secret END AS previous_secret,
           a.suspended_at IS NOT NULL AS is_suspended, p.ended_at IS NOT NULL AS is_ended, now() AS now
      FROM {source} JOIN accounts a ON a.id = s.account_id LEFT JOIN partners p ON p.name = s.partner
"""

FIND = sql("storefront.unscoped_find", _STOREFRONT + "WHERE s.id = $1", source="storefronts s")

FIND_BY_WORKSPACE = sql(
    "storefront.unscoped_find_of_workspace", _STOREFRONT + "WHERE s.account_id = $1", source="storefronts s"
)

LIST_NEWEST = sql(
    "storefront.unscoped_newest",
    _STOREFRONT + "ORDER BY s.created_at DESC, s.id DESC",
    source="(SELECT columns(storefronts) FROM storefronts ORDER BY created_at DESC, id DESC LIMIT $1) s",
)

# A concurrent repeat waits for the first one's commit, and then stores nothing.
RECORD_EVENT = sql(
    "storefront.record_event",
    "INSERT INTO storefront_events (account_id, id, type) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id",
)


async def record_event(tx: Tx, event_id: str, type: str) -> bool:
    """Record an event. Returns false where it was applied before."""
    return await tx.fetch_value(RECORD_EVENT, event_id, type) is not None
