"""Everything that happened to one shipment, in one list: courier, money, stock, webhooks, people and waybills.

One statement reads it, a bounded number of rows of each kind by an index of its own. What the reader's roles may not
read is not looked for.
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

# Each part has the same columns. $3 to $5: whether money, webhooks and people are looked for.
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
    """One thing that happened to a shipment. What does not apply to its kind is null."""

    at: Timestamp
    """When it happened."""
    kind: EntryKind
    """Whose word it is: a courier's report, a movement of the credit, one of stock, a webhook, a person's act, or a
    waybill that the courier replaced.
    """
    what: str
    """Of a courier the shipment's status then, of money the kind of the transaction, of stock `taken` or `released`,
    of a webhook the event's type, of a person the audited action, of a waybill `replaced`.
    """
    note: str | None
    """What was said beside it: by the courier, as the memo of a transaction, or by the last attempt that failed. Of a
    waybill the former one, which goes on finding the shipment.
    """
    by: str | None
    """Who did it: an e-mail address or an id; null where nobody is known."""
    amount: int | None
    """What the shipping credit moved by, in minor units; less than 0 where it was charged."""
    quantity: int | None
    """By how many pieces the stock moved; less than 0 where it was taken."""
    variant_id: str | None
    """The variant whose stock moved (`var_…`)."""
    url: str | None
    """Where the webhook goes."""
    state: str | None
    """Of a courier its own word, of a webhook how far its delivery is."""
    attempts: int | None
    """How often the webhook was tried."""


class ShipmentTimeline(ApiModel):
    """What happened to a shipment."""

    entries: list[TimelineEntry]
    """The newest first, 200 at most, of each kind the newest hundred."""
    is_more: bool
    """Whether there is more than is shown."""


async def get_timeline(read: Read, id: str) -> ShipmentTimeline:
    """What happened to the shipment, as far as the caller may read it. Raises NotFound."""
    rows = await read.fetch_all(TIMELINE, id, *(_can_read(read, right) for right in _RIGHTS))
    if not rows and await read.fetch_value(EXISTS, id) is None:
        raise NotFound
    return ShipmentTimeline(
        entries=[from_row(TimelineEntry, row) for row in rows[:MAX_ENTRIES]], is_more=len(rows) > MAX_ENTRIES
    )


# In the order of the statement's parameters.
_RIGHTS = ("shipping_credits.read", "webhooks.read", "audit_log.read")


def _can_read(read: Read, permission: str) -> bool:
    """A person reads what their roles allow, a key what its scopes would."""
    principal: Any = read.actor
    if principal.roles is not None:
        return roles.may(principal.roles, permission)
    return permission != "webhooks.read" or "admin" in principal.scopes
