"""The preferences of a workspace, and its steps to a first label (decision 36)."""

from collections.abc import Sequence
from typing import Any

import asyncpg

from fulfilment.infra.api.errors import NotFound, Validation
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.models import ApiModel, from_row, provided_fields
from fulfilment.settings import Settings
from fulfilment.workspaces import queries, schemas
from fulfilment.workspaces.schemas import DEFAULT_LABEL_SIZE, DEFAULT_ZONE, Workspace, WorkspaceChange

# Counts that are kept say whether there is any; of levels, the first row of an index does.
FIND = sql(
    "workspace.find_setup",
    """
    SELECT c.address IS NOT NULL AS origin,
           c.address IS NOT NULL AND c.active AS couriers,
           (SELECT coalesce(sum(count), 0) > 0 FROM sharded_counters
             WHERE account_id = $1 AND noun = 'product' AND status = 'active') AS products,
           (SELECT true FROM stock_levels WHERE account_id = $1 ORDER BY last_movement_id DESC LIMIT 1) IS NOT NULL
             AS stock,
           c.api_key IS NOT NULL OR coalesce(b.balance > b.held, false) AS payment,
           EXISTS (SELECT FROM counters WHERE account_id = $1 AND noun = 'shipment' AND count > 0) AS shipments
      FROM accounts a
      LEFT JOIN aggregator_configs c ON c.account_id = a.id
      LEFT JOIN credit_balances b ON b.account_id = a.id
     WHERE a.id = $1 /* account_id */
    """,
)


class WorkspaceSetup(ApiModel):
    """What the workspace has of what its first label needs."""

    origin: bool
    """Whether it is known where couriers collect: the shipping origin is set."""
    couriers: bool
    """Whether couriers are asked for prices: the origin is set, and shipping is not switched off. Every courier that
    needs no coordinates is asked until some are chosen, so none has to be.
    """
    products: bool
    """Whether there is a product that is not archived."""
    stock: bool
    """Whether any variant was ever counted in a warehouse."""
    payment: bool
    """Whether a booking can be paid for: there is shipping credit that is not held, or bookings go through the
    workspace's own key of the aggregator.
    """
    shipments: bool
    """Whether a shipment was ever drafted."""


async def get_setup(read: Read) -> WorkspaceSetup:
    """How far the workspace is, in one statement."""
    return from_row(WorkspaceSetup, await read.fetch_one(FIND))


# What opens by itself is called by its id until somebody gives it a name.
LIST_NAMES = sql("accounts.unscoped_names", "SELECT id, name FROM accounts WHERE id = ANY ($1::text[]) AND name <> id")


async def get_names(db: Database, account_ids: Sequence[str]) -> dict[str, str]:
    """The name of each; one that nobody has named has none. The caller has proven that they are theirs."""
    async with db.connection() as connection:
        rows = await connection.fetch(LIST_NAMES.text, list(account_ids))
    return {row["id"]: row["name"] for row in rows}


async def get_workspace(read: Read, settings: Settings) -> Workspace:
    """The workspace as it is now."""
    return _to_api(await queries.find(read), settings)


async def update_workspace(tx: Tx, body: WorkspaceChange, settings: Settings) -> Workspace:
    """Change what is given; a change of nothing leaves no trace. Raises Validation for a zone that nobody knows."""
    changed = provided_fields(body)
    zone = changed.get("time_zone")
    if zone is not None and zone not in schemas.list_names():
        raise Validation("This is no IANA time zone. Names look like 'Asia/Jakarta'.", field="timeZone")
    row = _require_row(await queries.lock(tx))
    values = dict(row) | changed
    if values == dict(row):
        return _to_api(row, settings)
    saved = await queries.update(tx, values["name"], values["language"], values["time_zone"], values["label_size"])
    before, after = _to_api(row, settings), _to_api(saved, settings)
    tx.audit("workspace.updated", "Workspace", tx.account_id, before=before, after=after)
    return after


def _require_row(row: asyncpg.Record | None) -> asyncpg.Record:
    if row is None:
        raise NotFound
    return row


def _to_api(row: asyncpg.Record | None, settings: Settings) -> Workspace:
    row = _require_row(row)
    extra: dict[str, Any] = {
        "account_id": row["id"],
        "currency": settings.currency,
        "time_zone": row["time_zone"] or DEFAULT_ZONE,
        "label_size": row["label_size"] or DEFAULT_LABEL_SIZE,
        "is_suspended": row["suspended_at"] is not None,
    }
    return from_row(Workspace, row, **extra)
