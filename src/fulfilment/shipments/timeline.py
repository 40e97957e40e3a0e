"""Timeline of a shipment: courier, money, stock, webhooks, people and waybills in one list.

One statement reads a bounded number of rows of each kind, by an index of its own. It does not read what the reader's
roles may not see.
"""

from typing import Any, Literal

from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.auth import roles
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import ApiModel, Timestamp, from_row
from fulfilment.shipments.queries import MERCHANT_CANCELLED

MAX_PER_KIND = 100
MAX_ENTRIES = 200

EntryKind = Literal["courier", "money", "stock", "webhook", "person", "waybill"]

# Permissions, in the order of the statement's parameters.
_RIGHTS = ("shipping_credits.read", "webhooks.read", "audit_log.read")

# Each part has the same columns. $3 to $5 say if money, webhooks and people are read.
TIMELINE = sql(
    "shipments.timeline",
    f"""
    SELECT at, kind, what, note, by, amount, quantity, variant_id, url, state, attempts FROM (
        (SELECT occurred_at AS at, 'courier' AS kind, status AS what, note,
                NULL AS by, NULL::bigint AS amount, NULL::bigint AS quantity, NULL AS variant_id, NULL AS url,
                nullif(raw_status, '{MERCHANT_CANCELLED}') AS state, NULL::integer AS attempts, id
           FROM shipment_events WHERE account_id = $1 AND shipment_id = $2
          ORDER BY occurred_at DESC LIMIT {MAX_PER_KIND})
        UNION ALL
        (SELECT replaced_at, 'waybill', 'replaced', waybill_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, waybill_id
           FROM previous_waybills WHERE account_id = $1 AND shipment_id = $2
          ORDER BY replaced_at DESC LIMIT {MAX_PER_KIND})
        UNION ALL
        (SELECT created_at, 'money', kind, memo, created_by, amount, NULL, NULL, NULL, NULL, NULL, id
           FROM credit_transactions WHERE account_id = $1 AND shipment_id = $2 AND $3::boolean
          ORDER BY number DESC LIMIT {MAX_PER_KIND})
        UNION ALL
        (SELECT consumed_at, 'stock', 'taken', NULL, NULL, NULL, -quantity, variant_id, NULL, NULL, NULL, id
           FROM stock_reservations WHERE account_id = $1 AND shipment_id = $2 AND consumed_at IS NOT NULL
          LIMIT {MAX_PER_KIND})
        UNION ALL
        (SELECT released_at, 'stock', 'released', NULL, NULL, NULL, quantity, variant_id, NULL, NULL, NULL, id
           FROM stock_reservations WHERE account_id = $1 AND shipment_id = $2 AND released_at IS NOT NULL
          LIMIT {MAX_PER_KIND})
        UNION ALL
        (SELECT d.updated_at, 'webhook', d.type, d.last_error, NULL, NULL, NULL, NULL, w.url, d.status, d.attempts, d.id
           FROM (SELECT id FROM events WHERE account_id = $1 AND subject = $2 AND $4::boolean
                  ORDER BY type, id LIMIT {MAX_PER_KIND}) e
           JOIN LATERAL (SELECT id, type, endpoint_id, status, attempts, last_error, updated_at FROM webhook_deliveries
                          WHERE account_id = $1 AND event_id = e.id LIMIT 10) d ON true
           JOIN LATERAL (SELECT url FROM webhook_endpoints
                          WHERE account_id = $1 AND id = d.endpoint_id LIMIT 1) w ON true
          LIMIT {MAX_PER_KIND})
        UNION ALL
        (SELECT created_at, 'person', action, NULL, coalesce(actor_email, actor_id),
                NULL, NULL, NULL, NULL, NULL, NULL, id
           FROM audit_entries WHERE account_id = $1 AND target_id = $2 AND $5::boolean
          ORDER BY created_at DESC, id DESC LIMIT {MAX_PER_KIND})
    ) entries ORDER BY at DESC, id DESC LIMIT {MAX_ENTRIES + 1}
    """,
)
EXISTS = sql("shipments.exists", "SELECT true FROM shipments WHERE account_id = $1 AND id = $2")


class TimelineEntry(ApiModel):
    """One entry of a shipment's timeline. Fields that do not apply to its kind are null."""

    at: Timestamp
    """When it happened."""
    kind: EntryKind
    """The kind of the entry: a courier's report, a movement of credit or of stock, a webhook, a user's action, or a
    replaced waybill.
    """
    what: str
    """The event, by its kind. For `courier` it is the shipment's status then; for `money`, the kind of the transaction.
    For `stock` it is `taken` or `released`; for `webhook`, the event's type. For `person` it is the audited action; for
    `waybill`, `replaced`.
    """
    note: str | None
    """The note of the entry: the courier's, the transaction's memo, or the error of the last failed attempt. For
    `waybill` it is the former waybill, which still finds the shipment.
    """
    by: str | None
    """The user or key that acted, as an e-mail address or an id; null where it is not known."""
    amount: int | None
    """The change of the shipping credit, in minor units; below 0 where it was charged."""
    quantity: int | None
    """The change of the stock in pieces; below 0 where it was taken."""
    variant_id: str | None
    """The variant whose stock moved (`var_…`)."""
    url: str | None
    """The URL of the webhook's endpoint."""
    state: str | None
    """The courier's own status for `courier`, or the delivery's status for `webhook`."""
    attempts: int | None
    """The number of attempts to deliver the webhook."""


class ShipmentTimeline(ApiModel):
    """The timeline of a shipment."""

    entries: list[TimelineEntry]
    """The newest entries first: 200 at most, and 100 of each kind."""
    is_more: bool
    """True if there are more entries than are shown."""


async def get_timeline(read: Read, id: str) -> ShipmentTimeline:
    """The timeline of a shipment, as far as the caller may read it. Raises NotFound."""
    rows = await read.fetch_all(TIMELINE, id, *(_can_read(read, right) for right in _RIGHTS))
    if not rows and await read.fetch_value(EXISTS, id) is None:
        raise NotFound
    return ShipmentTimeline(
        entries=[from_row(TimelineEntry, row) for row in rows[:MAX_ENTRIES]], is_more=len(rows) > MAX_ENTRIES
    )


def _can_read(read: Read, permission: str) -> bool:
    """A user reads what their roles allow, a key what its scopes allow."""
    principal: Any = read.actor
    if principal.roles is not None:
        return roles.may(principal.roles, permission)
    return permission != "webhooks.read" or "admin" in principal.scopes
