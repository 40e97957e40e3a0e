"""Preferences of a workspace, and its onboarding checklist up to the first label (decision 36)."""

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

# Maintained counters tell whether there are any products or shipments; the first row of an index tells it of stock.
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

# A workspace that a sign-in provisioned has its id as its name until a user names it.
LIST_NAMES = sql("accounts.unscoped_names", "SELECT id, name FROM accounts WHERE id = ANY ($1::text[]) AND name <> id")


class WorkspaceSetup(ApiModel):
    """The onboarding checklist: the steps that a workspace has completed towards its first label."""

    origin: bool
    """True where the shipping origin is set, so that couriers know where to collect."""
    couriers: bool
    """True where couriers are asked for prices: the origin is set, and shipping is not switched off. Until the
    workspace chooses couriers, every courier that needs no coordinates is asked.
    """
    products: bool
    """True where there is a product that is not archived."""
    stock: bool
    """True where any variant was ever counted in a warehouse."""
    payment: bool
    """True where a booking can be paid for: with shipping credit that is not held, or through the workspace's own key
    of the aggregator.
    """
    shipments: bool
    """True where a shipment was ever drafted."""


async def get_setup(read: Read) -> WorkspaceSetup:
    """The onboarding checklist, in one statement."""
    return from_row(WorkspaceSetup, await read.fetch_one(FIND))


async def get_names(db: Database, account_ids: Sequence[str]) -> dict[str, str]:
    """Names of workspaces by id, without unnamed workspaces. The caller has checked the user's access to them."""
    async with db.connection() as connection:
        rows = await connection.fetch(LIST_NAMES.text, list(account_ids))
    return {row["id"]: row["name"] for row in rows}


async def get_workspace(read: Read, settings: Settings) -> Workspace:
    """The workspace as it is now."""
    return _to_api(await queries.find(read), settings)


async def update_workspace(tx: Tx, body: WorkspaceChange, settings: Settings) -> Workspace:
    """Change the given fields; without a difference nothing is written. Raises Validation for an unknown time zone."""
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
