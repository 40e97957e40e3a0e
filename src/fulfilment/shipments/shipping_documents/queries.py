"""SQL of shipping documents: the data that they show besides the shipment, and the print marks."""

from collections.abc import Sequence
from datetime import datetime

import asyncpg

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx

# Ordered by id, so that two requests that mark the same shipments cannot deadlock.
LOCK_ALL = sql(
    "shipments.lock_all",
    """
    SELECT id, waybill_id, printed_at, printed_by FROM shipments WHERE account_id = $1 AND id = ANY($2::text[])
     ORDER BY id FOR NO KEY UPDATE
    """,
)

MARK = sql(
    "shipments.mark_printed",
    "UPDATE shipments SET printed_at = $3, printed_by = $4 WHERE account_id = $1 AND id = ANY($2::text[])",
)

# The name of a product's default variant adds nothing to the item's own name.
VARIANT_NAMES = sql(
    "shipments.variant_names",
    "SELECT id, name FROM variants WHERE account_id = $1 AND id = ANY($2::text[]) AND NOT is_default",
)

_MANIFEST_COLUMNS = """
    s.id, s.status, s.courier_code, s.waybill_id, s.external_ref,
    coalesce((SELECT name FROM accounts WHERE id = $1), s.origin_snapshot->>'contactName') AS sender,
    s.destination_snapshot->>'contactName' AS recipient,
    coalesce(s.destination_snapshot->>'city', s.destination_snapshot->>'district', '') AS city
"""

LISTED = sql(
    "shipments.find_for_manifest",
    "SELECT {columns} FROM shipments s WHERE s.account_id = $1 AND s.id = ANY($2::text[])",
    columns=_MANIFEST_COLUMNS,
)

# Limit of shipments of one status that are searched for a courier, however many a workspace has left open.
MAX_SCANNED = 5_000
WAITING = sql(
    "shipments.find_awaiting_pickup",
    """
    SELECT {columns} FROM (
        SELECT columns(shipments w) FROM shipments w WHERE w.account_id = $1 AND w.status = $2
         ORDER BY w.id DESC LIMIT {max_scanned}
    ) s WHERE s.courier_code = $3 ORDER BY s.id DESC LIMIT $4
    """,
    columns=_MANIFEST_COLUMNS,
    max_scanned=str(MAX_SCANNED),
)


async def lock_shipments(tx: Tx, shipment_ids: Sequence[str]) -> dict[str, asyncpg.Record]:
    """The existing shipments by id, locked."""
    return {row["id"]: row for row in await tx.fetch_all(LOCK_ALL, list(set(shipment_ids)))}


async def update_print_marks(tx: Tx, shipment_ids: Sequence[str], at: datetime | None, by: str | None) -> None:
    await tx.fetch_all(MARK, list(shipment_ids), at, by)


async def find_variant_names(read: Read, variant_ids: Sequence[str]) -> dict[str, str]:
    """Names of variants by id, without default variants."""
    rows = await read.fetch_all(VARIANT_NAMES, list(variant_ids)) if variant_ids else []
    return {row["id"]: row["name"] for row in rows}


async def find_for_manifest(read: Read, shipment_ids: Sequence[str]) -> dict[str, asyncpg.Record]:
    """The existing shipments by id, with the columns of a hand-over list."""
    return {row["id"]: row for row in await read.fetch_all(LISTED, list(shipment_ids))}


async def find_awaiting_pickup(read: Read, status: str, courier_code: str, limit: int) -> list[asyncpg.Record]:
    """A courier's shipments of one status, newest first, with the columns of a hand-over list."""
    return list(await read.fetch_all(WAITING, status, courier_code, limit))
