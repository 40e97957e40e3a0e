"""The SQL of taking over courier calls that nobody is at any more, the workspaces in turn.

Whoever takes calls has locked their lane, and passes over calls that others hold; whoever changes calls otherwise locks
the lane after them. So neither waits for the other with something in hand that it needs.
"""

from collections.abc import Sequence
from datetime import timedelta

import asyncpg

from fulfilment.infra.database import heartbeat
from fulfilment.infra.database.deferred_releases import ClaimWindow, claimed_within
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.shipments.courier_operations import BACKOFF_DELAY, SCHEDULE_TENANT

# More than one taking takes.
MAX_RELEASED = 500

# From process to process along an index.
FIND_OWNERS = sql(
    "courier_operations.unscoped_find_owners",
    """
    WITH RECURSIVE owner (holder) AS (
        (SELECT holder FROM courier_operations WHERE holder IS NOT NULL ORDER BY holder LIMIT 1)
        UNION ALL
        SELECT next.holder FROM owner CROSS JOIN LATERAL (
            SELECT c.holder FROM courier_operations c WHERE c.holder > owner.holder ORDER BY c.holder LIMIT 1
        ) next
    )
    SELECT holder FROM owner
    """,
)

# What those that are gone ($2) had in hand is due at once.
_RELEASE = """
    WITH left_behind AS MATERIALIZED (
        SELECT c.account_id, c.shipment_id FROM unnest($2::integer[]) AS gone (holder) CROSS JOIN LATERAL (
            SELECT account_id, shipment_id, due_at FROM courier_operations
             WHERE holder = gone.holder LIMIT $1 FOR UPDATE SKIP LOCKED
        ) c {condition} LIMIT $1
    ), released AS (
        UPDATE courier_operations c SET holder = NULL, lease_until = least(c.lease_until, now()), due_at = now()
          FROM left_behind b WHERE c.account_id = b.account_id AND c.shipment_id = b.shipment_id
        RETURNING c.account_id, c.due_at
    ), scheduled AS ({schedule_tenant})
    SELECT count(*) FROM released
"""
RELEASE_DEAD_OWNERS = sql(
    "courier_operations.unscoped_release_dead_owners",
    _RELEASE,
    condition="",
    schedule_tenant=SCHEDULE_TENANT.format(operations="released"),
)
# The same of what this process ($2) took in a span, and may not know of; taking it moves `due_at` alone.
RELEASE_CLAIMED = sql(
    "courier_operations.unscoped_release_claimed",
    _RELEASE,
    condition=f"WHERE {claimed_within('c.due_at', 3)}",
    schedule_tenant=SCHEDULE_TENANT.format(operations="released"),
)

LOCK_DUE_TENANTS = sql(
    "courier_operations.unscoped_lock_due_tenants",
    """
    SELECT account_id FROM courier_operation_tenants WHERE due_at <= now() AND account_id <> ALL ($1::text[])
     ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

# A statement of its own after LOCK_LANES: only what begins after the lanes are ours sees all that was claimed before.
# $2 is the room of each lane, $3 the lease, $4 the process that takes. A lane that may have more goes behind those that
# have waited longer; what others hold just now is looked at again soon. $5 is the sum of the rooms: it takes nothing
# away, but tells the planner how few rows there are, which else reads the table from end to end.
CLAIM_DUE = sql(
    "courier_operations.batched_claim_due",
    """
    WITH tenants AS (
        SELECT * FROM unnest($1::text[], $2::integer[]) AS l (account_id, capacity)
    ), selected AS MATERIALIZED (
        SELECT p.* FROM tenants l CROSS JOIN LATERAL (
            SELECT account_id, shipment_id FROM courier_operations
             WHERE account_id = l.account_id AND due_at <= now() ORDER BY due_at LIMIT l.capacity FOR UPDATE SKIP LOCKED
        ) p LIMIT $5
    ), claimed AS (
        UPDATE courier_operations c SET due_at = now() + $3::interval, holder = $4, faults = c.faults + 1
          FROM selected p WHERE c.account_id = p.account_id AND c.shipment_id = p.shipment_id
        RETURNING c.account_id, c.shipment_id, c.kind, c.actor, c.memory, c.faults, c.started_at
    ), moved AS (
        UPDATE courier_operation_tenants l
           SET due_at = CASE WHEN (SELECT count(*) FROM selected p WHERE p.account_id = tenants.account_id)
                           >= tenants.capacity
                             THEN now()
                             ELSE least((SELECT now() + $3::interval FROM selected p
                                          WHERE p.account_id = tenants.account_id LIMIT 1),
                                        (SELECT greatest(min(c.due_at), now() + interval '1 s')
                                           FROM (SELECT shipment_id, due_at FROM courier_operations
                                                  WHERE account_id = tenants.account_id
                                                  ORDER BY due_at LIMIT tenants.capacity + 1) c
                                          WHERE c.shipment_id NOT IN (SELECT p.shipment_id FROM selected p
                                                                       WHERE p.account_id = tenants.account_id)
                                         HAVING count(*) > 0)) END
          FROM tenants WHERE l.account_id = tenants.account_id
    )
    SELECT * FROM claimed
    """,
)

# What of it is still in the hands of the process that took it, which has given up for now.
POSTPONE = sql(
    "courier_operations.postpone",
    """
    WITH postponed AS (
        UPDATE courier_operations c SET holder = NULL, lease_until = least(c.lease_until, now()),
            due_at = now() + {delay}
         WHERE account_id = $1 AND shipment_id = $2 AND holder IS NOT DISTINCT FROM $3
        RETURNING account_id, due_at
    )
    {schedule_tenant}
    """,
    delay=BACKOFF_DELAY,
    schedule_tenant=SCHEDULE_TENANT.format(operations="postponed"),
)


async def release_dead_owners(connection: asyncpg.Connection, limit: int) -> int:
    """Have what dead processes left behind be due; how much that was."""
    owner_ids = [row["holder"] for row in await connection.fetch(FIND_OWNERS.text)]
    dead_owner_ids = await heartbeat.find_dead_owners(connection, owner_ids)
    if not dead_owner_ids:
        return 0
    released = await connection.fetchval(RELEASE_DEAD_OWNERS.text, limit, dead_owner_ids)
    assert released is not None, "a count is always answered"
    return released


async def release_claimed(connection: asyncpg.Connection, owner_id: int | None, window: ClaimWindow) -> None:
    """Have what a process took in that time be due: the answer to its taking was lost."""
    if owner_id is not None:
        await connection.execute(RELEASE_CLAIMED.text, MAX_RELEASED, [owner_id], *window.arguments)


async def lock_due_tenants(connection: asyncpg.Connection, saturated: Sequence[str], limit: int) -> list[str]:
    """The workspaces whose turn it is, but for those that have no room."""
    return [row["account_id"] for row in await connection.fetch(LOCK_DUE_TENANTS.text, saturated, limit)]


async def claim_due(
    connection: asyncpg.Connection,
    account_ids: Sequence[str],
    capacities: Sequence[int],
    lease: timedelta,
    owner_id: int | None,
) -> list[asyncpg.Record]:
    """Calls of these workspaces that are due, as many of each as it has room for, ours for a while."""
    return await connection.fetch(CLAIM_DUE.text, account_ids, capacities, lease, owner_id, sum(capacities))


async def postpone_operation(tx: Tx, shipment_id: str, owner_id: int | None) -> None:
    """Leave it alone for longer than the last time, unless it has ended, was given up or is somebody else's by now."""
    await tx.fetch_optional(POSTPONE, shipment_id, owner_id)
